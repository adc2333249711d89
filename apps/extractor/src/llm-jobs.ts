import type { ClientBase, Pool } from 'pg';

export interface LlmJob {
  readonly scopeId: string;
  readonly memoryId: string;
  /** This attempt included. */
  readonly attempts: number;
}

/**
 * Takes due jobs of one scope, the one that is due longest first: up to `limit` that were never tried, or one that
 * was, alone, so that it takes no other along. A taken job is due again after the lease, should its worker vanish.
 */
export async function claimLlmJobs(pool: Pool, now: Date, leaseMs: number, limit: number): Promise<LlmJob[]> {
  const { rows } = await pool.query<LlmJob>(
    `WITH first AS (
       SELECT scope_id, memory_id, attempts FROM llm_jobs
       WHERE run_at <= $1 ORDER BY run_at, memory_id LIMIT 1 FOR UPDATE SKIP LOCKED
     ), company AS (
       SELECT scope_id, memory_id FROM llm_jobs
       WHERE scope_id = (SELECT scope_id FROM first WHERE attempts = 0) AND run_at <= $1 AND attempts = 0
       ORDER BY run_at, memory_id LIMIT $3 FOR UPDATE SKIP LOCKED
     )
     UPDATE llm_jobs SET attempts = attempts + 1, run_at = $2
     WHERE (scope_id, memory_id) IN (SELECT scope_id, memory_id FROM first UNION SELECT scope_id, memory_id FROM company)
     RETURNING scope_id AS "scopeId", memory_id AS "memoryId", attempts`,
    [now, new Date(now.getTime() + leaseMs), limit],
  );
  return rows;
}

/** Gives jobs of one scope back after a fault that was not their own: the attempt does not count. */
export async function postponeLlmJobs(pool: Pool, jobs: readonly LlmJob[], runAt: Date): Promise<void> {
  const [first] = jobs;
  if (!first) return;
  await pool.query(
    `UPDATE llm_jobs SET attempts = attempts - 1, run_at = $3 WHERE scope_id = $1 AND memory_id = ANY ($2::uuid[])`,
    [first.scopeId, jobs.map((job) => job.memoryId), runAt],
  );
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
