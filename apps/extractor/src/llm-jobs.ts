import type { ClientBase, Pool } from 'pg';

export interface LlmJob {
  readonly scopeId: string;
  readonly memoryId: string;
  /** This attempt included. */
  readonly attempts: number;
}

/** Takes up to `limit` due jobs; a taken job is due again after the lease, should its worker vanish. */
export async function claimLlmJobs(pool: Pool, now: Date, leaseMs: number, limit: number): Promise<LlmJob[]> {
  const { rows } = await pool.query<LlmJob>(
    `UPDATE llm_jobs SET attempts = attempts + 1, run_at = $2
     WHERE (scope_id, memory_id) IN (
       SELECT scope_id, memory_id FROM llm_jobs WHERE run_at <= $1 ORDER BY run_at LIMIT $3 FOR UPDATE SKIP LOCKED)
     RETURNING scope_id AS "scopeId", memory_id AS "memoryId", attempts`,
    [now, new Date(now.getTime() + leaseMs), limit],
  );
  return rows;
}

/** Gives a job back after a fault that was not its own: the attempt does not count. */
export async function postponeLlmJob(pool: Pool, job: LlmJob, runAt: Date): Promise<void> {
  await pool.query(`UPDATE llm_jobs SET attempts = attempts - 1, run_at = $3 WHERE scope_id = $1 AND memory_id = $2`, [
    job.scopeId,
    job.memoryId,
    runAt,
  ]);
}

/** Removes a job; false when another worker has finished it. */
export async function finishLlmJob(tx: ClientBase, job: LlmJob): Promise<boolean> {
  const { rowCount } = await tx.query('DELETE FROM llm_jobs WHERE scope_id = $1 AND memory_id = $2', [
    job.scopeId,
    job.memoryId,
  ]);
  return rowCount === 1;
}
