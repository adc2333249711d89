import type { ClientBase, Pool } from 'pg';
import { beginSnapshot } from './catch-up.js';
import { compareScope, type TableDifference } from './compare-graphs.js';
import { createFreshTables, dropFreshTables, useFreshTables } from './graph-tables.js';
import { underRebuildLock } from './rebuild-lock.js';
import { replayScope } from './replay-streams.js';
import { switchGraph } from './switch-graph.js';
import { failpoint } from '#failpoints/failpoints.js';

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
 * then brings the new graph up to now and puts it in place.
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
  const snapshot = await beginSnapshot(log);
  failpoint('rebuild.after-snapshot');
  const { rows: scopes } = await log.query<{ scope_id: string }>('SELECT scope_id FROM scopes ORDER BY scope_id');
  const tables: TableDifference[] = [];
  for (const { scope_id } of scopes) {
    await replayScope(log, fresh, scope_id);
    failpoint('rebuild.after-scope');
    tables.push(...(await compareScope(log, fresh, scope_id)));
  }
  await log.query('COMMIT');
  if (mode === 'switch') await switchGraph(log, fresh, snapshot);
  const differences = tables.reduce((sum, table) => sum + table.live_only + table.rebuilt_only, 0);
  return { mode, scopes: scopes.length, differences, tables };
}
