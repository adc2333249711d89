import type { NameRef, StatementValue } from './observations.js';

/** Key of a fact that a caller decides about, by entity rows, so that it does not depend on clustering. */
export interface DecidedFact {
  /** Stream of the decisions about it: UUIDv5 of predicate, subject row, and object row or value. */
  readonly fact_id: string;
  /** UUIDv5 of the fact, the decision, and all that it states: equal decisions have the same. */
  readonly decision_id: string;
  /** `relation`, or the kind of a statement. */
  readonly kind: string;
  readonly predicate: string;
  /** Entity row of the subject. */
  readonly subject_id: string;
  /** Entity row of the object; null for a value. */
  readonly object_id: string | null;
  /** UUIDv5 of the value; null for an entity. */
  readonly value_id: string | null;
  /** The caller's reason; null when there is none, it was erased, or the record is a reference. */
  readonly reason: string | null;
  readonly decided_at_unix_nanos: bigint | number;
}

/** A fact in the words of a caller. Its names and value are null when erased, or when the record is a reference. */
interface StatedFact extends DecidedFact {
  readonly subject: NameRef | null;
  /** Null for a value. */
  readonly object: NameRef | null;
  /** Null for an entity. */
  readonly value: StatementValue | null;
  /** Wording of a statement; empty for a relation. */
  readonly text: string | null;
  readonly valid_from_unix_nanos: bigint | number;
  /** 0 while it holds. */
  readonly valid_to_unix_nanos: bigint | number;
  /** Relation or statement that stated it when it was decided; absent in another scope, or where none did. */
  readonly named_id?: string;
}

/** A caller asserted a fact. Version 1. */
export type FactAsserted = StatedFact;

/** A caller confirmed a fact that was read from a memory. Version 1. */
export interface FactConfirmed extends StatedFact {
  /**
   * Memory whose claim is repeated: the confirmation counts while it is live and is not read anew, and is erased with
   * it. Null when a caller had asserted the fact.
   */
  readonly memory_id: string | null;
  /** Reading of the memory in which the claim was found; 1 where absent. See MemoryRevised. */
  readonly reading?: number;
  /**
   * Earlier memories that the claim was read with: the confirmation counts while all are live, and is erased with each.
   * Absent: none.
   */
  readonly context?: readonly string[];
}

/**
 * A caller retracted a fact, for the time of an interval: until it is asserted or confirmed again for that time,
 * whatever memories say of it does not count. Version 1.
 */
export interface FactRetracted extends DecidedFact {
  /** Relation, statement or candidate that the caller named. */
  readonly named_id: string;
  /** Beginning of the interval in Unix nanoseconds; 0, or absent, when unknown: it covers all before its end. */
  readonly valid_from_unix_nanos?: bigint | number;
  /** End of the interval in Unix nanoseconds; 0, or absent, while it held: it covers all after its beginning. */
  readonly valid_to_unix_nanos?: bigint | number;
}
