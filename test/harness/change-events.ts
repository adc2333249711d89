import type { Pool } from 'pg';
import { inTransaction } from '#database/transaction.js';

/** Changes events with the guarding triggers disabled, to simulate another time or cluster. */
export async function changeEvents(pool: Pool, sql: string, values: unknown[] = []): Promise<void> {
  await inTransaction(pool, async (tx) => {
    await tx.query('SET LOCAL session_replication_role = replica');
    await tx.query(sql, values);
  });
}
