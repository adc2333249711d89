/** Restricts the memories of an answer. An empty filter passes all active memories. */
export interface SearchFilter {
  readonly session?: bigint;
  /** Earliest event time in unix nanoseconds, inclusive. The storage time is used where the event time is unset. */
  readonly since?: bigint;
  /** Latest event time in unix nanoseconds, inclusive. */
  readonly until?: bigint;
  /** Passes memories that mention one of these entities, given by survivor ids. */
  readonly subjects?: readonly string[];
  /** Kind code of the memory. */
  readonly kind?: number;
}
