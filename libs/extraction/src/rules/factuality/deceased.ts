import type { RelationType, StatementPredicate } from '#contracts/ontology.js';
import { JOBS } from '#lexicon/jobs.js';
import { ROLE_NOUNS } from '#lexicon/kinship.js';
import { TITLES } from '#lexicon/titles.js';

/** What ends with a life; kin, birth, works and what one founded remain. */
export const ENDED_BY_DEATH: readonly (RelationType | StatementPredicate)[] = [
  ...(['spouse_of', 'lives_in', 'works_at', 'works_on', 'reports_to', 'colleague_of', 'member_of', 'owns'] as const),
  ...(['occupation', 'status', 'diet', 'age', 'has_condition'] as const),
];
const ENDED: ReadonlySet<RelationType | StatementPredicate> = new Set(ENDED_BY_DEATH);
/** Nouns of persons that may stand between "late" and a name; after "late" any other noun says when: "late shift". */
const OF_PERSON: ReadonlySet<string> = new Set([...Object.values(ROLE_NOUNS), TITLES, JOBS].flatMap((set) => [...set]));
const OPENS = /^[(,[–—-]$/;
const DEATH = /^(?:died|dec['’]?d|deceased|†|rip|r\.i\.p\.?)$/;
const YEAR = /^1[5-9]\d\d$|^20\d\d$/;
const POSSESSIVE = /^(?:the|my|our|his|her|their|your|'s|’s)$/;

/** Whether a relation or predicate ends with a life. */
export function endsByDeath(claimed: RelationType | StatementPredicate): boolean {
  return ENDED.has(claimed);
}

/**
 * Whether the words beside a name say that its bearer is dead: "Ted (died 2014)", "Ted (1931–2014)",
 * "her late husband Ted".
 * @param lower words of the sentence in lower case
 * @param first,last word span of the name, inclusive
 */
export function isDeceased(lower: readonly string[], first: number, last: number): boolean {
  const isLate = (at: number) => lower[at] === 'late' && POSSESSIVE.test(lower[at - 1] ?? '');
  if (isLate(first - 1) || (isLate(first - 2) && OF_PERSON.has(lower[first - 1] ?? ''))) return true;
  const [opening = '', ...behind] = lower.slice(last + 1, last + 5);
  return (OPENS.test(opening) && isDeath(behind)) || (opening === '(' && areYearsOfLife(behind));
}

function isDeath([word = '', next]: readonly string[]): boolean {
  return DEATH.test(word) || (word === 'passed' && next === 'away');
}

/** "d. 2014", "1931–2014". */
function areYearsOfLife([word = '', next = '', third = '']: readonly string[]): boolean {
  if (/^d\.?$/.test(word)) return YEAR.test(next) || YEAR.test(third);
  return YEAR.test(word) && /^[–—-]$/.test(next) && YEAR.test(third);
}
