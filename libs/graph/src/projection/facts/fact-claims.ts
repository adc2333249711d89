import type { FactAsserted, FactConfirmed } from '#contracts/fact-decisions.js';
import type { NameRef } from '#contracts/observations.js';
import { entityKeyOf, type EntityKey } from '#entity-resolution/entity-key.js';
import { claimIdsOf } from '../../ids.js';
import { valueKeyOf, type ClaimRow } from '../contributions/contribution.js';
import { STATED_DECISIONS, type StatedDecision } from '../decisions/stated-decision.js';

/** Decision that a claim repeats; null for the claim of a memory. */
export function statedDecisionOf({ stage }: Pick<ClaimRow, 'stage'>): StatedDecision | null {
  return STATED_DECISIONS.find((decision) => decision === stage) ?? null;
}

/** What a decision adds to the graph before clustering. */
export interface FactContribution {
  readonly entities: readonly EntityKey[];
  readonly subjectName: string;
  readonly objectName: string | null;
  readonly claims: readonly ClaimRow[];
}

/**
 * Claims of a caller: the fact from its beginning on, and of one with an end, that it ended then. Both have the
 * decision in place of a memory (`claimIdsOf`). Null when the names were erased.
 */
export function factContribution(
  scopeId: string,
  decision: StatedDecision,
  fact: FactAsserted | FactConfirmed,
): FactContribution | null {
  const { subject, object, value, text } = fact;
  if (subject === null || (object === null && value === null)) return null;
  const keyOf = ({ type, name }: NameRef): EntityKey => entityKeyOf(scopeId, type, name);
  const claim = {
    ...{ kind: fact.kind, predicate: fact.predicate, text: text ?? '', retracts: null },
    ...{ subject: fact.subject_id, object: fact.object_id, value, confidence: 1, stage: decision },
    valueKey: value === null ? (fact.object_id ?? '') : valueKeyOf(value),
  };
  const [from, to] = [BigInt(fact.valid_from_unix_nanos), BigInt(fact.valid_to_unix_nanos)];
  const ids = claimIdsOf(fact.decision_id);
  const begins = { ...claim, memoryId: ids.begins, ordinal: 0, asserted: true, eventAt: from };
  const ends = { ...claim, memoryId: ids.ends, ordinal: 0, asserted: false, eventAt: to };
  return {
    entities: [subject, ...(object === null ? [] : [object])].map(keyOf),
    subjectName: subject.name,
    objectName: object?.name ?? null,
    claims: to > 0n ? [begins, ends] : [begins],
  };
}
