import type { ClientBase, Pool } from 'pg';
import type { ClaimThresholds } from '../claim-thresholds.js';
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
  /** Number of rows that exist in only one of the two graphs. */
  readonly differences: number;
  readonly tables: readonly TableDifference[];
}

/**
 * Rebuilds the graph from the log, beside live traffic, and compares it with the live one at one snapshot. Projection
 * and event commit together, so every snapshot contains the graph of exactly its events. `switch` then brings the new
 * graph up to date and puts it in place of the live one.
 * @param thresholds those of a new graph to switch to; by default, and to verify, those recorded for the live one
 * @throws RebuildRunning
 */
export async function rebuildGraph(
  pool: Pool,
  mode: 'verify' | 'switch',
  thresholds?: ClaimThresholds,
): Promise<RebuildReport> {
  return underRebuildLock(pool, async (fresh) => {
    const log = await pool.connect();
    try {
      await createFreshTables(fresh, mode === 'switch' ? (thresholds ?? null) : null);
      await useFreshTables(fresh);
      return await rebuildBetween(log, fresh, mode);
    } finally {
      await dropFreshTables(fresh).catch(() => undefined);
      // This session may still hold the snapshot of the rebuild, so it is closed instead of reused.
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
