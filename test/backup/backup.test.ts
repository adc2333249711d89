import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { copyFile, mkdtemp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Pool } from 'pg';
import { listErasures, parseErasures } from '#apps/cli/src/backup/erasures.js';
import { restoreBackup } from '#apps/cli/src/backup/restore-backup.js';
import { writeBackup } from '#apps/cli/src/backup/write-backup.js';
import { scopeOf } from '#contracts/scope.js';
import { createDataSource, poolOf } from '#database/data-source.js';
import { openDatabase } from '#database/database.js';
import { eraseScope } from '#memories/erase/erase-scope.js';
import { rebuildGraph } from '#graph/rebuild/rebuild-graph.js';
import type { DataSource } from 'typeorm';
import { runCommand } from '../faults/campaign/deployment.js';
import { bundledPrograms } from '../harness/programs.js';
import { baseEnv } from '../faults/campaign/full-deployment.js';
import { query } from '../harness/postgres.js';
import { testDatabase } from '../harness/services.js';
import type { Client } from '../path/client.js';
import { createClient } from '../path/client.js';
import { runEngraph, type RunningEngraph } from '../path/run-engraph.js';

const LIGHT = { EXTRACTION_STAGES: 'pattern', EMBEDDING_MODEL: 'off' };
const NOW = new Date();
const BY = {
  ...{ now: NOW, by: { actor: 'cli', requestId: 'restore-1', origin: 'ops@host' } as const },
  thresholds: { fact: 0.5, candidate: 0.2 },
} as const;

let directory: string;
let archive: string;
let live: RunningEngraph;
let client: Client;
let before: unknown;
let erasures: string;
const sources: DataSource[] = [];

async function poolTo(url: string): Promise<Pool> {
  const options = { url, poolSize: 6, connectTimeoutMs: 10_000, statementTimeoutMs: 0 };
  const source = await createDataSource(options).initialize();
  sources.push(source);
  return poolOf(source);
}

const root = fileURLToPath(new URL('../../', import.meta.url));
const engraph = async (url: string, args: readonly string[], failpoints = '') =>
  runCommand(root, { ...baseEnv(directory), DATABASE_URL: url }, args, failpoints, await bundledPrograms());

const graphOf = async (of: Client): Promise<unknown> => [
  (await of.get('/v1/graph?include_memories=true&include_statements=true')).body,
  (await of.get('/v1/memories')).body,
];

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'engraph-backup-'));
  archive = join(directory, 'archive');
  live = await runEngraph('log', LIGHT);
  client = await live.client('acme', 'kept');
  await client.remember('Alice Chen works at Acme Corp in Lisbon.');
  const later = await client.remember('Gwendolyn Moor lives in Wuppertal.');
  const gone = await live.client('acme', 'gone');
  await gone.remember('Bartholomew Quill works at Zenith Corp.');
  const pool = await poolTo(live.databaseUrl);
  await writeBackup(pool, archive, NOW);
  // What comes after the backup: an erasure of a memory, of a scope, and a memory.
  await client.delete('/v1/memories', { memory_id: later, hard: true });
  await eraseScope(pool, scopeOf('acme', 'gone').scopeId, { now: new Date() });
  before = await graphOf(client);
  await client.remember('Oskar Lind works at Borealis Corp.');
  erasures = (await listErasures(pool)).map((one) => `${JSON.stringify(one)}\n`).join('');
}, 240_000);
afterAll(async () => {
  for (const source of sources) await source.destroy();
  await live.stop();
  await rm(directory, { recursive: true });
});

test('a backup with the erasures after it gives the graph again, without what was erased, and goes on', async () => {
  expect((await stat(archive)).mode & 0o777).toBe(0o600);
  const url = await testDatabase();
  const pool = await poolTo(url);
  const list = parseErasures(erasures);
  expect(list.map(({ memory_id }) => memory_id === null)).toEqual([false, true]);
  expect(await restoreBackup(pool, archive, list, BY)).toMatchObject({ erased: 2 });
  expect(await rebuildGraph(pool, 'verify')).toMatchObject({ differences: 0 });
  const { rows } = await pool.query<{ table: string }>(
    `SELECT relname AS table FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`,
  );
  for (const { table } of rows) {
    const found = await pool.query(
      `SELECT FROM public.${table} AS t WHERE t::text ~* 'gwendolyn|wuppertal|bartholomew|zenith'`,
    );
    expect([table, found.rowCount]).toEqual([table, 0]);
  }
  const audited = await pool.query(
    `SELECT actor, origin, operation, outcome FROM audit_events ORDER BY entry_id DESC LIMIT 1`,
  );
  expect(audited.rows).toEqual([{ actor: 'cli', origin: 'ops@host', operation: 'backup.restore', outcome: 'done' }]);
  const epochs = await pool.query('SELECT epoch FROM log_epochs ORDER BY epoch');
  expect(epochs.rows).toEqual([{ epoch: 1 }, { epoch: 2 }]);

  const restored = await runEngraph('log', LIGHT, { databaseUrl: url, brokers: [] });
  try {
    // The key of the caller is good, and so is the graph.
    const again = createClient(restored.baseUrl, client.key);
    expect(await graphOf(again)).toEqual(before);
    await again.remember('Alice Chen met Nadia Fell in Porto.');
    const { body } = await again.get('/v1/entities?prefix=alice');
    expect(body).toMatchObject({ entities: [{ canonical_name: 'Alice Chen', mention_count: 2 }] });
  } finally {
    await restored.stop();
  }
  expect(await rebuildGraph(pool, 'verify')).toMatchObject({ differences: 0 });
});

