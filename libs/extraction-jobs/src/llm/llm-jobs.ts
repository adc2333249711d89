import type { ClientBase, Pool } from 'pg';
import { uuidv7 } from '#contracts/uuid-v7.js';
import { inTransaction } from '#database/transaction.js';

export interface LlmJob {
  readonly scopeId: string;
  readonly memoryId: string;
  /** Calls that failed by themselves, and this one. */
  readonly attempts: number;
  /** Workers that vanished with it in hand. */
  readonly deaths: number;
}

/** Calls that all extractors together may have under way; 0: no limit. */
export interface CallLimits {
  readonly perScope: number;
  readonly inAll: number;
}

export interface LeaseOptions {
  readonly now: Date;
  readonly leaseMs: number;
  /** Most jobs of a claim. */
  readonly jobs: number;
  /** The scope whose turn was the last: the next one that has a due job comes after it, by its id. */
  readonly after: string;
  readonly calls: CallLimits;
}

/** However often its workers vanished. */
const MAX_LEASE_MS = 3_600_000;

/** Before every scope. */
export const NO_SCOPE = '00000000-0000-0000-0000-000000000000';

/**
 * Takes due jobs of the next scope that may have another call, those that are due longest first: up to `jobs`
 * that were never tried, or one that was, alone, so that it takes no other along. The jobs of a claim are asked about
 * one after the other, so a claim is one call. A taken job is due again after the lease, should its worker vanish: that is
 * no failed attempt, and each further one doubles the lease.
 */
export async function leaseLlmJobs(pool: Pool, options: LeaseOptions): Promise<LlmJob[]> {
  const { perScope, inAll } = options.calls;
  if (perScope + inAll === 0) return leaseOfNextScope(pool, options);
  return inTransaction(pool, async (tx) => {
    // Two that count at once would each see room for one more.
    await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('engraph llm claims', 0))`);
    return leaseOfNextScope(tx, options);
  });
}

/** After the last scope comes the first. */
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
       SELECT scope_id, count(DISTINCT claim) AS calls FROM llm_jobs
       WHERE claim IS NOT NULL AND run_at > $1 AND $5::int + $6::int > 0 GROUP BY scope_id
     ), turn AS (
       SELECT scope_id FROM line
       WHERE run_at <= $1
         AND ($5::int = 0 OR scope_id NOT IN (SELECT scope_id FROM busy WHERE calls >= $5))
         AND ($6::int = 0 OR (SELECT coalesce(sum(calls), 0) FROM busy) < $6)
       LIMIT 1
     ), first AS (
       SELECT scope_id, memory_id, attempts + deaths AS tries FROM llm_jobs
       WHERE scope_id = (SELECT scope_id FROM turn) AND run_at <= $1
       ORDER BY run_at, memory_id LIMIT 1 FOR UPDATE SKIP LOCKED
     ), company AS (
       SELECT scope_id, memory_id FROM llm_jobs
       WHERE scope_id = (SELECT scope_id FROM first WHERE tries = 0) AND run_at <= $1 AND attempts + deaths = 0 AND claim IS NULL
       ORDER BY run_at, memory_id LIMIT $3 FOR UPDATE SKIP LOCKED
     )
     UPDATE llm_jobs SET claim = $4,
       -- One that is due with its claim was left behind by a worker that vanished.
       attempts = attempts + (claim IS NULL)::int, deaths = deaths + (claim IS NOT NULL)::int,
       run_at = $1::timestamptz + interval '1 millisecond' *
         least($2::float8 * 2 ^ (deaths + (claim IS NOT NULL)::int), greatest($2, ${String(MAX_LEASE_MS)}))
     WHERE (scope_id, memory_id) IN (SELECT scope_id, memory_id FROM first UNION SELECT scope_id, memory_id FROM company)
     RETURNING scope_id AS "scopeId", memory_id AS "memoryId", attempts, deaths`,
    [now, leaseMs, jobs, uuidv7(), calls.perScope, calls.inAll, after],
  );
  return rows;
}

/** Gives jobs of one scope back after a fault that was not their own: the attempt does not count. */
export async function postponeLlmJobs(pool: Pool, jobs: readonly LlmJob[], runAt: Date): Promise<void> {
  const [first] = jobs;
  if (!first) return;
  await pool.query(
    `UPDATE llm_jobs SET attempts = attempts - 1, run_at = $3, claim = NULL
     WHERE scope_id = $1 AND memory_id = ANY ($2::uuid[])`,
    [first.scopeId, jobs.map((job) => job.memoryId), runAt],
  );
}

/** No call is under way for these any more; those that are left stay leased. */
export async function endCalls(pool: Pool, jobs: readonly LlmJob[]): Promise<void> {
  const [first] = jobs;
  if (!first) return;
  await pool.query('UPDATE llm_jobs SET claim = NULL WHERE scope_id = $1 AND memory_id = ANY ($2::uuid[])', [
    first.scopeId,
    jobs.map((job) => job.memoryId),
  ]);
}

/** Leaves the jobs of a scope alone until then, those that are due. */
export async function postponeScope(pool: Pool, scopeId: string, now: Date, runAt: Date): Promise<void> {
  await pool.query('UPDATE llm_jobs SET run_at = $3 WHERE scope_id = $1 AND run_at <= $2', [scopeId, now, runAt]);
}

/** Memories that wait for the LLM, at most 100,000. */
export async function countLlmJobs(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ jobs: number }>(
    'SELECT count(*)::int AS jobs FROM (SELECT FROM llm_jobs LIMIT 100000) AS waiting',
  );
  return rows[0]?.jobs ?? 0;
}

/** Removes jobs; returns the memories of those that no other worker has finished. */
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
