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

/** Made anew: the graph by a rebuild, the schema by migrations, secrets and leases by their first use. */
const LEFT_OUT: readonly string[] = [
  ...REBUILT_TABLES,
  'schema_migrations',
  'deployment_secrets',
  'log_reader_leases',
  'restores',
];

/**
 * Writes what cannot be made anew, as one snapshot beside live traffic, to a new file that only its user may read; rows
 * of each table. The file is empty until it is whole: what a killed run left is taken over by the next.
 * @throws the system's error where the file is there already, and not empty, or cannot be written
 */
export async function writeBackup(pool: Pool, file: string, now: Date): Promise<Record<string, number>> {
  await claim(file);
  const unfinished = `${file}.${String(process.pid)}.unfinished`;
  const client = await pool.connect();
  const tables: Record<string, number> = {};
  try {
    // Read only, so that it has no transaction id and holds back no reader of the log.
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

async function claim(file: string): Promise<void> {
  try {
    await (await open(file, 'wx', 0o600)).close();
  } catch (error) {
    const there = await stat(file).catch(() => null);
    if (there?.size !== 0) throw error;
  }
}

/** A name that is lost with the power is a backup that is. */
async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r');
  await directory.sync().finally(() => directory.close());
}

async function* archiveOf(client: PoolClient, tables: Record<string, number>, now: Date): AsyncGenerator<Buffer> {
  yield frameLine(await headerOf(client, now));
  for (const { table, columns } of await keptTables(client)) {
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

/** The migrations of a database. */
export async function schemaOf(client: Pick<PoolClient, 'query'>): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>('SELECT name FROM schema_migrations ORDER BY name');
  return rows.map(({ name }) => name);
}

/** Also those that a later migration adds; what others refer to comes first. */
async function keptTables(client: PoolClient): Promise<{ table: string; columns: string[] }[]> {
  const { rows } = await client.query<{ table: string; columns: string[] }>(
    `SELECT relname AS table, array_agg(quote_ident(attname) ORDER BY attnum)::text[] AS columns
     FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
     WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND attnum > 0 AND NOT attisdropped
       AND attgenerated = '' AND relname <> ALL ($1)
     GROUP BY relname ORDER BY relname <> 'scopes', relname`,
    [LEFT_OUT],
  );
  return rows;
}
