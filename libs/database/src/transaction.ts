import type { Pool, PoolClient } from 'pg';
import { isRetryable } from './errors.js';

const MAX_TRIES = 5;

/**
 * Runs `work` in one transaction and commits it. After serialization failures and deadlocks it runs again, up to five
 * times in total, so `work` must not have effects outside the transaction.
 * @param begin statement that begins the transaction
 * @throws the last error of `work` or the commit
 */
export async function inTransaction<T>(pool: Pool, work: (tx: PoolClient) => Promise<T>, begin = 'BEGIN'): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await runOnce(pool, work, begin);
    } catch (error) {
      if (tries >= MAX_TRIES || !isRetryable(error)) throw error;
    }
  }
}

async function runOnce<T>(pool: Pool, work: (tx: PoolClient) => Promise<T>, begin: string): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query(begin);
    const result = await work(client);
    await client.query('COMMIT');
    return result;
  } catch (error) {
    broken = await rollBack(client);
    throw error;
  } finally {
    client.release(broken);
  }
}

/** Rolls back; returns the error of a failed rollback, whose connection must not go back to the pool. */
async function rollBack(client: PoolClient): Promise<Error | undefined> {
  try {
    await client.query('ROLLBACK');
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}
