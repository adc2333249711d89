import { AUXILIARIES, IRREGULAR_PAST_FORMS } from '#lexicon/verbs.js';
import { words } from '#lexicon/words.js';
import type { Token } from '../text/tokenizer.js';
import type { NameSpan } from './find-names.js';

/** What follows the user where somebody tells of them: a verb or what may stand before one, or what is theirs. */
const BEFORE_VERB: ReadonlySet<string> = new Set([
  ...AUXILIARIES,
  ...IRREGULAR_PAST_FORMS,
  ...words("'s ’s and who also now no never always often usually recently currently just still really"),
]);
const VERB = /^\p{Ll}{2,}(?:s|ed)$/u;
/** What software calls by the user: "user stories". */
const THINGS_OF_USERS = words(`
  access accounts actions addresses comments contents credentials details events feeds fields files filters flows groups guides
  ids inputs interfaces interviews journeys lists logins logs manuals menus messages names news pages permissions
  preferences profiles requests responses reviews rights roles sessions settings stories success tables tags tasks
  tests types views based driven defined
`);
const CONFIDENCE = 0.9;

/**
 * Adds the user where a note of an agent tells of them as it tells of others: "User lives in Oslo", "The user's boss is
 * Karin". Without the name of a speaker, that is the one who elsewhere says "I".
 * @param name what the user is called
 */
export function withUserNamed(tokens: readonly Token[], names: readonly NameSpan[], name: string): readonly NameSpan[] {
  const found = tokens.flatMap((token, i): NameSpan[] => {
    const first = tokens[i - 1]?.lower === 'the' ? i - 1 : i;
    const isNamed = token.lower === 'user' && (first < i || i === 0 || token.text === 'User');
    if (!isNamed || !isToldOf(tokens[i + 1]) || names.some((other) => isLonger(other, first, i))) return [];
    return [{ first, last: i, name, type: 'person', confidence: CONFIDENCE }];
  });
  if (found.length === 0) return names;
  const others = names.filter((other) => !found.some(({ last }) => other.last === last));
  return [...others, ...found].sort((a, b) => a.first - b.first);
}

function isToldOf(next: Token | undefined): boolean {
  if (next === undefined || THINGS_OF_USERS.has(next.lower)) return false;
  return BEFORE_VERB.has(next.lower) || VERB.test(next.text);
}

/** Whether a name has words of the span and others: "User Experience". */
function isLonger(name: NameSpan, first: number, last: number): boolean {
  return name.first <= last && name.last >= first && (name.first < first || name.last > last);
}
