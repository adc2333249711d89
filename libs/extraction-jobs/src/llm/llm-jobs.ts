import type { Pool } from 'pg';
import { LeasedQueue } from '#leased-queue/leased-queue.js';
import { NO_SCOPE, type Job, type LeaseLimits, type LeaseOptions } from '#leased-queue/queue-table.js';

export { NO_SCOPE };
export type LlmJob = Job;

/** Maximum concurrent calls of all extractors together; 0: no limit. */
export type CallLimits = LeaseLimits;

/**
 * Queue of the memories that the LLM stage has yet to read. Scopes take turns, because calls are slow and a scope may
 * have many jobs. Attempts and crashes are counted, because a memory may be what the stage fails on.
 */
export const LLM_QUEUE = new LeasedQueue({
  ...{ name: 'llm_jobs', dueAt: 'run_at', turns: 'round-robin', counted: true, completed: 'deleted' },
});

/** Leases due jobs of the next scope that may have another call: jobs of a lease are read one after another. */
export function leaseLlmJobs(
  pool: Pool,
  { calls, ...lease }: Omit<LeaseOptions, 'limits'> & { readonly calls: CallLimits },
): Promise<LlmJob[]> {
  return LLM_QUEUE.lease(pool, { ...lease, limits: calls });
}

/** Number of memories that wait for the LLM, counted up to 100,000. */
export async function countLlmJobs(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ jobs: number }>(
    'SELECT count(*)::int AS jobs FROM (SELECT FROM llm_jobs LIMIT 100000) AS waiting',
  );
  return rows[0]?.jobs ?? 0;
}
