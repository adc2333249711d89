import type { Pool } from 'pg';

const AT_A_TIME = 1_000;

/**
 * Makes memories that another version gave up pending again, once. Each is tried alone, since it may crash the process.
 * Forgotten ones stay as they are.
 * @param version of this program and its stages
 * @returns how many memories changed
 */
export async function redriveParked(system: Pool, version: string): Promise<number> {
  for (let redriven = 0; ;) {
    const { rowCount } = await system.query(
      `UPDATE memory_extractions AS x
       SET state = 'pending', attempts = 0, crashes_alone = 0, worker_id = NULL, retry_at = clock_timestamp()
       FROM (
         SELECT x.scope_id, x.memory_id FROM memory_extractions AS x JOIN memories AS m USING (scope_id, memory_id)
         WHERE x.state = 'failed' AND x.parked_by_version IS DISTINCT FROM $1 AND m.state = 'active'
         LIMIT $2 FOR UPDATE OF x SKIP LOCKED
       ) AS parked
       WHERE x.scope_id = parked.scope_id AND x.memory_id = parked.memory_id`,
      [version, AT_A_TIME],
    );
    redriven += rowCount ?? 0;
    if ((rowCount ?? 0) < AT_A_TIME) return redriven;
  }
}
