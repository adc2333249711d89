import { nanosOfDate } from '#contracts/clock.js';
import type { Pool, PoolClient } from 'pg';
import type { AuditActor } from '#database/audit-trail.js';
import { untilOlderTransactionsEnd } from '#database/older-transactions.js';
import { inTransaction } from '#database/transaction.js';
import { appendEvents } from '#event-store/append-events.js';
import { failpoint } from '#failpoints/failpoints.js';
import { lockScope } from '#database/in-locked-scope.js';
import { recordErasure } from './record-erasure.js';
import { dropFreshTables } from '#graph/rebuild/graph-tables.js';
import { underRebuildLock } from '#graph/rebuild/rebuild-lock.js';

export interface EraseScopeOptions {
  readonly now: Date;
  /** Who erases, for the audit trail; the service itself by default. */
  readonly by?: AuditActor;
  /** Maximum number of rows that one transaction deletes. */
  readonly batch?: number;
  /** Called after each batch, once it is durable. */
  readonly onDeleted?: (table: string, rows: number) => void;
  /** Called once, with the names of the transactions that must end first. */
  readonly onWait?: (holders: readonly string[]) => void;
}

export interface ScopeErasure {
  readonly scopeId: string;
  /** Rows deleted by this run. */
  readonly rows: number;
  /** False when an earlier run had already finished. */
  readonly finished: boolean;
}

/** Thrown when the scope never existed. */
export class UnknownScope extends Error {
  override readonly name = 'UnknownScope';
  constructor(readonly scopeId: string) {
    super('there is no such scope');
  }
}

const BATCH = 2_000;

/**
 * Erases everything a scope holds, for good. The scope is marked first. The mark closes it to credentials and writes;
 * once the transactions that were open before the mark have ended, none is left that did not see it. Memories are
 * deleted before the rest, because all background work (extraction, LLM, sweeper, access counts) writes only for a
 * memory that exists. ScopeErased is the last event of the scope, and in the end its only one. Running this again, also
 * after a crash at any point, finishes the work. No rebuild can run at the same time.
 * @throws UnknownScope, RebuildRunning
 */
export async function eraseScope(pool: Pool, scopeId: string, options: EraseScopeOptions): Promise<ScopeErasure> {
  return underRebuildLock(pool, async (session) => {
    await closeScope(pool, scopeId, options);
    failpoint('erase.after-mark');
    await untilOlderTransactionsEnd(session, options.onWait);
    await endKeys(pool, scopeId, options.now);
    failpoint('erase.after-keys');
    await dropFreshTables(session);
    let rows = await deleteMemories(pool, scopeId, options);
    failpoint('erase.after-memories');
    for (const table of await tablesOfScopes(session)) rows += await deleteRows(session, table, scopeId, options);
    failpoint('erase.before-last-event');
    return { scopeId, rows, finished: await finish(pool, scopeId, options.now) };
  });
}

async function closeScope(pool: Pool, scopeId: string, how: Pick<EraseScopeOptions, 'now' | 'by'>): Promise<void> {
  await inTransaction(pool, async (tx) => {
    const { rows } = await tx.query('SELECT FROM scopes WHERE scope_id = $1', [scopeId]);
    if (rows.length === 0) throw new UnknownScope(scopeId);
    const closed = await tx.query(
      'INSERT INTO erased_scopes (scope_id, erased_at) VALUES ($1, $2) ON CONFLICT DO NOTHING',
      [scopeId, how.now],
    );
    // A repeated run only finishes the work, so it is not recorded again.
    if (closed.rowCount === 1) await recordErasure(tx, { scopeId }, how);
  });
}

/**
 * Revokes the keys of the scope and clears the names operators gave them; the rows stay for the audit trail. No new
 * keys can be made.
 */
async function endKeys(pool: Pool, scopeId: string, now: Date): Promise<void> {
  await pool.query(
    `UPDATE api_keys SET revoked_at = coalesce(revoked_at, $2), name = ''
     WHERE scope_id = $1 AND (revoked_at IS NULL OR name <> '')`,
    [scopeId, now],
  );
}

