import type { Pool } from 'pg';

/** Memories of one scope whose vectors are to be computed. */
export interface DueVectors {
  readonly scopeId: string;
  readonly memoryIds: readonly string[];
}

/**
 * Leases due vectors of one model and one scope, the longest overdue first. They become due again when the lease ends,
 * in case the worker died.
 * @param pool connection pool of the owner, which sees all scopes
 * @returns null if nothing is due
 */
export async function leaseDueVectors(
  pool: Pool,
  model: string,
  { now, leaseMs, limit }: { readonly now: Date; readonly leaseMs: number; readonly limit: number },
): Promise<DueVectors | null> {
  const { rows } = await pool.query<{ scope_id: string; memory_id: string }>(
    `WITH first AS (
       SELECT scope_id FROM memory_vectors
       WHERE due_at <= $1 AND model = $2 ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED
     ), taken AS (
       SELECT scope_id, memory_id FROM memory_vectors
       WHERE scope_id = (SELECT scope_id FROM first) AND due_at <= $1 AND model = $2
       ORDER BY due_at, memory_id LIMIT $4 FOR UPDATE SKIP LOCKED
     )
     UPDATE memory_vectors AS v SET due_at = $3 FROM taken
     WHERE v.scope_id = taken.scope_id AND v.memory_id = taken.memory_id AND v.model = $2
     RETURNING v.scope_id, v.memory_id`,
    [now, model, new Date(now.getTime() + leaseMs), limit],
  );
  const [first] = rows;
  return first ? { scopeId: first.scope_id, memoryIds: rows.map((row) => row.memory_id) } : null;
}

/** Returns leased vectors: they become due at the given time. */
export async function postponeVectors(
  pool: Pool,
  model: string,
  { scopeId, memoryIds }: DueVectors,
  dueAt: Date,
): Promise<void> {
  await pool.query(
    `UPDATE memory_vectors SET due_at = $4
     WHERE scope_id = $1 AND memory_id = ANY ($2::uuid[]) AND model = $3 AND due_at IS NOT NULL`,
    [scopeId, memoryIds, model, dueAt],
  );
}
