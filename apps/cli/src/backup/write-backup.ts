import { createWriteStream } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Pool, PoolClient } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { failpoint } from '#failpoints/failpoints.js';
import { REBUILT_TABLES } from '#graph/rebuild/graph-tables.js';
import { frameLine, TableSum, type ArchiveHeader } from './archive.js';

/**
 * Tables that a backup omits because they are recreated: the graph by a rebuild, the schema by migrations, secrets and
 * leases on first use.
 */
const OMITTED_TABLES: readonly string[] = [
  ...REBUILT_TABLES,
  'schema_migrations',
  'deployment_secrets',
  'log_reader_leases',
  'memory_attributes',
  'restores',
];

/**
 * Writes a backup of all tables that cannot be recreated, as one snapshot beside live traffic, to a new file that only
 * its user may read. The file stays empty until the backup is complete; an empty file of an interrupted run is reused.
 * @returns rows of each table
 * @throws the system's error if the file exists and is not empty, or cannot be written
 */
export async function writeBackup(pool: Pool, file: string, now: Date): Promise<Record<string, number>> {
  await reserveFile(file);
  const unfinished = `${file}.${String(process.pid)}.unfinished`;
  const client = await pool.connect();
  const tables: Record<string, number> = {};
  try {
    // Read-only, so that the transaction has no id and does not hold back readers of the log.
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    await client.query('SET LOCAL idle_in_transaction_session_timeout = 0');
    const packed = createWriteStream(unfinished, { mode: 0o600, flush: true });
    await pipeline(Readable.from(archiveOf(client, tables, now), { objectMode: true }), createGzip(), packed);
    failpoint('backup.before-rename');
    await rename(unfinished, file);
    await syncDirectory(dirname(file));
    return tables;
  } catch (error) {
    await rm(unfinished, { force: true });
    await rm(file, { force: true });
    throw error;
  } finally {
    client.release(true);
  }
}

async function reserveFile(file: string): Promise<void> {
  try {
    await (await open(file, 'wx', 0o600)).close();
  } catch (error) {
    const there = await stat(file).catch(() => null);
    if (there?.size !== 0) throw error;
  }
}

/** Syncs a directory: otherwise a power failure may lose the file's name, and with it the backup. */
async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r');
  await directory.sync().finally(() => directory.close());
}

async function* archiveOf(client: PoolClient, tables: Record<string, number>, now: Date): AsyncGenerator<Buffer> {
  yield frameLine(await headerOf(client, now));
  for (const { table, columns } of await backedUpTables(client)) {
    yield frameLine({ frame: 'table', table, columns });
    const sum = new TableSum();
    for await (const content of client.query(copyTo(`COPY public.${table} (${columns.join(', ')}) TO STDOUT`))) {
      const bytes = content as Buffer;
      sum.add(bytes);
      yield Buffer.concat([frameLine({ frame: 'data', bytes: bytes.length }), bytes]);
    }
    const end = sum.end();
    tables[table] = end.rows;
    yield frameLine(end);
    failpoint('backup.after-table');
  }
  yield frameLine({ frame: 'manifest', tables });
}

async function headerOf(client: PoolClient, now: Date): Promise<ArchiveHeader> {
  const sequences = await client.query<{ name: string; last: bigint | null }>(
    `SELECT sequencename AS name, last_value AS last FROM pg_sequences
     WHERE schemaname = 'public' AND sequencename NOT LIKE 'schema_migrations%'`,
  );
  return {
    ...{ frame: 'engraph backup', version: 1, made_at: now.toISOString(), schema: await schemaOf(client) },
    sequences: Object.fromEntries(
      sequences.rows.flatMap(({ name, last }) => (last === null ? [] : [[name, last.toString()]])),
    ),
  };
}

/** Names of the applied migrations of a database. */
export async function schemaOf(client: Pick<PoolClient, 'query'>): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>('SELECT name FROM schema_migrations ORDER BY name');
  return rows.map(({ name }) => name);
}

/** Tables in a backup, including those of later migrations; scopes first, because others refer to it. */
async function backedUpTables(client: PoolClient): Promise<{ table: string; columns: string[] }[]> {
  const { rows } = await client.query<{ table: string; columns: string[] }>(
    `SELECT relname AS table, array_agg(quote_ident(attname) ORDER BY attnum)::text[] AS columns
     FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
     WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND attnum > 0 AND NOT attisdropped
       AND attgenerated = '' AND relname <> ALL ($1)
     GROUP BY relname ORDER BY relname <> 'scopes', relname`,
    [OMITTED_TABLES],
  );
  return rows;
}
