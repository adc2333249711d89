import type { Pool } from 'pg';
import { dropFreshTables, FRESH_SCHEMA, OLD_SCHEMA } from './graph-tables.js';
import { RebuildRunning, underRebuildLock } from './rebuild-lock.js';

/**
 * Drops the tables left by a rebuild that was killed: they contain text of memories, and a forget does not reach them.
 * Leaves a running rebuild alone.
 * @returns whether there was anything to drop
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
