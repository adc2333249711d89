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
  /** Who erases, for the audit; the service itself unless told otherwise. */
  readonly by?: AuditActor;
  /** Rows that one transaction deletes at most. */
  readonly batch?: number;
  /** Told of each batch, when it is durable. */
  readonly onDeleted?: (table: string, rows: number) => void;
  /** Told once, where transactions of others have to end first: what holds them. */
  readonly onWait?: (holders: readonly string[]) => void;
}

export interface ScopeErasure {
  readonly scopeId: string;
  /** Rows that this run deleted. */
  readonly rows: number;
  /** False where an earlier run had finished. */
  readonly finished: boolean;
}

/** There never was such a scope. */
export class UnknownScope extends Error {
  override readonly name = 'UnknownScope';
  constructor(readonly scopeId: string) {
    super('there is no such scope');
  }
}

const BATCH = 2_000;

/**
 * Erases all that a scope holds, for good. The scope is marked first: the mark closes it to credentials and writes, and
 * once the transactions have ended that were open before the mark, there are none left that did not see it.
 * Memories go before all else: whatever is still under way (extraction, LLM, sweeper, access counts) writes only for a
 * memory that it finds. ScopeErased is the scope's last event, and in the end its only one. Whoever runs this again, also
 * after a crash at any point, finishes what is left. No rebuild can run meanwhile.
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
    // Run again, it only finishes what is left.
    if (closed.rowCount === 1) await recordErasure(tx, { scopeId }, how);
  });
}

/** Keys stay for the audit, without the names that operators gave them. None can be made any more. */
async function endKeys(pool: Pool, scopeId: string, now: Date): Promise<void> {
  await pool.query(
    `UPDATE api_keys SET revoked_at = coalesce(revoked_at, $2), name = ''
     WHERE scope_id = $1 AND (revoked_at IS NULL OR name <> '')`,
    [scopeId, now],
  );
}

/** Under the scope's lock, which projections hold: one that comes later finds the memory gone. */
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

/** What stays of an erased scope: its names, its keys, which are revoked, and that it was erased. The audit of keys stays, too. */
const STAYS = ['scopes', 'api_keys', 'erased_scopes'];

/** Every table that is made up of scopes, also one that a later migration adds; the log comes last. */
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

/** The setting, for this one statement, tells the log's trigger that rows go with their scope. */
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

/** Of the log, what tells that all else is gone. */
const isLastEvent = (table: string): string => (table === 'events' ? `type = 'ScopeErased'` : 'false');

/** The mark and the event are one transaction, so there is one event however often this is run. */
async function finish(pool: Pool, scopeId: string, now: Date): Promise<boolean> {
  return inTransaction(pool, async (tx) => {
    const { rows } = await tx.query<{ erased_at: Date }>(
      'UPDATE erased_scopes SET finished_at = $2 WHERE scope_id = $1 AND finished_at IS NULL RETURNING erased_at',
      [scopeId, now],
    );
    const [closed] = rows;
    if (!closed) return false;
    const data = { erased_at_unix_nanos: BigInt(closed.erased_at.getTime()) * 1_000_000n };
    await appendEvents(tx, [{ type: 'ScopeErased', scopeId, streamId: scopeId, data }]);
    return true;
  });
}
