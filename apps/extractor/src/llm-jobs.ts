import type { ClientBase, Pool } from 'pg';
import { uuidv7 } from '#contracts/uuid-v7.js';
import { inTransaction } from '#database/transaction.js';

export interface LlmJob {
  readonly scopeId: string;
  readonly memoryId: string;
  /** This attempt included. */
  readonly attempts: number;
}

/** Calls that all extractors together may have under way; 0: no limit. */
export interface CallLimits {
  readonly perScope: number;
  readonly inAll: number;
}

export interface ClaimOptions {
  readonly now: Date;
  readonly leaseMs: number;
  /** Most jobs of a claim. */
  readonly jobs: number;
  readonly calls: CallLimits;
}

/**
 * Takes due jobs of one scope, the one that is due longest first, of the scopes that may have another call: up to `jobs`
 * that were never tried, or one that was, alone, so that it takes no other along. The jobs of a claim are asked about
 * one after the other, so a claim is one call. A taken job is due again after the lease, should its worker vanish.
 */
export async function claimLlmJobs(pool: Pool, options: ClaimOptions): Promise<LlmJob[]> {
  const { perScope, inAll } = options.calls;
  if (perScope + inAll === 0) return claim(pool, options);
  return inTransaction(pool, async (tx) => {
    // Two that count at once would each see room for one more.
    await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('engraph llm claims', 0))`);
    return claim(tx, options);
  });
}

async function claim(sql: Pool | ClientBase, { now, leaseMs, jobs, calls }: ClaimOptions): Promise<LlmJob[]> {
  const { rows } = await sql.query<LlmJob>(
    `WITH busy AS (
       SELECT scope_id, count(DISTINCT claim) AS calls FROM llm_jobs
       WHERE claim IS NOT NULL AND run_at > $1 AND $5::int + $6::int > 0 GROUP BY scope_id
     ), first AS (
       SELECT scope_id, memory_id, attempts FROM llm_jobs AS j
       WHERE run_at <= $1
         AND ($5 = 0 OR scope_id NOT IN (SELECT scope_id FROM busy WHERE calls >= $5))
         AND ($6 = 0 OR (SELECT coalesce(sum(calls), 0) FROM busy) < $6)
       ORDER BY run_at, memory_id LIMIT 1 FOR UPDATE SKIP LOCKED
     ), company AS (
       SELECT scope_id, memory_id FROM llm_jobs
       WHERE scope_id = (SELECT scope_id FROM first WHERE attempts = 0) AND run_at <= $1 AND attempts = 0
       ORDER BY run_at, memory_id LIMIT $3 FOR UPDATE SKIP LOCKED
     )
     UPDATE llm_jobs SET attempts = attempts + 1, run_at = $2, claim = $4
     WHERE (scope_id, memory_id) IN (SELECT scope_id, memory_id FROM first UNION SELECT scope_id, memory_id FROM company)
     RETURNING scope_id AS "scopeId", memory_id AS "memoryId", attempts`,
    [now, new Date(now.getTime() + leaseMs), jobs, uuidv7(), calls.perScope, calls.inAll],
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
export async function endClaim(pool: Pool, jobs: readonly LlmJob[]): Promise<void> {
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
