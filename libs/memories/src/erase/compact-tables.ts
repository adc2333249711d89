import type { Pool, PoolClient } from 'pg';
import { untilOlderTransactionsEnd } from '#database/older-transactions.js';
import { dropFreshTables } from '#graph/rebuild/graph-tables.js';
import { underRebuildLock } from '#graph/rebuild/rebuild-lock.js';
import { dropVectorIndexes } from '#search/pgvector/maintain-vector-indexes.js';

export interface CompactOptions {
  /** Called after each table is rewritten; sizes in bytes, with indexes and TOAST. */
  readonly onTable?: (table: string, before: number, after: number) => void;
  /** Called with the names of the transactions that must end before compaction can go on. */
  readonly onWait?: (holders: readonly string[]) => void;
}

/** Thrown when Postgres left data as it was: erased data may still be in its files. */
export class CompactionIncomplete extends Error {
  override readonly name = 'CompactionIncomplete';
  constructor(
    readonly warnings: readonly string[],
    options?: ErrorOptions,
  ) {
    super(`some tables were not rewritten: ${warnings.join('; ')}`, options);
  }
}

/**
 * Rewrites every table of the database, with indexes, TOAST and statistics. Afterwards, what was deleted or redacted
 * before the call remains in no file except the write-ahead log. An UPDATE or DELETE alone leaves the old row in its
 * page, VACUUM leaves its bytes in the free space, and ANALYZE keeps sampled values. Each table is locked while it is
 * rewritten, and needs its size on disk once more. None of this can run in a transaction: after a crash, run it again.
 * @throws RebuildRunning, CompactionIncomplete
 */
export async function compactTables(pool: Pool, options: CompactOptions): Promise<void> {
  await underRebuildLock(pool, async (session) => {
    const warnings: string[] = [];
    session.on('notice', ({ severity, message }) => {
      if (severity === 'WARNING') warnings.push(message ?? 'a warning');
    });
    await dropFreshTables(session);
    // Rewriting vector indexes under the table's lock takes longer than all the rest, so they are dropped here and
    // built again later without it.
    await dropVectorIndexes(session, options.onWait);
    // Postgres keeps row versions that an open transaction may still see.
    await untilOlderTransactionsEnd(session, options.onWait);
    for (const table of await allTables(session)) await rewrite(session, table, 'FULL, ANALYZE', options);
    for (const column of await columnsOfEmptyTables(session)) await forgetSamples(session, column);
    await untilOlderTransactionsEnd(session, options.onWait);
    await rewrite(session, 'pg_catalog.pg_statistic', 'FULL', options);
    if (warnings.length > 0) throw new CompactionIncomplete(warnings);
  });
}

async function allTables(sql: PoolClient): Promise<string[]> {
  const { rows } = await sql.query<{ table: string }>(
    `SELECT format('%I.%I', nspname, relname) AS table FROM pg_class JOIN pg_namespace AS n ON n.oid = relnamespace
     WHERE relkind = 'r' AND nspname = 'public' ORDER BY relname`,
  );
  return rows.map((row) => row.table);
}

async function rewrite(sql: PoolClient, table: string, how: string, { onTable }: CompactOptions): Promise<void> {
  const before = await sizeOf(sql, table);
  await sql.query(`VACUUM (${how}) ${table}`);
  onTable?.(table, before, await sizeOf(sql, table));
}

async function sizeOf(sql: PoolClient, table: string): Promise<number> {
  const { rows } = await sql.query<{ bytes: number }>('SELECT pg_total_relation_size($1::regclass)::float8 AS bytes', [
    table,
  ]);
  return rows[0]?.bytes ?? 0;
}

interface SampledColumn {
  readonly schema: string;
  readonly table: string;
  readonly column: string;
}

/** Columns with statistics of empty tables: ANALYZE skips an empty table, so its earlier samples remain. */
async function columnsOfEmptyTables(sql: PoolClient): Promise<SampledColumn[]> {
  const { rows } = await sql.query<SampledColumn>(
    `SELECT DISTINCT schemaname AS schema, tablename AS table, attname AS column
     FROM pg_stats JOIN pg_class AS c ON c.relnamespace = schemaname::regnamespace AND c.relname = tablename
     WHERE schemaname = 'public' AND c.relkind = 'r' AND pg_relation_size(c.oid) = 0`,
  );
  return rows;
}

/**
 * Removes the statistics of a column: with Postgres's own function where it exists (18 and later), else as a superuser
 * who may change the catalogue.
 */
async function forgetSamples(sql: PoolClient, { schema, table, column }: SampledColumn): Promise<void> {
  const { rows } = await sql.query<{ known: boolean }>(
    `SELECT EXISTS (SELECT FROM pg_proc WHERE proname = 'pg_clear_attribute_stats') AS known`,
  );
  const clear = rows[0]?.known === true ? 'SELECT pg_clear_attribute_stats($1, $2, $3, false)' : DELETE_SAMPLES;
  try {
    await sql.query(clear, [schema, table, column]);
  } catch (error) {
    throw new CompactionIncomplete([`samples of ${table}.${column} could not be removed`], { cause: error });
  }
}

const DELETE_SAMPLES = /* sql */ `
DELETE FROM pg_catalog.pg_statistic AS s USING pg_attribute AS a
WHERE a.attrelid = format('%I.%I', $1::text, $2::text)::regclass AND a.attname = $3
  AND s.starelid = a.attrelid AND s.staattnum = a.attnum`;
