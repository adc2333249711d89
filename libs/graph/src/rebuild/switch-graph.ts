import { setTimeout as delay } from 'node:timers/promises';
import type { ClientBase } from 'pg';
import { sqlState } from '#database/errors.js';
import { failpoint } from '#failpoints/failpoints.js';
import { beginSnapshot, changedSince, replayChanged } from './catch-up.js';
import { dropReplacedTables, FRESH_SCHEMA, REBUILT_TABLES, OLD_SCHEMA } from './graph-tables.js';

/** A lock was not to be had in time, or not all of them. */
const NOT_IN_TIME = new Set(['55P03', '57014']);
const MAX_TRIES = 60;
/** Whoever reads meanwhile is let through between two tries. */
const PAUSE_MS = 1_000;
/** So many streams are projected again while all wait: some 200 ms. */
const MAX_UNDER_LOCK = 50;
const MAX_ROUNDS = 20;

/**
 * Brings the fresh tables up to now beside live traffic, until few streams are left, and puts them in place of the live ones in one
 * transaction: projections and reads of the graph wait for that, which takes as long for many scopes as for one.
 * Acknowledgements do not wait. Killed at any moment, it leaves one whole graph or the other.
 * @param log session that reads the log
 * @param fresh session that writes the fresh tables
 * @param snapshot what these were built from, as text of pg_current_snapshot()
 * @throws the driver's error, where the locks were not to be had in about a minute and a half
 */
export async function switchGraph(log: ClientBase, fresh: ClientBase, snapshot: string): Promise<void> {
  for (const table of REBUILT_TABLES) await fresh.query(`ANALYZE ${FRESH_SCHEMA}.${table}`);
  let built = snapshot;
  for (let tries = 1; ; tries += 1) {
    built = await catchUp(log, fresh, built);
    failpoint('switch.after-catch-up');
    try {
      if (await trySwap(fresh, built, tries === MAX_TRIES)) break;
    } catch (error) {
      if (!NOT_IN_TIME.has(sqlState(error) ?? '') || tries === MAX_TRIES) throw error;
      await delay(PAUSE_MS);
    }
  }
  failpoint('switch.after-commit');
  await dropReplacedTables(fresh);
}

/** Projects what changed since, round after round, until a round leaves little. Returns the snapshot that was reached. */
async function catchUp(log: ClientBase, fresh: ClientBase, from: string): Promise<string> {
  let built = from;
  for (let round = 1; round <= MAX_ROUNDS; round += 1) {
    const snapshot = await beginSnapshot(log);
    const changed = await changedSince(log, built, null);
    await replayChanged(log, fresh, changed);
    await log.query('COMMIT');
    built = snapshot;
    if (changed.length < MAX_UNDER_LOCK) break;
  }
  return built;
}

/**
 * Swaps the tables under their locks. Returns false, and has changed nothing, where too much changed since the snapshot.
 * @param last whether however much there is has to be projected now
 */
async function trySwap(fresh: ClientBase, built: string, last: boolean): Promise<boolean> {
  await fresh.query('BEGIN');
  try {
    await fresh.query('SET LOCAL synchronous_commit = on');
    await lockLiveTables(fresh);
    failpoint('switch.after-lock');
    const changed = await changedSince(fresh, built, last ? null : MAX_UNDER_LOCK + 1);
    if (!last && changed.length > MAX_UNDER_LOCK) {
      await fresh.query('ROLLBACK');
      return false;
    }
    await replayChanged(fresh, fresh, changed);
    await swap(fresh);
    failpoint('switch.before-commit');
    await fresh.query('COMMIT');
    return true;
  } catch (error) {
    await fresh.query('ROLLBACK');
    throw error;
  }
}

/**
 * All of them, or an error within a second. For one it waits half a second: less than the time after which Postgres looks for
 * deadlocks, so that it is never a reader that is ended, and nobody queues behind a lock that a long reader keeps away.
 */
async function lockLiveTables(sql: ClientBase): Promise<void> {
  await sql.query(`SET LOCAL lock_timeout = '500ms'`);
  await sql.query(`SET LOCAL statement_timeout = '1s'`);
  await sql.query(`LOCK TABLE ${REBUILT_TABLES.map((table) => `public.${table}`).join(', ')} IN ACCESS EXCLUSIVE MODE`);
  await sql.query('SET LOCAL lock_timeout = 0');
  await sql.query('SET LOCAL statement_timeout = 0');
}

/** The replaced tables are dropped after the commit: their files take time, and nobody should wait for that. */
async function swap(sql: ClientBase): Promise<void> {
  await sql.query(`DROP SCHEMA IF EXISTS ${OLD_SCHEMA} CASCADE`);
  await sql.query(`CREATE SCHEMA ${OLD_SCHEMA}`);
  const moves = REBUILT_TABLES.flatMap((table) => [
    `ALTER TABLE public.${table} SET SCHEMA ${OLD_SCHEMA}`,
    `ALTER TABLE ${FRESH_SCHEMA}.${table} SET SCHEMA public`,
  ]);
  await sql.query(moves.join(';\n'));
}
