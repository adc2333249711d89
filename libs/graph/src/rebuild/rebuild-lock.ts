import type { Pool, PoolClient } from 'pg';

const LOCK = `hashtextextended('engraph rebuild', 0)`;

/** Thrown when another rebuild or erasure of this database is running. */
export class RebuildRunning extends Error {
  override readonly name = 'RebuildRunning';
  constructor() {
    super('another rebuild or erasure of this database is running');
  }
}

/**
 * Runs `work` under the lock that excludes rebuilds and erasures of scopes: a rebuild that began before an erasure
 * would bring back what it erased. The session holds the lock and is closed afterwards.
 * @throws RebuildRunning, or what the work throws
 */
export async function underRebuildLock<T>(pool: Pool, work: (session: PoolClient) => Promise<T>): Promise<T> {
  const session = await pool.connect();
  try {
    const { rows } = await session.query<{ locked: boolean }>(`SELECT pg_try_advisory_lock(${LOCK}) AS locked`);
    if (rows[0]?.locked !== true) throw new RebuildRunning();
    return await work(session);
  } finally {
    // Closing the session would release the lock too, but the caller could not wait for that.
    await session.query(`SELECT pg_advisory_unlock(${LOCK})`).catch(() => undefined);
    session.release(true);
  }
}
