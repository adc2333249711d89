import type { Pool } from 'pg';
import { dropFreshTables, FRESH_SCHEMA, OLD_SCHEMA } from './graph-tables.js';
import { RebuildRunning, underRebuildLock } from './rebuild-lock.js';

/**
 * Drops what a rebuild left that was killed: its tables hold what memories say, and no forget knows of them. Whether
 * there was anything; one that is under way is left alone.
 */
export async function dropInterruptedRebuild(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query('SELECT FROM pg_namespace WHERE nspname IN ($1, $2)', [FRESH_SCHEMA, OLD_SCHEMA]);
  if (rows.length === 0) return false;
  try {
    await underRebuildLock(pool, dropFreshTables);
    return true;
  } catch (error) {
    if (error instanceof RebuildRunning) return false;
    throw error;
  }
}
