import type { NameSpan } from '../names/find-names.js';
import type { RelationMatch, StatementMatch } from '../rules/claim-match.js';
import { readPatterns, type ClaimSource } from '../rules/read-sentence.js';
import type { Token } from '../text/tokenizer.js';
import { DETERMINERS } from '#lexicon/function-words.js';
import { deniesInPart, withNames, type Affirmation } from './affirmations.js';
import { claimsState, claimedPredicateOf, type SourceOf } from './states.js';

/** A sentence with the object that it denies in place of the one that it asserts. */
export interface Contrast extends Affirmation {
  /** Whether a match in it claims the denied object. */
  isObjectOf(source: ClaimSource, match: RelationMatch | StatementMatch): boolean;
}

/** What a sentence contrasts with what it asserts: "I'm allergic to shrimp, not to peanuts", "at ASML, not Philips". */
export function contrasts(tokens: readonly Token[], names: readonly NameSpan[], sourceOf: SourceOf): Contrast[] {
  const places = tokens.flatMap(({ lower }, i) => (lower === 'not' && i > 2 && !deniesInPart(tokens, i) ? [i] : []));
  if (places.length === 0) return [];
  const source = sourceOf(tokens, names);
  const said = readPatterns(source).filter(claimsState);
  return places.flatMap((at) => said.flatMap((match) => contrastOf(source, match, { at, names })));
}

function contrastOf(
  source: ClaimSource,
  match: RelationMatch | StatementMatch,
  { at, names }: { readonly at: number; readonly names: readonly NameSpan[] },
): Contrast[] {
  const { tokens } = source;
  const object = objectOf(source, match);
  const end = tokens[at - 1]?.lower === ',' ? at - 2 : at - 1;
  if (object === null || object[1] !== end) return [];
  const [first] = object;
  // "to shrimp, not to peanuts"
  const repeats = [first - 1, first - 2].some((k) => tokens[k]?.lower === tokens[at + 1]?.lower);
  const denied = at + (repeats ? 2 : 1);
  const part = [...tokens.slice(0, first), ...tokens.slice(denied)];
  const isObjectOf = (other: ClaimSource, found: RelationMatch | StatementMatch): boolean => {
    const begin = objectOf(other, found)?.[0] ?? -1;
    const isIt = begin === first || (begin === first + 1 && DETERMINERS.has(part[first]?.lower ?? ''));
    return isIt && claimedPredicateOf(found) === claimedPredicateOf(match);
  };
  return [{ ...withNames(part, tokens, names), at: first, of: 'present', isObjectOf }];
}

/** First and last token of the object of a match; null if it is none of its words. */
function objectOf({ items }: ClaimSource, match: RelationMatch | StatementMatch): readonly [number, number] | null {
  const [from, to] = match.kind === 'statement' ? match.value.items : [match.match.b, (match.match.b ?? 0) + 1];
  const [first, last] = [items[from ?? -1]?.first, items[to - 1]?.last];
  return first === undefined || last === undefined ? null : [first, last];
}
