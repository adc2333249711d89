/** Table of a queue: a row for each memory of a scope, with the time at which its job is due. */
export interface QueueTable {
  readonly name: string;
  /** Column with the time at which a job is due; while the job is leased, the end of the lease. */
  readonly dueAt: string;
  /** Column and value by which the rows of this queue are told from those of others in the table. */
  readonly only?: { readonly column: string; readonly value: string };
  /**
   * The scope to lease from. `round-robin`: the next one by id, which needs an index by scope and due time.
   * `longest-due`: the one whose job has been due for longest, which needs an index by due time only.
   */
  readonly turns: 'round-robin' | 'longest-due';
  /**
   * Whether the table counts attempts and crashes, and names the lease (`attempts`, `crashes`, `lease_id`). Only then
   * can a job be blamed: one that was tried before is leased alone, and its lease doubles with each crash. Only then is
   * the number of concurrent leases known, too.
   */
  readonly counted: boolean;
  /** What becomes of the row of a completed job; a kept row is no longer due (null). */
  readonly completed: 'deleted' | 'kept';
}

/** A leased job. */
export interface Job {
  readonly scopeId: string;
  readonly memoryId: string;
  /** Number of attempts including this one, except those that an outage ended; 0 if the queue does not count. */
  readonly attempts: number;
  /** Number of workers that died while they had leased the job; 0 if the queue does not count. */
  readonly crashes: number;
}

/** Maximum concurrent leases of all processes together; 0: no limit. */
export interface LeaseLimits {
  readonly perScope: number;
  readonly inAll: number;
}

export interface LeaseOptions {
  readonly now: Date;
  readonly leaseMs: number;
  /** Maximum jobs of a lease. */
  readonly jobs: number;
  /** The last scope that was leased: in a round robin, the next scope with a due job follows it by id. */
  readonly after: string;
  readonly limits: LeaseLimits;
}

/** Sorts before every scope id. */
export const NO_SCOPE = '00000000-0000-0000-0000-000000000000';

export const NO_LIMITS: LeaseLimits = { perScope: 0, inAll: 0 };
