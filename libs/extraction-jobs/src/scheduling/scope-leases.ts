import type { Pool } from 'pg';

/** Lease of a scope for one turn of a worker. */
export interface ScopeLease {
  readonly scopeId: string;
  /** Number of registrations of the scope when the lease began. */
  readonly wakeups: bigint;
  /** Consecutive turns that ended with an infrastructure error. */
  readonly faults: number;
  /** Whether other scopes wait besides those leased together with this one. */
  readonly othersWait: boolean;
}

/** Outcome of a turn, which decides the scope's place in the queue. */
export interface LeaseRelease {
  readonly scopeId: string;
  readonly wakeups: bigint;
  /**
   * `empty`: nothing waits. `more`: to the end of the queue. `untouched`: keeps its place. `fault`: paused for a while.
   */
  readonly outcome: 'empty' | 'more' | 'untouched' | 'fault';
  /** Milliseconds by which it moves further back in the queue; after a fault, its pause. */
  readonly restMs: number;
}

/**
 * Adds scopes to the queue durably; a queued one is marked to be checked again. Rows are locked in key order, as
 * everywhere.
 */
export async function registerScopes(system: Pool, scopeIds: readonly string[]): Promise<void> {
  if (scopeIds.length === 0) return;
  await system.query(
    `INSERT INTO extraction_queue AS t (scope_id) SELECT DISTINCT unnest($1::uuid[]) AS scope_id ORDER BY scope_id
     ON CONFLICT (scope_id) DO UPDATE SET wakeups = t.wakeups + 1`,
    [scopeIds],
  );
}

/** Leases up to `scopes` scopes, first in the queue first; only one worker can hold a scope at a time. */
export async function leaseScopes(
  system: Pool,
  worker: string,
  leaseMs: number,
  scopes: number,
): Promise<ScopeLease[]> {
  const { rows } = await system.query<ScopeLease & { queuedAt: Date }>(
    `WITH next AS (
       SELECT scope_id FROM extraction_queue
       WHERE leased_until IS NULL OR leased_until <= clock_timestamp()
       ORDER BY queued_at LIMIT $3::int FOR UPDATE SKIP LOCKED
     ), waiting AS (
       SELECT count(*) AS scopes FROM (
         SELECT FROM extraction_queue WHERE leased_until IS NULL OR leased_until <= clock_timestamp() LIMIT $3::int + 1) AS few
     )
     UPDATE extraction_queue AS t SET worker_id = $1, leased_until = clock_timestamp() + $2 * interval '1 millisecond'
     FROM next WHERE t.scope_id = next.scope_id
     RETURNING t.scope_id AS "scopeId", wakeups, faults, queued_at AS "queuedAt",
       (SELECT scopes FROM waiting) > $3::int AS "othersWait"`,
    [worker, leaseMs, scopes],
  );
  return rows.sort((a, b) => a.queuedAt.getTime() - b.queuedAt.getTime());
}

/** Extends the leases of a live worker. */
export async function extendLeases(
  system: Pool,
  worker: string,
  leaseMs: number,
  scopeIds: readonly string[],
): Promise<void> {
  await system.query(
    `WITH mine AS (
       SELECT scope_id FROM extraction_queue WHERE scope_id = ANY ($2::uuid[]) AND worker_id = $1 ORDER BY scope_id FOR UPDATE
     )
     UPDATE extraction_queue AS t SET leased_until = clock_timestamp() + $3 * interval '1 millisecond'
     FROM mine WHERE t.scope_id = mine.scope_id`,
    [worker, scopeIds, leaseMs],
  );
}

/**
 * Releases leased scopes. An empty scope leaves the queue unless it was registered meanwhile; scopes that another
 * worker has taken over are skipped.
 */
export async function releaseScopes(system: Pool, worker: string, ends: readonly LeaseRelease[]): Promise<void> {
  if (ends.length === 0) return;
  await system.query(
    `WITH ended AS (
       SELECT * FROM unnest($2::uuid[], $3::bigint[], $4::text[], $5::float8[]) AS e (scope_id, wakeups, outcome, rest_ms)
     ), locked AS (
       -- As they are now: a registration that came between shows here.
       SELECT scope_id, t.wakeups FROM extraction_queue AS t
       WHERE scope_id = ANY ($2::uuid[]) AND worker_id = $1 ORDER BY scope_id FOR UPDATE
     ), mine AS (
       SELECT ended.*, outcome = 'empty' AND locked.wakeups = ended.wakeups AS is_over FROM ended JOIN locked USING (scope_id)
     ), gone AS (
       DELETE FROM extraction_queue AS t USING mine WHERE t.scope_id = mine.scope_id AND mine.is_over
     )
     UPDATE extraction_queue AS t
     SET worker_id = NULL,
         leased_until = CASE WHEN outcome = 'fault' THEN clock_timestamp() + rest_ms * interval '1 millisecond' END,
         queued_at = CASE WHEN outcome = 'untouched' THEN queued_at ELSE clock_timestamp() + rest_ms * interval '1 millisecond' END,
         faults = CASE outcome WHEN 'fault' THEN least(faults + 1, 30) WHEN 'untouched' THEN faults ELSE 0 END
     FROM mine WHERE t.scope_id = mine.scope_id AND NOT mine.is_over`,
    [
      worker,
      ends.map((end) => end.scopeId),
      ends.map((end) => end.wakeups),
      ends.map((end) => end.outcome),
      ends.map((end) => end.restMs),
    ],
  );
}
