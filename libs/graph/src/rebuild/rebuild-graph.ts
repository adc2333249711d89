import type { ClientBase, Pool } from 'pg';
import { compareScope, type TableDifference } from './compare-graphs.js';
import { createFreshTables, dropFreshTables, useFreshTables } from './graph-tables.js';
import { underRebuildLock } from './rebuild-lock.js';
import { replayScope } from './replay-streams.js';
import { switchGraph } from './switch-graph.js';

export interface RebuildReport {
  readonly mode: 'verify' | 'switch';
  readonly scopes: number;
  /** Rows that only one of the two graphs has. */
  readonly differences: number;
  readonly tables: readonly TableDifference[];
}

/**
 * Makes the graph anew from the log, beside live traffic, and compares it with the live one at one snapshot:
 * projection and event commit together, so every snapshot holds the graph of exactly the events it holds. `switch`
 * then puts the new graph in place.
 * @throws RebuildRunning
 */
export async function rebuildGraph(pool: Pool, mode: 'verify' | 'switch'): Promise<RebuildReport> {
  return underRebuildLock(pool, async (fresh) => {
    const log = await pool.connect();
    try {
      await createFreshTables(fresh);
      await useFreshTables(fresh);
      return await rebuildBetween(log, fresh, mode);
    } finally {
      await dropFreshTables(fresh).catch(() => undefined);
      // It carries the snapshot of the rebuild: it does not go back to the pool.
      log.release(true);
    }
  });
}

async function rebuildBetween(log: ClientBase, fresh: ClientBase, mode: 'verify' | 'switch'): Promise<RebuildReport> {
  // Read only: a snapshot without a transaction id does not hold back the readers of the log.
  await log.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  const { rows } = await log.query<{ snapshot: string }>('SELECT pg_current_snapshot()::text AS snapshot');
  const { rows: scopes } = await log.query<{ scope_id: string }>('SELECT scope_id FROM scopes ORDER BY scope_id');
  const tables: TableDifference[] = [];
  for (const { scope_id } of scopes) {
    await replayScope(log, fresh, scope_id);
    if (mode === 'verify') tables.push(...(await compareScope(log, fresh, scope_id)));
  }
  await log.query('COMMIT');
  if (mode === 'switch') tables.push(...(await switchGraph(fresh, rows[0]?.snapshot ?? '')));
  const differences = tables.reduce((sum, table) => sum + table.live_only + table.rebuilt_only, 0);
  return { mode, scopes: scopes.length, differences, tables };
}
