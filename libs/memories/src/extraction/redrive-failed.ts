import type { ClientBase, Pool } from 'pg';
import { memoryIdOfUuid } from '#contracts/memory-id.js';

/** How the audit names a redrive. */
export const REDRIVE_AUDIT = { operation: 'extraction.redrive', outcome: 'done' } as const;

export interface FailedExtraction {
  readonly scope_id: string;
  readonly memory_id: string;
  readonly attempts: number;
  readonly reason: string;
}

/** Lists memories whose extraction was given up, with the reason. */
export async function listFailedExtractions(pool: Pool): Promise<FailedExtraction[]> {
  const { rows } = await pool.query<FailedExtraction>(
    `SELECT scope_id, memory_id, attempts, coalesce(failure, '') AS reason
     FROM memory_extractions WHERE state = 'failed' ORDER BY scope_id, memory_id`,
  );
  return rows.map((row) => ({ ...row, memory_id: memoryIdOfUuid(row.memory_id) }));
}

const RESET = `state = 'pending', attempts = 0, sweeps = 0, sweep_at = now(), failure = NULL, parked_by_version = NULL,
         worker_id = NULL, crashes_alone = 0, retry_at = NULL`;

/**
 * Makes failed memories pending again with their counters reset; the sweeper hands them to the extractor at once.
 * Applies to all of them or to the given one; forgotten ones stay as they are.
 * @returns how many memories changed
 */
export async function redriveExtractions(sql: Pick<ClientBase, 'query'>, memoryUuid: string | null): Promise<number> {
  const { rowCount } = await sql.query(
    `UPDATE memory_extractions AS x
     SET ${RESET}
     FROM memories AS m
     WHERE x.state = 'failed' AND ($1::uuid IS NULL OR x.memory_id = $1)
       AND m.scope_id = x.scope_id AND m.memory_id = x.memory_id AND m.state = 'active'`,
    [memoryUuid],
  );
  return rowCount ?? 0;
}

/**
 * Does the same within one scope, in the caller's transaction.
 * @returns how many memories changed; null when the given memory is not there or not active
 */
export async function redriveInScope(
  tx: ClientBase,
  scopeId: string,
  memoryUuid: string | null,
): Promise<number | null> {
  if (memoryUuid !== null && !(await isActive(tx, scopeId, memoryUuid))) return null;
  const { rowCount } = await tx.query(
    `UPDATE memory_extractions AS x
     SET ${RESET}
     FROM memories AS m
     WHERE x.scope_id = $1 AND x.state = 'failed' AND ($2::uuid IS NULL OR x.memory_id = $2)
       AND m.scope_id = $1 AND m.memory_id = x.memory_id AND m.state = 'active'`,
    [scopeId, memoryUuid],
  );
  return rowCount ?? 0;
}

async function isActive(tx: ClientBase, scopeId: string, memoryUuid: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    `SELECT FROM memories WHERE scope_id = $1 AND memory_id = $2 AND state = 'active'`,
    [scopeId, memoryUuid],
  );
  return rowCount === 1;
}
