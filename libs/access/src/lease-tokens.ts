import type { Pool } from 'pg';
import { ErasedScope } from '#database/erased-scopes.js';
import type { Sql } from '#database/sql.js';

/** How much each caller may do: of a policy, each has a bucket, and every use takes a token out of it. */
export interface RatePolicy {
  readonly name: 'requests' | 'memories';
  /** Tokens in a full bucket. */
  readonly capacity: number;
  /** Tokens that flow in, until it is full. */
  readonly perSecond: number;
  /** The bucket is filled anew at each multiple of this many milliseconds since 1970 (a UTC day); null: never. */
  readonly windowMs: number | null;
  /** Most tokens that one process takes ahead of their use. */
  readonly lease: number;
}

/** Whose bucket. */
export interface RateCaller {
  readonly scopeId: string;
  readonly caller: string;
}

export interface Lease {
  /** Tokens taken, whole; 0 where the bucket is empty. */
  readonly leased: number;
  /** Left in the bucket: below 1 where less was taken than asked for. */
  readonly tokens: number;
}

/** Later than any bucket needs to be full again: the longest window is a day, the slowest flow 100000 tokens at 1/s. */
const FULL_AFTER_MS = 2 * 24 * 60 * 60 * 1000;

/** Half of a billionth of a token makes up for sums of fractions that end just below a whole one. */
const WHOLE = 0.5e-9;

/** What the bucket holds now, and what can be taken of it. Clocks of processes differ: time never goes backwards here. */
const AVAILABLE = /* sql */ `CASE WHEN bucket.counted_at < $8::timestamptz THEN $4::float8 ELSE least($4::float8,
    bucket.tokens + $5::float8 * greatest(0, extract(epoch FROM $7::timestamptz - bucket.counted_at)::float8)) END`;
const TAKEN = /* sql */ `least($6::float8, floor(${AVAILABLE} + ${String(WHOLE)}))`;

const LEASE_SQL = /* sql */ `
INSERT INTO rate_buckets AS bucket (scope_id, policy, caller, tokens, leased, counted_at)
SELECT $1::uuid, $2, $3, $4::float8 - $6::float8, $6::float8, $7::timestamptz
WHERE NOT EXISTS (SELECT FROM erased_scopes WHERE scope_id = $1)
ON CONFLICT (scope_id, policy, caller) DO UPDATE
  SET tokens = ${AVAILABLE} - ${TAKEN}, leased = ${TAKEN}, counted_at = greatest(bucket.counted_at, $7::timestamptz)
RETURNING tokens, leased`;

/**
 * Takes tokens out of a caller's bucket: as many as asked for, or as many as there are.
 * @param ask tokens, whole, at most the policy's capacity
 * @throws ErasedScope
 */
export async function leaseTokens(
  sql: Sql,
  policy: RatePolicy,
  { scopeId, caller }: RateCaller,
  ask: number,
  now: Date,
): Promise<Lease> {
  const windowStart = policy.windowMs === null ? '-infinity' : new Date(windowStartOf(policy.windowMs, now.getTime()));
  const { rows } = await sql.query<{ tokens: number; leased: number }>(LEASE_SQL, [
    ...[scopeId, policy.name, caller, policy.capacity, policy.perSecond, ask, now, windowStart],
  ]);
  const [row] = rows;
  if (!row) throw new ErasedScope(scopeId);
  return row;
}

/** Milliseconds since 1970 at which the window began. */
export function windowStartOf(windowMs: number, nowMs: number): number {
  return Math.floor(nowMs / windowMs) * windowMs;
}

/** Removes buckets that are full again; how many. */
export async function removeFullBuckets(system: Pool, now: Date, limit: number): Promise<number> {
  const { rowCount } = await system.query(
    `DELETE FROM rate_buckets WHERE ctid = ANY (ARRAY(
       SELECT ctid FROM rate_buckets WHERE counted_at <= $1 LIMIT $2))`,
    [new Date(now.getTime() - FULL_AFTER_MS), limit],
  );
  return rowCount ?? 0;
}
