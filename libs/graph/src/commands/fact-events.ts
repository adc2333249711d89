import { stringifyExact } from '#contracts/exact-json.js';
import type { DecidedFact, FactAsserted, FactConfirmed, FactRetracted } from '#contracts/fact-decisions.js';
import type { NameRef, StatementValue } from '#contracts/observations.js';
import { isRelationType, RELATION_TYPES } from '#contracts/ontology.js';
import { decisionIdOf, factIdOf, valueIdOf } from '../ids.js';
import type { StatedDecision } from '../projection/decisions/stated-decision.js';

/** Ends of a fact by entity rows; the object by its row, or by the key of a value. */
export interface FactEnds {
  readonly kind: string;
  readonly predicate: string;
  readonly subject: string;
  /** Null for a value. */
  readonly object: string | null;
  /** Null for an entity. */
  readonly valueKey: string | null;
}

/** What a decision states of a fact besides its ends. Times in Unix nanoseconds, 0 when unset. */
export interface StatedContent {
  readonly subjectRef: NameRef;
  /** Null for a value. */
  readonly objectRef: NameRef | null;
  readonly value: StatementValue | null;
  readonly text: string;
  readonly from: bigint;
  readonly to: bigint;
}

/** A caller's reason, and when the decision is made. */
export interface DecidedNow {
  readonly reason: string | null;
  readonly nowNanos: bigint;
}

/** A memory that a confirmation repeats, its reading, and the earlier memories that it was read with; public ids. */
export interface ConfirmedMemory {
  readonly memoryId: string;
  readonly reading: number;
  /** Sorted. */
  readonly context: readonly string[];
}

/** Data of a decision that states a fact. */
export function statedFact(
  scopeId: string,
  decision: StatedDecision,
  ends: FactEnds,
  { subjectRef, objectRef, value, text, from, to }: StatedContent,
  { memory = null, ...how }: DecidedNow & { readonly memory?: ConfirmedMemory | null },
): FactAsserted {
  const swapped = isSwapped(ends);
  const [subject, object] = swapped && objectRef ? [objectRef, subjectRef] : [subjectRef, objectRef];
  const content = stringifyExact({
    ...{ subject, object, value, text, from, to, memory_id: memory?.memoryId ?? null },
    ...(memory && readAs(memory)),
  });
  return {
    ...decidedFact(scopeId, decision, ends, content, how),
    ...{ subject, object, value, text, valid_from_unix_nanos: from, valid_to_unix_nanos: to },
  };
}

/** Data of a decision that confirms a fact; `memory` is null where a caller had asserted it. */
export function confirmedFact(
  scopeId: string,
  ends: FactEnds,
  content: StatedContent,
  how: DecidedNow & { readonly memory: ConfirmedMemory | null },
): FactConfirmed {
  const { memory } = how;
  const fact = statedFact(scopeId, 'confirmed', ends, content, how);
  return { ...fact, memory_id: memory?.memoryId ?? null, ...(memory && readAs(memory)) };
}

/** The first reading is not named, nor is an empty context. */
function readAs({ reading, context }: ConfirmedMemory): Pick<FactConfirmed, 'reading' | 'context'> {
  return { ...(reading !== 1 && { reading }), ...(context.length > 0 && { context }) };
}

/** What a retraction is about: the id that the caller named, and the interval that has it; 0 for no time. */
export interface RetractedInterval {
  readonly named_id: string;
  readonly from: bigint;
  readonly to: bigint;
}

/** Data of the decision that a fact does not hold during an interval. */
export function retractedFact(
  scopeId: string,
  ends: FactEnds,
  { named_id, from, to }: RetractedInterval,
  how: DecidedNow,
): FactRetracted {
  const content = retractedContent({ named_id, from, to });
  const times = { valid_from_unix_nanos: from, valid_to_unix_nanos: to };
  return { ...decidedFact(scopeId, 'retracted', ends, content, how), named_id, ...times };
}

/** All that a retraction states, as a text; that of one without times is the id alone. */
export function retractedContent({ named_id, from, to }: RetractedInterval): string {
  return from === 0n && to === 0n ? named_id : stringifyExact({ named_id, from, to });
}

function decidedFact(
  scopeId: string,
  decision: string,
  ends: FactEnds,
  content: string,
  { reason, nowNanos }: DecidedNow,
): DecidedFact {
  const { kind, predicate, object, valueKey } = ends;
  const [subject_id, object_id] = isSwapped(ends) && object !== null ? [object, ends.subject] : [ends.subject, object];
  const value_id = object_id === null ? valueIdOf(scopeId, valueKey ?? '') : null;
  const fact_id = factIdOf(scopeId, predicate, subject_id, object_id ?? value_id ?? '');
  return {
    ...{ fact_id, decision_id: decisionIdOf(fact_id, decision, content), kind, predicate },
    ...{ subject_id, object_id, value_id, reason, decided_at_unix_nanos: nowNanos },
  };
}

/** Whether the ends change places: those of a symmetric relation are in id order, so that it is one fact. */
function isSwapped({ predicate, subject, object }: FactEnds): boolean {
  return object !== null && object < subject && isRelationType(predicate) && RELATION_TYPES[predicate].symmetric;
}
