import type { Pool } from 'pg';
import { notExpiredNowSql } from '#database/expiry-sql.js';
import { inLockedScope } from '#database/in-locked-scope.js';
import { inTransaction } from '#database/transaction.js';
import { forgetMemory } from './forget-memory.js';

/**
 * Forgets memories whose time is over by the clock of Postgres, oldest first, each in a transaction of its own. As
 * after any soft forget, the text is erased seven days later.
 * @returns how many were due, at most `limit`
 */
export async function expireMemories(pool: Pool, now: Date, limit: number): Promise<number> {
  const { rows } = await pool.query<{ scope_id: string; memory_id: string }>(
    `SELECT m.scope_id, m.memory_id FROM memories AS m
     WHERE m.expires_at_nanos IS NOT NULL AND m.state = 'active' AND NOT m.pinned
       AND m.expires_at_nanos <= (extract(epoch FROM now()) * 1e9)::bigint
     ORDER BY m.expires_at_nanos LIMIT $1`,
    [limit],
  );
  for (const row of rows) await expireOne(pool, row.scope_id, row.memory_id, now);
  return rows.length;
}

/** Forgets one memory, unless it was changed or forgotten meanwhile: under the scope's lock its row decides. */
async function expireOne(pool: Pool, scopeId: string, memoryId: string, now: Date): Promise<void> {
  await inLockedScope({ transaction: (work) => inTransaction(pool, work) }, scopeId, async (tx) => {
    const { rows } = await tx.query(
      `SELECT FROM memories AS m
       WHERE m.scope_id = $1 AND m.memory_id = $2 AND m.state = 'active' AND NOT ${notExpiredNowSql('m')}`,
      [scopeId, memoryId],
    );
    if (rows.length === 1) await forgetMemory(tx, scopeId, memoryId, { hard: false, now, reason: 'expired' });
  });
}
