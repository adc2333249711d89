import type { ClientBase, Pool } from 'pg';
import { uuidv7 } from '#contracts/uuid-v7.js';
import { inTransaction } from '#database/transaction.js';

export interface LlmJob {
  readonly scopeId: string;
  readonly memoryId: string;
  /** Number of calls including this one, except those that an outage ended. */
  readonly attempts: number;
  /** Number of workers that died while they had leased the job. */
  readonly crashes: number;
}

/** Maximum concurrent calls of all extractors together; 0: no limit. */
export interface CallLimits {
  readonly perScope: number;
  readonly inAll: number;
}

export interface LeaseOptions {
  readonly now: Date;
  readonly leaseMs: number;
  /** Maximum jobs of a lease. */
  readonly jobs: number;
  /** The last scope that was leased: the next scope with a due job follows it by id. */
  readonly after: string;
  readonly calls: CallLimits;
}

/** Maximum lease, however many workers died. */
const MAX_LEASE_MS = 3_600_000;

/** Sorts before every scope id. */
export const NO_SCOPE = '00000000-0000-0000-0000-000000000000';

/**
 * Leases due jobs of the next scope that may have another call, earliest due first: up to `jobs` that were never tried,
 * or a single one that was, so that it cannot take others down with it. Jobs of a lease are processed one after
 * another, so a lease counts as one call. A job is due again when its lease ends, in case the worker died; that is not
 * a failed attempt, and each further death doubles the lease.
 */
export async function leaseLlmJobs(pool: Pool, options: LeaseOptions): Promise<LlmJob[]> {
  const { perScope, inAll } = options.calls;
  if (perScope + inAll === 0) return leaseOfNextScope(pool, options);
  return inTransaction(pool, async (tx) => {
    // Serialized: two concurrent counts would each see room for one more call.
    await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('engraph llm claims', 0))`);
    return leaseOfNextScope(tx, options);
  });
}

/** Leases jobs of the next scope; after the last scope the first one follows. */
async function leaseOfNextScope(sql: Pool | ClientBase, options: LeaseOptions): Promise<LlmJob[]> {
  const jobs = await leaseJobs(sql, options);
  return jobs.length > 0 || options.after === NO_SCOPE ? jobs : leaseJobs(sql, { ...options, after: NO_SCOPE });
}

async function leaseJobs(
  sql: Pool | ClientBase,
  { now, leaseMs, jobs, calls, after }: LeaseOptions,
): Promise<LlmJob[]> {
  const { rows } = await sql.query<LlmJob>(
    `WITH RECURSIVE line AS (
       -- Scope after scope, each with its job that is due first; read no farther than to the one whose turn it is.
       (SELECT scope_id, run_at FROM llm_jobs WHERE scope_id > $7 ORDER BY scope_id, run_at LIMIT 1)
       UNION ALL
       SELECT next.scope_id, next.run_at FROM line CROSS JOIN LATERAL (
         SELECT scope_id, run_at FROM llm_jobs WHERE scope_id > line.scope_id ORDER BY scope_id, run_at LIMIT 1) AS next
     ), busy AS (
       SELECT scope_id, count(DISTINCT lease_id) AS calls FROM llm_jobs
       WHERE lease_id IS NOT NULL AND run_at > $1 AND $5::int + $6::int > 0 GROUP BY scope_id
     ), turn AS (
       SELECT scope_id FROM line
       WHERE run_at <= $1
         AND ($5::int = 0 OR scope_id NOT IN (SELECT scope_id FROM busy WHERE calls >= $5))
         AND ($6::int = 0 OR (SELECT coalesce(sum(calls), 0) FROM busy) < $6)
       LIMIT 1
     ), first AS (
       SELECT scope_id, memory_id, attempts + crashes AS tries FROM llm_jobs
       WHERE scope_id = (SELECT scope_id FROM turn) AND run_at <= $1
       ORDER BY run_at, memory_id LIMIT 1 FOR UPDATE SKIP LOCKED
     ), company AS (
       SELECT scope_id, memory_id FROM llm_jobs
       WHERE scope_id = (SELECT scope_id FROM first WHERE tries = 0) AND run_at <= $1 AND attempts + crashes = 0 AND lease_id IS NULL
       ORDER BY run_at, memory_id LIMIT $3 FOR UPDATE SKIP LOCKED
     )
     UPDATE llm_jobs SET lease_id = $4,
       -- One that is due with its claim was left behind by a worker that vanished.
       attempts = attempts + (lease_id IS NULL)::int, crashes = crashes + (lease_id IS NOT NULL)::int,
       run_at = $1::timestamptz + interval '1 millisecond' *
         least($2::float8 * 2 ^ (crashes + (lease_id IS NOT NULL)::int), greatest($2, ${String(MAX_LEASE_MS)}))
     WHERE (scope_id, memory_id) IN (SELECT scope_id, memory_id FROM first UNION SELECT scope_id, memory_id FROM company)
     RETURNING scope_id AS "scopeId", memory_id AS "memoryId", attempts, crashes`,
    [now, leaseMs, jobs, uuidv7(), calls.perScope, calls.inAll, after],
  );
  return rows;
}

/** Returns jobs of one scope after a fault that was not theirs: the attempt does not count. */
export async function postponeLlmJobs(pool: Pool, jobs: readonly LlmJob[], runAt: Date): Promise<void> {
  const [first] = jobs;
  if (!first) return;
  await pool.query(
    `UPDATE llm_jobs SET attempts = attempts - 1, run_at = $3, lease_id = NULL
     WHERE scope_id = $1 AND memory_id = ANY ($2::uuid[])`,
    [first.scopeId, jobs.map((job) => job.memoryId), runAt],
  );
}

/** Marks that no call is in progress for these jobs; they stay leased. */
export async function endCalls(pool: Pool, jobs: readonly LlmJob[]): Promise<void> {
  const [first] = jobs;
  if (!first) return;
  await pool.query('UPDATE llm_jobs SET lease_id = NULL WHERE scope_id = $1 AND memory_id = ANY ($2::uuid[])', [
    first.scopeId,
    jobs.map((job) => job.memoryId),
  ]);
}

/** Postpones the due jobs of a scope until `runAt`. */
export async function postponeScope(pool: Pool, scopeId: string, now: Date, runAt: Date): Promise<void> {
  await pool.query('UPDATE llm_jobs SET run_at = $3 WHERE scope_id = $1 AND run_at <= $2', [scopeId, now, runAt]);
}

/** Number of memories that wait for the LLM, counted up to 100,000. */
export async function countLlmJobs(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ jobs: number }>(
    'SELECT count(*)::int AS jobs FROM (SELECT FROM llm_jobs LIMIT 100000) AS waiting',
  );
  return rows[0]?.jobs ?? 0;
}

/** Deletes jobs. @returns memories whose job no other worker had finished */
export async function finishLlmJobs(
  tx: ClientBase,
  scopeId: string,
  memoryIds: readonly string[],
): Promise<Set<string>> {
  const { rows } = await tx.query<{ memory_id: string }>(
    'DELETE FROM llm_jobs WHERE scope_id = $1 AND memory_id = ANY ($2::uuid[]) RETURNING memory_id',
    [scopeId, memoryIds],
  );
  return new Set(rows.map((row) => row.memory_id));
}
