import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { createOwnerPool } from '#database/data-source.js';
import { migrate } from '#database/migrate.js';
import { openDatabase } from '#database/database.js';
import { rebuildGraph } from '#graph/rebuild/rebuild-graph.js';
import { createDatabase } from '../harness/postgres.js';
import { testDatabase } from '../harness/services.js';

const MIGRATIONS = fileURLToPath(new URL('../../libs/database/src/migrations/', import.meta.url));

/** Tables without a comment, and columns without one. */
const UNDOCUMENTED = `
  SELECT c.relname AS "table", a.attname AS "column"
  FROM pg_class AS c JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r'
    AND (col_description(c.oid, a.attnum) IS NULL OR obj_description(c.oid, 'pg_class') IS NULL)
  ORDER BY 1, 2`;

let url: string;
let pool: pg.Pool;

beforeAll(async () => {
  url = await testDatabase();
  pool = createOwnerPool({ url, poolSize: 6, connectTimeoutMs: 30_000, statementTimeoutMs: 0 });
}, 240_000);
afterAll(async () => {
  await pool.end();
});

test('every table and column has a comment, also after a rebuild', async () => {
  expect((await pool.query(UNDOCUMENTED)).rows).toEqual([]);
  await rebuildGraph(pool, 'switch');
  expect((await pool.query(UNDOCUMENTED)).rows).toEqual([]);
  await pool.query(`COMMENT ON COLUMN mentions.stage IS NULL`);
  expect((await pool.query(UNDOCUMENTED)).rows).toEqual([{ table: 'mentions', column: 'stage' }]);
});

test('no migration that has landed was edited', () => {
  const files = readdirSync(MIGRATIONS, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'hashes.txt')
    .map((entry) => join(entry.parentPath, entry.name).slice(MIGRATIONS.length))
    .sort();
  const lines = files.map((file) => `${sha256(readFileSync(join(MIGRATIONS, file)))}  ${file}\n`);
  expect(lines.join('')).toBe(readFileSync(join(MIGRATIONS, 'hashes.txt'), 'utf8'));
});

function sha256(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

test('a database of an unreleased version is refused, and nothing in it changes', async () => {
  const old = await createDatabase(url);
  const client = new pg.Client({ connectionString: old });
  await client.connect();
  try {
    await client.query(`
      CREATE TABLE schema_migrations (id serial PRIMARY KEY, timestamp bigint NOT NULL, name varchar NOT NULL);
      INSERT INTO schema_migrations (timestamp, name) VALUES (1700000000001, 'Path1700000000001');
      CREATE TABLE memories (text text);`);
    await expect(migrate(old)).rejects.toThrow(/before its first release, and cannot be migrated; nothing was changed/);
    const open = openDatabase({ url: old, poolSize: 8, connectTimeoutMs: 30_000, statementTimeoutMs: 0 });
    await expect(open).rejects.toMatchObject({ name: 'UnreleasedSchema' });
    const { rows } = await client.query(`SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`);
    expect(rows).toEqual([{ tablename: 'memories' }, { tablename: 'schema_migrations' }]);
  } finally {
    await client.end();
  }
});
