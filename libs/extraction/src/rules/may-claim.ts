import type { RelationType } from '#contracts/ontology.js';
import { isFirstOfSubjects } from './coordination.js';
import { clauseStart } from './factuality/clauses.js';
import { isNegation } from './factuality/negated-items.js';
import type { RuleClaim } from './language/claim-rule.js';
import { type Item, wordAt } from './language/items.js';
import type { PatternMatch } from './match-pattern.js';
import type { SlotSource } from './slots.js';
import { UNIT_NOUNS } from '#lexicon/organizations.js';

/** Mark of a possessor. */
const OWNS = /^['’]s?$/;
/** Relations of persons to places. */
const OF_PLACES: ReadonlySet<RelationType> = new Set(['lives_in', 'visited', 'born_in']);

/** Whether a match may be a claim, by the words around it and those that claim nothing. */
export function mayClaim(
  { items }: Pick<SlotSource, 'items'>,
  rule: RuleClaim,
  match: PatternMatch,
  ofOthers: readonly boolean[],
): boolean {
  if (isObject(items, match) || isComparison(items, match) || meansOther(items, rule, match)) return false;
  // "not my brother Rui"; a negation further ahead denies the verb, not the role ("I haven't seen my brother Rui").
  if (match.start > 0 && isNegation(items, match.start - 1)) return false;
  if (!mayPrecede(items[match.end], rule) || isOfUnit(items, rule, match)) return false;
  if (rule.atClauseStart === true && clauseStart(items, match.start) !== match.start) return false;
  return !ofOthers.slice(match.start, match.end).includes(true);
}

/** Whether the subject is an object pronoun: "us from Telia", but not "me and Ana live here". */
function isObject(items: readonly Item[], { a, start }: PatternMatch): boolean {
  return a === start && /^(?:me|us|him|them)$/.test(wordAt(items, start)) && !isFirstOfSubjects(items, start);
}

/** Whether "like" behind one name compares: "I go to Acme like my husband". */
function isComparison(items: readonly Item[], { a }: PatternMatch): boolean {
  if (a === null || !items[a]?.name || wordAt(items, a + 1) !== 'like') return false;
  return !/^(?:and|&|,)$/.test(wordAt(items, a - 1));
}

/** Whether the words beside a match give it another meaning. */
function meansOther(items: readonly Item[], rule: RuleClaim, match: PatternMatch): boolean {
  const isInLaw = wordAt(items, match.end) === 'in' && wordAt(items, match.end + 1) === 'law';
  return isInLaw || isOfFirm(items, rule, match) || isReturn(items, rule, match);
}

/** "Our partner Helvor" is a firm's: nobody shares a wife or husband. */
function isOfFirm(items: readonly Item[], rule: RuleClaim, { a }: PatternMatch): boolean {
  return 'relation' in rule && rule.relation === 'spouse_of' && a !== null && wordAt(items, a) === 'our';
}

/** "She went back to Bergen" is rather no visit: she is at home there. */
function isReturn(items: readonly Item[], rule: RuleClaim, { b }: PatternMatch): boolean {
  if (!('relation' in rule) || rule.relation !== 'visited' || b === null) return false;
  return wordAt(items, b - 1) === 'to' && /^(?:back|home)$/.test(wordAt(items, b - 2));
}

/** Whether a word makes the name before it one of a team, not of a place: "moved to the Risk team". */
function isOfUnit(items: readonly Item[], rule: RuleClaim, { b }: PatternMatch): boolean {
  return 'relation' in rule && b !== null && OF_PLACES.has(rule.relation) && UNIT_NOUNS.has(wordAt(items, b + 1));
}

/** Whether a match of a rule may stand before an item. */
function mayPrecede(next: Item | undefined, rule: RuleClaim): boolean {
  const { notBefore, onlyBefore, notBeforeName } = rule;
  if (next === undefined) return true;
  // What is said of Ana's mother is not said of Ana: "the funeral of Ana's mother".
  if ('ends' in rule && OWNS.test(next.word)) return false;
  if (notBeforeName === true && next.name !== null) return false;
  return notBefore?.has(next.word) !== true && onlyBefore?.has(next.word) !== false;
}
