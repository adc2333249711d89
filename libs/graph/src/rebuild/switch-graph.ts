import type { ClientBase } from 'pg';
import { groupBy } from '#contracts/group-by.js';
import { sqlState } from '#database/errors.js';
import { compareScope, type TableDifference } from './compare-graphs.js';
import { FRESH_SCHEMA, REBUILT_TABLES, OLD_SCHEMA } from './graph-tables.js';
import { replayWithReaders } from './replay-streams.js';

const LOCK_NOT_AVAILABLE = '55P03';
const MAX_TRIES = 60;

/**
 * Brings the fresh tables up to now and puts them in place of the live ones, in one transaction: projections and
 * reads of the graph wait meanwhile, acknowledgements do not. Returns how the two differed.
 * @param snapshot what the fresh tables were built from, as text of pg_current_snapshot()
 */
export async function switchGraph(fresh: ClientBase, snapshot: string): Promise<TableDifference[]> {
  await fresh.query('BEGIN');
  await fresh.query('SET LOCAL synchronous_commit = on');
  try {
    await lockLiveTables(fresh);
    await catchUp(fresh, snapshot);
    const differences = await compareAll(fresh);
    await swap(fresh);
    await fresh.query('COMMIT');
    return differences;
  } catch (error) {
    await fresh.query('ROLLBACK');
    throw error;
  }
}

/**
 * Gives up after half a second each time and tries again: less than the time after which Postgres looks for
 * deadlocks, so that it is never a reader that is ended.
 */
async function lockLiveTables(sql: ClientBase): Promise<void> {
  await sql.query(`SET LOCAL lock_timeout = '500ms'`);
  for (let tries = 1; ; tries += 1) {
    await sql.query('SAVEPOINT locks');
    try {
      for (const table of REBUILT_TABLES) await sql.query(`LOCK TABLE public.${table} IN ACCESS EXCLUSIVE MODE`);
      await sql.query('SET LOCAL lock_timeout = 0');
      return;
    } catch (error) {
      if (sqlState(error) !== LOCK_NOT_AVAILABLE || tries === MAX_TRIES) throw error;
      await sql.query('ROLLBACK TO SAVEPOINT locks');
    }
  }
}

/**
 * Projects again the memories and created entities of events that the snapshot did not see. What the fresh tables note
 * of claims that lean on others is of the snapshot: a reader whose claims were erased since is found by it.
 */
async function catchUp(sql: ClientBase, snapshot: string): Promise<void> {
  const { rows } = await sql.query<{ scope_id: string; stream_id: string }>(
    `SELECT DISTINCT scope_id, stream_id FROM events
     WHERE epoch = (SELECT max(epoch) FROM log_epochs) AND txid >= pg_snapshot_xmin($1::pg_snapshot)
       AND NOT pg_visible_in_snapshot(txid, $1::pg_snapshot)
       AND type IN ('MemoryExtracted', 'MemoryExtractionFailed', 'MemoryForgotten', 'EntityCreated',
         'NameAssigned', 'MemoryRestored')`,
    [snapshot],
  );
  for (const [scopeId, own] of groupBy(rows, (row) => row.scope_id))
    await replayWithReaders(
      sql,
      scopeId,
      own.map((row) => row.stream_id),
    );
}

async function compareAll(sql: ClientBase): Promise<TableDifference[]> {
  const { rows } = await sql.query<{ scope_id: string }>('SELECT scope_id FROM scopes ORDER BY scope_id');
  const differences: TableDifference[] = [];
  for (const { scope_id } of rows) differences.push(...(await compareScope(sql, sql, scope_id)));
  return differences;
}

async function swap(sql: ClientBase): Promise<void> {
  await sql.query(`DROP SCHEMA IF EXISTS ${OLD_SCHEMA} CASCADE`);
  await sql.query(`CREATE SCHEMA ${OLD_SCHEMA}`);
  for (const table of REBUILT_TABLES) {
    await sql.query(`ALTER TABLE public.${table} SET SCHEMA ${OLD_SCHEMA}`);
    await sql.query(`ALTER TABLE ${FRESH_SCHEMA}.${table} SET SCHEMA public`);
  }
  await sql.query(`DROP SCHEMA ${OLD_SCHEMA} CASCADE`);
}
