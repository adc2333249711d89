import type { Pool } from 'pg';

/** Another process is re-extracting the scope. */
export class ReextractionRunning extends Error {
  override readonly name = 'ReextractionRunning';
  constructor() {
    super('another re-extraction of this scope is running');
  }
}

/**
 * Runs `work` under a lock, because two re-extractions of a scope would move the same progress row. The lock belongs to
 * a database session, so it ends with a killed process.
 * @throws ReextractionRunning
 * @throws what `work` throws
 */
export async function underReextractionLock<T>(pool: Pool, scopeId: string, work: () => Promise<T>): Promise<T> {
  const lock = `engraph reextraction ${scopeId}`;
  const session = await pool.connect();
  try {
    const { rows } = await session.query<{ locked: boolean }>(
      'SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS locked',
      [lock],
    );
    if (rows[0]?.locked !== true) throw new ReextractionRunning();
    return await work();
  } finally {
    // Closing the session would release the lock too, but that cannot be awaited.
    await session.query('SELECT pg_advisory_unlock(hashtextextended($1, 0))', [lock]).catch(() => undefined);
    session.release(true);
  }
}