test('a database that holds something is not restored into', async () => {
  const url = await testDatabase();
  await query(url, `INSERT INTO scopes (scope_id, namespace, agent) VALUES (gen_random_uuid(), 'a', 'b')`);
  await expect(restoreBackup(await poolTo(url), archive, [], BY)).rejects.toThrow('not empty');
});

test('of a damaged archive nothing is loaded, and it says so', async () => {
  const url = await testDatabase();
  const pool = await poolTo(url);
  const whole = await readFile(archive);
  const damaged = join(directory, 'damaged');
  for (const at of [10, Math.floor(whole.length / 2), whole.length - 5]) {
    const changed = Buffer.from(whole);
    changed.writeUInt8(changed.readUInt8(at) ^ 0x10, at);
    await writeFile(damaged, changed);
    await expect(restoreBackup(pool, damaged, [], BY)).rejects.toMatchObject({ name: 'DamagedArchive' });
  }
  for (const length of [0, 100, whole.length - 1]) {
    await copyFile(archive, damaged);
    await truncate(damaged, length);
    await expect(restoreBackup(pool, damaged, [], BY)).rejects.toMatchObject({ name: 'DamagedArchive' });
  }
  await writeFile(damaged, 'not an archive');
  await expect(restoreBackup(pool, damaged, [], BY)).rejects.toMatchObject({ name: 'DamagedArchive' });
  expect(await query(url, 'SELECT FROM events UNION ALL SELECT FROM restores')).toEqual([]);
});

test('a restore that has not ended is not served', async () => {
  const url = await testDatabase();
  await query(url, `INSERT INTO restores VALUES (gen_random_uuid(), '', now(), NULL)`);
  const options = { url, poolSize: 6, connectTimeoutMs: 10_000, statementTimeoutMs: 0 };
  await expect(openDatabase(options)).rejects.toMatchObject({ name: 'RestoreUnfinished' });
});

test('a backup does not take the place of a file, and a list of erasures is read as a whole', async () => {
  await expect(writeBackup(await poolTo(live.databaseUrl), archive, NOW)).rejects.toMatchObject({ code: 'EEXIST' });
  expect(() => parseErasures(`${erasures}{"scope_id": "x"}\n`)).toThrow('line 3');
});

test('a backup that was killed leaves no archive, and the next one to the same file is whole', async () => {
  const file = join(directory, 'killed');
  for (const at of ['backup.after-table', 'backup.before-rename']) {
    expect(await engraph(live.databaseUrl, ['backup', file], `${at}=kill`)).toMatchObject({ signal: 'SIGKILL' });
    await expect(restoreBackup(await poolTo(await testDatabase()), file, [], BY)).rejects.toMatchObject({
      name: 'DamagedArchive',
    });
  }
  expect(await engraph(live.databaseUrl, ['backup', file])).toMatchObject({ code: 0 });
  expect(await restoreBackup(await poolTo(await testDatabase()), file, [], BY)).toMatchObject({ scopes: 2 });
});

test.each(['load.before-commit', 'load.after-commit', 'load.after-rebuild', 'load.after-erasures'] as const)(
  'a restore that was killed at %s serves nothing of what it loaded',
  async (at) => {
    const url = await testDatabase();
    const list = join(directory, 'erasures');
    await writeFile(list, erasures);
    const restore = ['restore', archive, '--erasures', list];
    expect(await engraph(url, restore, `${at}=kill`)).toMatchObject({ signal: 'SIGKILL' });
    if (at === 'load.before-commit') {
      expect(await query(url, 'SELECT FROM events UNION ALL SELECT FROM restores')).toEqual([]);
      expect(await engraph(url, restore)).toMatchObject({ code: 0 });
      return;
    }
    const options = { url, poolSize: 6, connectTimeoutMs: 10_000, statementTimeoutMs: 0 };
    await expect(openDatabase(options)).rejects.toMatchObject({ name: 'RestoreUnfinished' });
    expect(await engraph(url, restore)).toMatchObject({ code: 1, errors: expect.stringContaining('not empty') });
  },
);

test('a restore says what of the backup is to be erased again, and does nothing without', async () => {
  const url = await testDatabase();
  expect(await engraph(url, ['restore', archive])).toMatchObject({
    code: 1,
    errors: expect.stringContaining('--erasures'),
  });
  expect(await query(url, 'SELECT FROM events UNION ALL SELECT FROM restores')).toEqual([]);
  expect(await engraph(url, ['restore', archive, '--no-erasures'])).toMatchObject({ code: 0 });
});
