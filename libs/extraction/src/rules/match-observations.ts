import { cutText } from '#contracts/cut-text.js';
import type { NameRef, RelationObservation, StageName, StatementObservation } from '#contracts/observations.js';
import { statementKindOf } from '#contracts/ontology.js';
import { surfaceForm } from '../names/find-names.js';
import type { ClaimMatch, RelationMatch, StatementMatch } from './claim-match.js';
import { clauseOf } from './read-sentence.js';
import type { Filler, SlotSource } from './slots.js';

/** Maximum characters of a clause stored as the text of a claim. */
export const MAX_CLAUSE_TEXT = 500;
const DEFAULT_CONFIDENCE = 0.9;

/** @param time of the claim in Unix nanoseconds */
export function observedRelation(
  { rule, match, from, to }: RelationMatch,
  time: bigint,
  stage: StageName,
): RelationObservation {
  return {
    type: rule.relation,
    from: refOf(from),
    to: refOf(to),
    polarity: rule.polarity ?? match.polarity,
    event_at_unix_nanos: time,
    confidence: confidenceOf(rule.confidence, from, to),
    stage,
  };
}

/**
 * @param clause that states it, whole
 * @param time of the claim in Unix nanoseconds
 * @returns null for a predicate of no statement
 */
export function observedStatement(
  { rule, match, subject, value: { object } }: StatementMatch,
  clause: string,
  time: bigint,
  stage: StageName,
): StatementObservation | null {
  const kind = statementKindOf(rule.predicate);
  if (kind === null) return null;
  return {
    kind,
    predicate: rule.predicate,
    subject: refOf(subject),
    object,
    text: cutText(clause, MAX_CLAUSE_TEXT),
    polarity: rule.polarity ?? match.polarity,
    event_at_unix_nanos: time,
    confidence: confidenceOf(rule.confidence, subject),
    stage,
  };
}

/** The clause of a match, as it stands in the memory. */
export function clauseText({ text, tokens, items }: SlotSource, { match }: ClaimMatch): string {
  const [start, end] = clauseOf(items, match);
  return surfaceForm(text, tokens, items[start]?.first ?? 0, items[Math.max(start, end - 1)]?.last ?? 0);
}

/** The name in a slot. */
export function refOf({ type, name }: Filler): NameRef {
  return { type, name };
}

/** Confidence of a claim by that of its rule, lowered by the least certain of its names. */
export function confidenceOf(rule: number | undefined, ...ends: readonly Filler[]): number {
  const weakest = Math.min(...ends.map((end) => end.confidence));
  return Math.round((rule ?? DEFAULT_CONFIDENCE) * Math.min(1, 0.3 + 0.7 * weakest) * 100) / 100;
}
