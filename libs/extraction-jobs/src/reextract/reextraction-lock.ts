import type { Pool } from 'pg';

/** Another process reads the scope's memories again. */
export class ReextractionRunning extends Error {
  override readonly name = 'ReextractionRunning';
  constructor() {
    super('another re-extraction of this scope is under way');
  }
}

/**
 * Runs `work` while no one else re-extracts the scope: two would move one place in turns. The lock is a session's, so it
 * ends with a process that is killed.
 * @throws ReextractionRunning, or what the work throws
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
    // Closing would release the lock, too, but nobody could wait for that.
    await session.query('SELECT pg_advisory_unlock(hashtextextended($1, 0))', [lock]).catch(() => undefined);
    session.release(true);
  }
}
