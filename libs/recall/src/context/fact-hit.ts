/** A memory of the answer, as far as facts are chosen by it. */
export interface FactHit {
  /** UUID. */
  readonly memoryId: string;
  readonly text: string;
  readonly speaker: string | null;
  readonly role: string | null;
  /** Time of the event, else of storage, in Unix nanoseconds. */
  readonly time: bigint;
  readonly entityIds: readonly string[];
}
