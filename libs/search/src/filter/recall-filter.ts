/** Which memories may answer; all active ones where it is empty. */
export interface RecallFilter {
  readonly session?: bigint;
  /** Unix nanoseconds, inclusive: when it was said, or stored where that is unset. */
  readonly since?: bigint;
  /** Inclusive as well. */
  readonly until?: bigint;
  /** Memories that name one of these entities, by their survivors' ids. */
  readonly subjects?: readonly string[];
  /** Kind code of a memory. */
  readonly kind?: number;
}