/** Deletes memories under the scope's lock, which projections hold too: a later projection finds the memory gone. */
async function deleteMemories(
  pool: Pool,
  scopeId: string,
  { batch = BATCH, onDeleted }: EraseScopeOptions,
): Promise<number> {
  for (let deleted = 0; ;) {
    const memories = await inTransaction(pool, async (tx) => {
      await lockScope(tx, scopeId);
      const { rows } = await tx.query<{ memory_id: string }>(
        `DELETE FROM memories WHERE scope_id = $1 AND memory_id = ANY (ARRAY(
           SELECT memory_id FROM memories WHERE scope_id = $1 ORDER BY memory_id LIMIT $2))
         RETURNING memory_id`,
        [scopeId, batch],
      );
      const ids = rows.map((row) => row.memory_id);
      for (const table of ['memory_extractions', 'llm_jobs'])
        await tx.query(`DELETE FROM ${table} WHERE scope_id = $1 AND memory_id = ANY ($2::uuid[])`, [scopeId, ids]);
      return ids.length;
    });
    if (memories === 0) return deleted;
    deleted += memories;
    onDeleted?.('memories', memories);
  }
}

/**
 * Tables kept of an erased scope: its names, its revoked keys, and the record of its erasure. The audit of keys stays
 * as well.
 */
const STAYS = ['scopes', 'api_keys', 'erased_scopes'];

/** Every table whose primary key begins with scope_id, including those of later migrations; the log comes last. */
async function tablesOfScopes(sql: PoolClient): Promise<string[]> {
  const { rows } = await sql.query<{ table: string }>(
    `SELECT relname AS table
     FROM pg_index JOIN pg_class ON pg_class.oid = indrelid
          JOIN pg_attribute ON attrelid = indrelid AND attnum = indkey[0]
     WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND indisprimary AND attname = 'scope_id'
       AND relname <> ALL ($1)
     ORDER BY relname = 'events', relname`,
    [STAYS],
  );
  return rows.map((row) => row.table);
}

/**
 * Deletes the scope's rows of a table in batches. The setting, local to the statement, tells the log's trigger that
 * events may be deleted because their scope is erased.
 */
async function deleteRows(
  sql: PoolClient,
  table: string,
  scopeId: string,
  { batch = BATCH, onDeleted }: EraseScopeOptions,
): Promise<number> {
  for (let deleted = 0; ;) {
    const { rowCount } = await sql.query(
      `DELETE FROM public.${table} WHERE set_config('engraph.event_change', 'erasure', true) IS NOT NULL AND ctid = ANY (ARRAY(
         SELECT ctid FROM public.${table} WHERE scope_id = $1 AND NOT (${isLastEvent(table)}) LIMIT $2))`,
      [scopeId, batch],
    );
    if (rowCount === 0) return deleted;
    deleted += rowCount ?? 0;
    failpoint('erase.after-batch');
    onDeleted?.(table, rowCount ?? 0);
  }
}

/** SQL condition for the event that stays in the log: it records that all else is gone. */
const isLastEvent = (table: string): string => (table === 'events' ? `type = 'ScopeErased'` : 'false');

/**
 * Sets the finish mark and appends the event in one transaction, so there is exactly one event however often this runs.
 */
async function finish(pool: Pool, scopeId: string, now: Date): Promise<boolean> {
  return inTransaction(pool, async (tx) => {
    const { rows } = await tx.query<{ erased_at: Date }>(
      'UPDATE erased_scopes SET finished_at = $2 WHERE scope_id = $1 AND finished_at IS NULL RETURNING erased_at',
      [scopeId, now],
    );
    const [closed] = rows;
    if (!closed) return false;
    const data = { erased_at_unix_nanos: nanosOfDate(closed.erased_at) };
    await appendEvents(tx, [{ type: 'ScopeErased', scopeId, streamId: scopeId, data }]);
    return true;
  });
}
