import type { Pool } from 'pg';
import { ErasedScope } from '#database/erased-scopes.js';
import type { Sql } from '#database/sql.js';

/** Rate policy: each caller has a token bucket, and every use takes one token. */
export interface RatePolicy {
  readonly name: 'requests' | 'memories';
  /** Tokens in a full bucket. */
  readonly capacity: number;
  /** Refill rate; the bucket holds at most `capacity`. */
  readonly perSecond: number;
  /** The bucket is refilled at each multiple of this many milliseconds since 1970 (a UTC day); null: never. */
  readonly windowMs: number | null;
  /** Maximum tokens that a process leases ahead of their use. */
  readonly lease: number;
}

/** Owner of a bucket. */
export interface RateCaller {
  readonly scopeId: string;
  readonly caller: string;
}

export interface Lease {
  /** Tokens taken, an integer; 0 if the bucket is empty. */
  readonly leased: number;
  /** Tokens left in the bucket; below 1 if fewer were taken than requested. */
  readonly tokens: number;
}

/** Age at which any bucket is full again: the longest window is a day, and the slowest refill 100,000 tokens at 1/s. */
const FULL_AFTER_MS = 2 * 24 * 60 * 60 * 1000;

/** Tolerance of half a billionth of a token, for sums of fractions just below an integer. */
const WHOLE = 0.5e-9;

/**
 * SQL for the tokens available now and for those taken. Clocks of processes differ, so time never runs backwards here.
 */
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
 * Takes `ask` tokens from a caller's bucket, or fewer if fewer are available.
 * @param ask integer, at most the policy's capacity
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

/** Start of the current window in milliseconds since 1970. */
export function windowStartOf(windowMs: number, nowMs: number): number {
  return Math.floor(nowMs / windowMs) * windowMs;
}

/** Deletes buckets that are full again. @returns how many */
export async function removeFullBuckets(system: Pool, now: Date, limit: number): Promise<number> {
  const { rowCount } = await system.query(
    `DELETE FROM rate_buckets WHERE ctid = ANY (ARRAY(
       SELECT ctid FROM rate_buckets WHERE counted_at <= $1 LIMIT $2))`,
    [new Date(now.getTime() - FULL_AFTER_MS), limit],
  );
  return rowCount ?? 0;
}
