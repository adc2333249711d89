import type { NameSpan } from '../names/find-names.js';
import type { ClaimMatch, RelationMatch, StatementMatch } from '../rules/claim-match.js';
import { clauseStart } from '../rules/factuality/clauses.js';
import { type Item, wordAt } from '../rules/language/items.js';
import { readPatterns, type ClaimSource } from '../rules/read-sentence.js';
import type { Token } from '../text/tokenizer.js';
import { words } from '#lexicon/words.js';
import { affirmations, type Affirmation, type DeniedTime } from './affirmations.js';
import { contrasts } from './contrasts.js';
import { claimsState, claimedPredicateOf, type SourceOf } from './states.js';

/** A claim that a sentence denies. */
export interface DeniedMatch {
  /** The sentence as it would claim it. */
  readonly source: ClaimSource;
  readonly match: RelationMatch | StatementMatch;
  readonly of: DeniedTime;
}

/** Words, and pairs, that may follow what is denied; others say that it is denied in part ("on Fridays", "yet"). */
const AFTER = words(`
  . , ; : ! … ) — – - and or but nor so though either actually sorry myself lol haha
  at-all in-fact of-course you-know after-all by-the
`);
/** Subjects of what follows without a comma: "I don't live in Oslo I live in Bergen", but not "the nurse I met". */
const SUBJECTS = words('i he she we they');
const NOW_AFTER = words('now currently presently right-now at-present at-the');
/** Words before a clause that does not deny by itself: "when I didn't live here", "Tom says I don't". */
const BEFORE = words(`
  when while before after until till once if unless whether why how wish think thinks thought guess believe believes
  assume assumes suppose hope hopes say says said heard claim claims claimed tell tells told pretend pretends
`);
/** Tokens at the end of a sentence of which one is its question mark, if it asks. */
const TAG_TOKENS = 4;
const ENDING_VERBS = words('stopped quit used longer left');

/** The claims that a sentence denies, by the rules that read what would assert them. */
export function deniedIn(tokens: readonly Token[], names: readonly NameSpan[], sourceOf: SourceOf): DeniedMatch[] {
  // "I'm not allergic to peanuts, am I?" denies nothing.
  if (tokens.slice(-TAG_TOKENS).some(({ lower }) => lower === '?')) return [];
  const read = (affirmation: Affirmation) => {
    const source = sourceOf(affirmation.tokens, affirmation.names);
    return readPatterns(source).flatMap((match) => deniedBy(source, match, affirmation));
  };
  return [
    ...affirmations(tokens, names).flatMap(read),
    ...contrasts(tokens, names, sourceOf).flatMap((contrast) =>
      read(contrast).filter(({ source, match }) => contrast.isObjectOf(source, match)),
    ),
  ];
}

function deniedBy(source: ClaimSource, match: ClaimMatch, { at, of }: Affirmation): DeniedMatch[] {
  if (!claimsState(match)) return [];
  const { items } = source;
  const [start, end] = rangeOf(match);
  const negated = items.findIndex(({ first, last }) => first <= at && at <= last);
  if (negated <= start || negated >= end || !isPlain(items, start, end)) return [];
  // "I'm not standing for chair" does not deny the chair.
  if (claimedPredicateOf(match) === 'status' && /ing$/.test(wordAt(items, negated))) return [];
  const after = [wordAt(items, end), `${wordAt(items, end)}-${wordAt(items, end + 1)}`];
  if (after.some((word) => NOW_AFTER.has(word))) return [{ source, match, of: 'now' }];
  return deniesWhole(items, start, end, after) ? [{ source, match, of }] : [];
}

/** Whether a match is denied as a whole, by the word and the two words after it. */
function deniesWhole(items: readonly Item[], start: number, end: number, after: readonly string[]): boolean {
  if (items[end] === undefined || after.some((word) => AFTER.has(word))) return true;
  return SUBJECTS.has(wordAt(items, end)) && items.slice(start, end).every(({ word }) => word !== 'the');
}

/** Items of a match with its object, end exclusive. */
function rangeOf(match: RelationMatch | StatementMatch): readonly [number, number] {
  const { start, end } = match.match;
  if (match.kind === 'statement') return [start, Math.max(end, match.value.items[1])];
  const ends = [match.from, match.to].map(
    ({ item, last }: { item: number | null; last?: number }) => last ?? item ?? 0,
  );
  return [start, Math.max(end, ...ends.map((item) => item + 1))];
}

function isPlain(items: readonly Item[], start: number, end: number): boolean {
  if (items.slice(start, end).some(({ word }) => ENDING_VERBS.has(word))) return false;
  return items.slice(clauseStart(items, start), start).every(({ word }, i, before) => {
    // "I told you I don't work there" denies it, "he told me" does not.
    return !BEFORE.has(word) || (/^(?:said|told)$/.test(word) && before[i - 1]?.word === 'i');
  });
}
