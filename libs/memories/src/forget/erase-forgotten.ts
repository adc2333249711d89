import type { Pool } from 'pg';
import { inTransaction } from '#database/transaction.js';
import { forgetMemory } from './forget-memory.js';
import { inLockedScope } from '#database/in-locked-scope.js';

/** How long a softly forgotten memory is kept and can be restored, in milliseconds. */
export const FORGOTTEN_KEPT_MS = 7 * 24 * 60 * 60 * 1000;

/**
 * Erases memories that were softly forgotten 7 days before `now` or earlier, oldest first, each in a transaction of its
 * own.
 * @returns how many were due, at most `limit`
 */
export async function eraseForgotten(pool: Pool, now: Date, limit: number): Promise<number> {
  const horizon = new Date(now.getTime() - FORGOTTEN_KEPT_MS);
  const { rows } = await pool.query<{ scope_id: string; memory_id: string }>(
    `SELECT scope_id, memory_id FROM memories
     WHERE state = 'forgotten' AND NOT erased AND forgotten_at <= $1 ORDER BY forgotten_at LIMIT $2`,
    [horizon, limit],
  );
  for (const row of rows) await eraseOne(pool, row.scope_id, row.memory_id, { horizon, now });
  return rows.length;
}

/** Erases one memory, unless another replica was faster or the memory was restored meanwhile. */
async function eraseOne(
  pool: Pool,
  scopeId: string,
  memoryId: string,
  { horizon, now }: { readonly horizon: Date; readonly now: Date },
): Promise<void> {
  await inLockedScope({ transaction: (work) => inTransaction(pool, work) }, scopeId, async (tx) => {
    const { rows } = await tx.query(
      `SELECT FROM memories
       WHERE scope_id = $1 AND memory_id = $2 AND state = 'forgotten' AND NOT erased AND forgotten_at <= $3`,
      [scopeId, memoryId, horizon],
    );
    if (rows.length === 1) await forgetMemory(tx, scopeId, memoryId, { hard: true, now });
  });
}
