import { setTimeout as delay } from 'node:timers/promises';
import type { ClientBase } from 'pg';
import { sqlState } from '#database/errors.js';
import { failpoint } from '#failpoints/failpoints.js';
import { beginSnapshot, changedSince, replayChanged } from './catch-up.js';
import { dropReplacedTables, FRESH_SCHEMA, REBUILT_TABLES, OLD_SCHEMA } from './graph-tables.js';

/** SQLSTATE codes when a lock was not granted in time (lock_not_available), or not all of them (query_canceled). */
const LOCK_TIMEOUT_CODES = new Set(['55P03', '57014']);
const MAX_TRIES = 60;
/** Pause between two tries in milliseconds, in which waiting readers proceed. */
const PAUSE_MS = 1_000;
/** Maximum number of streams projected again while everybody waits: about 200 ms. */
const MAX_UNDER_LOCK = 50;
const MAX_ROUNDS = 20;

/**
 * Brings the fresh tables up to date beside live traffic until few changed streams are left, then swaps them with the
 * live tables in one transaction. Projections and reads of the graph wait for that transaction, which takes as long for
 * many scopes as for one; acknowledgements do not wait. A crash at any moment leaves one complete graph or the other.
 * @param log session that reads the log
 * @param fresh session that writes the fresh tables
 * @param snapshot snapshot that the fresh tables were built from, as text of pg_current_snapshot()
 * @throws the driver's error when the locks were not granted within about a minute and a half
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
      if (!LOCK_TIMEOUT_CODES.has(sqlState(error) ?? '') || tries === MAX_TRIES) throw error;
      await delay(PAUSE_MS);
    }
  }
  failpoint('switch.after-commit');
  await dropReplacedTables(fresh);
}

/** Projects what changed since, in rounds, until few streams are left. Returns the snapshot reached. */
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
 * Swaps the tables under their locks. Returns false without any change when too much changed since the snapshot.
 * @param last whether to project all remaining changes, however many
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
 * Locks all live tables, or fails within a second. The wait for one lock is half a second, which is less than the
 * deadlock timeout of Postgres: so Postgres never ends a reader's transaction, and nobody queues for long behind a lock
 * that a long reader delays.
 */
async function lockLiveTables(sql: ClientBase): Promise<void> {
  await sql.query(`SET LOCAL lock_timeout = '500ms'`);
  await sql.query(`SET LOCAL statement_timeout = '1s'`);
  await sql.query(`LOCK TABLE ${REBUILT_TABLES.map((table) => `public.${table}`).join(', ')} IN ACCESS EXCLUSIVE MODE`);
  await sql.query('SET LOCAL lock_timeout = 0');
  await sql.query('SET LOCAL statement_timeout = 0');
}

/**
 * Swaps the schemas of the tables. The replaced tables are dropped after the commit, because removing their files takes
 * time.
 */
async function swap(sql: ClientBase): Promise<void> {
  await sql.query(`DROP SCHEMA IF EXISTS ${OLD_SCHEMA} CASCADE`);
  await sql.query(`CREATE SCHEMA ${OLD_SCHEMA}`);
  const moves = REBUILT_TABLES.flatMap((table) => [
    `ALTER TABLE public.${table} SET SCHEMA ${OLD_SCHEMA}`,
    `ALTER TABLE ${FRESH_SCHEMA}.${table} SET SCHEMA public`,
  ]);
  await sql.query(moves.join(';\n'));
}
