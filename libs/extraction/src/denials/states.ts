import type { NameSpan } from '../names/find-names.js';
import type { ClaimMatch, RelationMatch, StatementMatch } from '../rules/claim-match.js';
import type { Item } from '../rules/language/items.js';
import type { ClaimSource } from '../rules/read-sentence.js';
import type { Token } from '../text/tokenizer.js';
import { words } from '#lexicon/words.js';

/** Makes a source of a part of a sentence's tokens, with its names; of other items of these, if they are given. */
export type SourceOf = (tokens: readonly Token[], names: readonly NameSpan[], said?: readonly Item[]) => ClaimSource;

/**
 * What may be denied: states. That somebody did not do something once says nothing of other times, and what is not
 * liked is disliked.
 */
const STATES = words(`
  works_at reports_to member_of studied_at works_on uses owns lives_in born_in spouse_of parent_of sibling_of family_of
  friend_of colleague_of knows occupation age birthday nationality email phone nickname diet height status speaks
  allergic_to has_condition has_skill hobby has
`);

/** Predicate of a match; null for an end, which names no value. */
export function claimedPredicateOf({ rule }: ClaimMatch): string | null {
  if ('ends' in rule) return null;
  return 'relation' in rule ? rule.relation : rule.predicate;
}

/** Whether a match claims a state, which may be denied. */
export function claimsState(match: ClaimMatch): match is RelationMatch | StatementMatch {
  return STATES.has(claimedPredicateOf(match) ?? '') && (match.rule.polarity ?? 'asserted') === 'asserted';
}
