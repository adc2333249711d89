import type { Pool } from 'pg';

/** A scope that a worker has leased for its turn. */
export interface ScopeLease {
  readonly scopeId: string;
  /** How often the scope was registered when the lease began. */
  readonly wakeups: bigint;
  /** Turns in a row that the infrastructure ended. */
  readonly faults: number;
  /** Whether any scope waits besides those that were leased with this one. */
  readonly othersWait: boolean;
}

/** How a turn ended, and where the scope stands in line after it. */
export interface LeaseRelease {
  readonly scopeId: string;
  readonly wakeups: bigint;
  /** `empty`: nothing waits. `more`: to the end of the line. `untouchedRelease`: keeps its place. `fault`: left alone for a while. */
  readonly outcome: 'empty' | 'more' | 'untouched' | 'fault';
  /** Milliseconds that it rests behind the others while they wait; after a fault, that it is left alone. */
  readonly restMs: number;
}

/** Puts scopes in line, durably; one that is there already is looked at once more. In the order of the key, as every lock on these rows is taken. */
export async function registerScopes(system: Pool, scopeIds: readonly string[]): Promise<void> {
  if (scopeIds.length === 0) return;
  await system.query(
    `INSERT INTO extraction_turns AS t (scope_id) SELECT DISTINCT unnest($1::uuid[]) AS scope_id ORDER BY scope_id
     ON CONFLICT (scope_id) DO UPDATE SET wakeups = t.wakeups + 1`,
    [scopeIds],
  );
}

/** Leases up to so many scopes, those first in line first; of any number of workers one has a scope at a time. */
export async function leaseScopes(
  system: Pool,
  worker: string,
  leaseMs: number,
  scopes: number,
): Promise<ScopeLease[]> {
  const { rows } = await system.query<ScopeLease & { turnAt: Date }>(
    `WITH next AS (
       SELECT scope_id FROM extraction_turns
       WHERE leased_until IS NULL OR leased_until <= clock_timestamp()
       ORDER BY turn_at LIMIT $3::int FOR UPDATE SKIP LOCKED
     ), waiting AS (
       SELECT count(*) AS scopes FROM (
         SELECT FROM extraction_turns WHERE leased_until IS NULL OR leased_until <= clock_timestamp() LIMIT $3::int + 1) AS few
     )
     UPDATE extraction_turns AS t SET worker = $1, leased_until = clock_timestamp() + $2 * interval '1 millisecond'
     FROM next WHERE t.scope_id = next.scope_id
     RETURNING t.scope_id AS "scopeId", wakeups, faults, turn_at AS "turnAt",
       (SELECT scopes FROM waiting) > $3::int AS "othersWait"`,
    [worker, leaseMs, scopes],
  );
  return rows.sort((a, b) => a.turnAt.getTime() - b.turnAt.getTime());
}

/** Keeps the leases of a worker that is still at it. */
export async function extendLeases(
  system: Pool,
  worker: string,
  leaseMs: number,
  scopeIds: readonly string[],
): Promise<void> {
  await system.query(
    `WITH mine AS (
       SELECT scope_id FROM extraction_turns WHERE scope_id = ANY ($2::uuid[]) AND worker = $1 ORDER BY scope_id FOR UPDATE
     )
     UPDATE extraction_turns AS t SET leased_until = clock_timestamp() + $3 * interval '1 millisecond'
     FROM mine WHERE t.scope_id = mine.scope_id`,
    [worker, scopeIds, leaseMs],
  );
}

/**
 * Gives leased scopes back. One in which nothing waits leaves the line, unless it was registered meanwhile; what was taken
 * over by another worker is left alone.
 */
export async function releaseScopes(system: Pool, worker: string, ends: readonly LeaseRelease[]): Promise<void> {
  if (ends.length === 0) return;
  await system.query(
    `WITH ended AS (
       SELECT * FROM unnest($2::uuid[], $3::bigint[], $4::text[], $5::float8[]) AS e (scope_id, wakeups, outcome, rest_ms)
     ), locked AS (
       -- As they are now: a registration that came between shows here.
       SELECT scope_id, t.wakeups FROM extraction_turns AS t
       WHERE scope_id = ANY ($2::uuid[]) AND worker = $1 ORDER BY scope_id FOR UPDATE
     ), mine AS (
       SELECT ended.*, outcome = 'empty' AND locked.wakeups = ended.wakeups AS is_over FROM ended JOIN locked USING (scope_id)
     ), gone AS (
       DELETE FROM extraction_turns AS t USING mine WHERE t.scope_id = mine.scope_id AND mine.is_over
     )
     UPDATE extraction_turns AS t
     SET worker = NULL,
         leased_until = CASE WHEN outcome = 'fault' THEN clock_timestamp() + rest_ms * interval '1 millisecond' END,
         turn_at = CASE WHEN outcome = 'untouched' THEN turn_at ELSE clock_timestamp() + rest_ms * interval '1 millisecond' END,
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
