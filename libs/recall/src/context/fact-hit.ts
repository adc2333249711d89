/** A memory of the answer, as far as facts are chosen by it. */
export interface FactHit {
  /** UUID. */
  readonly memoryId: string;
  readonly text: string;
  readonly speaker: string | null;
  readonly role: string | null;
  readonly entityIds: readonly string[];
}
