import type { NameSpan } from '../names/find-names.js';
import { verbForms } from '../rules/language/verbs.js';
import type { Token } from '../text/tokenizer.js';
import { BE_PRESENT, IRREGULAR_PAST_FORMS } from '#lexicon/verbs.js';
import { words } from '#lexicon/words.js';

/** What a negation denies: that something holds, that it does so now ("currently"), or that it ever did. */
export type DeniedTime = 'present' | 'now' | 'ever';

/** What a sentence would say without one of its negations: the rules read in it what the sentence denies. */
export interface Affirmation {
  readonly tokens: readonly Token[];
  readonly names: readonly NameSpan[];
  /** Index of the token before which the negation stood. */
  readonly at: number;
  readonly of: DeniedTime;
}

const NEGATION = words("not n't never");
/** Words after which a negation denies something else, or only in part: "not only", "not always", "not far". */
const IN_PART = words(`
  only just merely simply sure certain even too so very quite that exactly precisely necessarily entirely totally
  completely fully strictly always usually often sometimes mostly really all every both much many yet still far near
  long more less longer recently originally then because
`);
const OF_NOW = words('currently now presently');
const PERFECT = words("have has 've 's had");
const WAS = words('was were');
const DO = words('do does did');
/** Adverbs between a negation and its verb. */
const ADVERB = words('actually ever currently now presently');

/** Whether a sentence has a word that each denial contains: a cheap test that rejects most. */
export function mayDeny(tokens: readonly Token[]): boolean {
  return tokens.some(({ lower }) => NEGATION.has(lower));
}

/**
 * The readings of a sentence without one of its plain negations: of a present or a perfect ("am not", "doesn't live",
 * "has never been"), and of a past by "never" or "didn't".
 * @param names names in the sentence, in order
 */
export function affirmations(tokens: readonly Token[], names: readonly NameSpan[]): Affirmation[] {
  const found: Affirmation[] = [];
  for (let i = 1; i < tokens.length; i++) {
    if (!NEGATION.has(lowerAt(tokens, i)) || names.some(({ first, last }) => first <= i && i <= last)) continue;
    if (deniesInPart(tokens, i)) continue;
    const dropped = droppedBy(tokens, i);
    if (dropped !== null) found.push(without(tokens, names, { negation: i, dropped }));
  }
  return found;
}

/** Whether a negation denies something else than what follows, or only a part of it: "not only", "not always". */
export function deniesInPart(tokens: readonly Token[], negation: number): boolean {
  return IN_PART.has(lowerAt(tokens, negation + 1));
}

/** Tokens without which the verb phrase around the negation at `i` affirms; null if it is no plain denial. */
function droppedBy(tokens: readonly Token[], i: number): number[] | null {
  const before = lowerAt(tokens, i - 1);
  const ever = lowerAt(tokens, i + 1) === 'ever' ? [i + 1] : [];
  const participle = PERFECT.has(before) ? lowerAt(tokens, i + 1 + ever.length) : '';
  if (participle === 'been') return [i, ...ever];
  // Without its auxiliary: rules may take "have" for the verb.
  if (isPast(participle)) return [i - 1, i, ...ever];
  if (lowerAt(tokens, i) === 'never') return isOfPast(tokens, i) ? [i] : null;
  if (BE_PRESENT.has(before)) return [i, ...ever];
  // "I wasn't born in Oslo": otherwise a past that was not says nothing of what was said to hold.
  if (WAS.has(before)) return lowerAt(tokens, i + 1) === 'born' ? [i] : null;
  return DO.has(before) && i > 1 ? [i - 1, i, ...ever] : null;
}

/** Whether the "never" at `i` denies a past; "I'm never allowed to be ill" is of a habit. */
function isOfPast(tokens: readonly Token[], i: number): boolean {
  if ([i - 1, i - 2].some((k) => BE_PRESENT.has(lowerAt(tokens, k)))) return false;
  const [before, next] = [lowerAt(tokens, i - 1), lowerAt(tokens, i + 1)];
  return WAS.has(before) || WAS.has(next) || isPast(next);
}

function without(
  tokens: readonly Token[],
  names: readonly NameSpan[],
  { negation, dropped }: { readonly negation: number; readonly dropped: readonly number[] },
): Affirmation {
  const verb = verbAfter(tokens, Math.max(...dropped) + 1);
  const isOfThird = lowerAt(tokens, negation - 1) === 'does';
  const affirmed = tokens.flatMap((token, i) => {
    if (dropped.includes(i)) return [];
    return i === verb && isOfThird ? [{ ...token, lower: verbForms(token.lower).s }] : [token];
  });
  const isOfNow = tokens.slice(negation + 1, verb).some(({ lower }) => OF_NOW.has(lower));
  const [word, before] = [lowerAt(tokens, negation), lowerAt(tokens, negation - 1)];
  const isOfEver = word === 'never' || PERFECT.has(before) || WAS.has(before) || before === 'did';
  const of = isOfNow ? 'now' : isOfEver ? 'ever' : 'present';
  return { ...withNames(affirmed, tokens, names), at: Math.min(...dropped), of };
}

/** The names of a sentence in a part of its tokens; those that the part lacks are left out. */
export function withNames(
  part: readonly Token[],
  tokens: readonly Token[],
  names: readonly NameSpan[],
): Pick<Affirmation, 'tokens' | 'names'> {
  const places = new Map(part.map(({ start }, i) => [start, i]));
  const kept = names.flatMap((name) => {
    const [first, last] = [name.first, name.last].map((at) => places.get(tokens[at]?.start ?? -1));
    return first === undefined || last === undefined ? [] : [{ ...name, first, last }];
  });
  return { tokens: part, names: kept };
}

function verbAfter(tokens: readonly Token[], from: number): number {
  let at = from;
  while (ADVERB.has(lowerAt(tokens, at))) at += 1;
  return at;
}

function isPast(word: string): boolean {
  return IRREGULAR_PAST_FORMS.has(word) || /^\p{L}{2,}ed$/u.test(word);
}

function lowerAt(tokens: readonly Token[], i: number): string {
  return tokens[i]?.lower ?? '';
}
