import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { Pool, type PoolClient } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { createDataSource } from '#database/data-source.js';
import { MIGRATIONS } from '#database/migrations.js';

/**
 * A fixture is the data of a database of an earlier version, in the form of pg_dump: COPY blocks and sequence values.
 * Its schema is that of the migrations in its first line, which are frozen.
 */
const HEADER = '-- migrations: ';
const COPY = /^COPY (.+) FROM stdin;\n([^]*?)^\\\.\n/gm;

export const fixtureFile = (name: string): string => fileURLToPath(new URL(`./fixtures/${name}`, import.meta.url));

/** Tables left out: secrets of the deployment, and rows that the migrations write. */
const LEFT_OUT = ['schema_migrations', 'deployment_secrets', 'log_reader_leases'];

/** The data of a database as a fixture. */
export async function dumpFixture(url: string): Promise<string> {
  return withClient(url, async (client) => {
    const { rows: applied } = await client.query<{ name: string }>('SELECT name FROM schema_migrations ORDER BY id');
    const { rows: tables } = await client.query<{ target: string }>(
      `SELECT format('%I (%s)', relname, string_agg(quote_ident(attname), ', ' ORDER BY attnum)) AS target
       FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
       WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND attnum > 0 AND NOT attisdropped
         AND attgenerated = '' AND relname <> ALL ($1)
       GROUP BY relname ORDER BY relname <> 'scopes', relname`,
      [LEFT_OUT],
    );
    const parts = [`${HEADER}${applied.map(({ name }) => name).join(' ')}\n`];
    for (const { target } of tables) {
      const rows = await text(client.query(copyTo(`COPY ${target} TO STDOUT`)));
      if (rows !== '') parts.push(`\nCOPY ${target} FROM stdin;\n${rows}\\.\n`);
    }
    const { rows: sequences } = await client.query<{ statement: string }>(
      `SELECT format('SELECT setval(%L, %s);', sequencename, last_value) AS statement FROM pg_sequences
       WHERE schemaname = 'public' AND last_value IS NOT NULL AND sequencename NOT LIKE 'schema_migrations%' ORDER BY 1`,
    );
    return `${parts.join('')}\n${sequences.map(({ statement }) => `${statement}\n`).join('')}`;
  });
}

/** Fills an empty database as it was when the fixture was made: its migrations, then its data. */
export async function loadFixture(url: string, name: string): Promise<void> {
  const dump = readFileSync(fixtureFile(name), 'utf8');
  const wanted = dump.slice(HEADER.length, dump.indexOf('\n')).split(' ');
  const source = createDataSource({ url, poolSize: 2, connectTimeoutMs: 30_000, statementTimeoutMs: 0 });
  source.setOptions({ migrations: MIGRATIONS.filter((migration) => wanted.includes(new migration().name)) });
  await source.initialize();
  await source.runMigrations({ transaction: 'each' });
  await source.destroy();
  await withClient(url, async (client) => {
    await client.query('DELETE FROM log_epochs');
    for (const [, target = '', rows = ''] of dump.matchAll(COPY))
      await pipeline(Readable.from([rows]), client.query(copyFrom(`COPY ${target} FROM STDIN`)));
    for (const [statement] of dump.matchAll(/^SELECT setval.*;$/gm)) await client.query(statement);
    // A job erases what was forgotten seven days ago; here it was just now.
    await client.query('UPDATE memories SET forgotten_at = now() WHERE forgotten_at IS NOT NULL AND NOT erased');
  });
}

async function withClient<T>(url: string, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const pool = new Pool({ connectionString: url, max: 1 });
  const client = await pool.connect();
  try {
    return await work(client);
  } finally {
    client.release(true);
    await pool.end();
  }
}
