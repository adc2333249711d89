import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Pool } from 'pg';
import type { DataSource } from 'typeorm';
import { createDataSource, poolOf } from '#database/data-source.js';
import { rebuildGraph } from '#graph/rebuild/rebuild-graph.js';
import { createFreshTables } from '#graph/rebuild/graph-tables.js';
import { dropInterruptedRebuild } from '#graph/rebuild/interrupted-rebuild.js';
import { RebuildRunning, underRebuildLock } from '#graph/rebuild/rebuild-lock.js';
import type { Client } from '../path/client.js';
import { runEngraph, type RunningEngraph } from '../path/run-engraph.js';

/** The whole pipeline in one process, on real Postgres. */
let engraph: RunningEngraph;
let client: Client;
let dataSource: DataSource;
let pool: Pool;

beforeAll(async () => {
  engraph = await runEngraph('log');
  client = await engraph.client('rebuild', 'one');
  dataSource = createDataSource({
    url: engraph.databaseUrl,
    poolSize: 6,
    connectTimeoutMs: 5_000,
    statementTimeoutMs: 0,
  });
  await dataSource.initialize();
  pool = poolOf(dataSource);
  await client.remember('Lena Fischer works at Initech. She lives in Oslo.');
  await client.remember('Lena Fischer moved from Oslo to Bergen.', { occurred_at: 1_700_000_000_000_000_000n });
  const forgotten = await client.remember('Lena Fischer knows Omar Haddad.');
  await client.delete('/v1/memories', { memory_id: forgotten });
  await client.post('/v1/entities', {
    entity_type_id: 1,
    canonical_name: 'Lena Marie Fischer',
    aliases: ['Lena Fischer'],
  });
  await client.post('/v1/entities', {
    entity_type_id: 2,
    canonical_name: 'Umbrella',
    aliases: ['Umbrella Corporation'],
  });
});
afterAll(async () => {
  await dataSource.destroy();
  await engraph.stop();
});

test('a rebuild equals the live graph, without forgotten memories', async () => {
  expect(await rebuildGraph(pool, 'verify')).toEqual({ mode: 'verify', scopes: 1, differences: 0, tables: [] });
  expect((await client.get('/v1/entities?prefix=omar')).body.count).toBe(0);
});

test('tampering with the live graph is detected, and a switch replaces it by the one from the log', async () => {
  const { rowCount } = await pool.query(
    `UPDATE entities SET mention_count = 99 WHERE canonical_name = 'Lena Marie Fischer'`,
  );
  expect(rowCount).toBe(1);
  await pool.query(`DELETE FROM relations WHERE ctid IN (SELECT ctid FROM relations LIMIT 1)`);

  const report = await rebuildGraph(pool, 'verify');
  expect(report.tables.map(({ table, live_only, rebuilt_only }) => [table, live_only, rebuilt_only])).toEqual([
    ['entities', 1, 1],
    ['relations', 0, 1],
  ]);
  expect((await client.get('/v1/entities?prefix=lena')).body.entities[0].mention_count).toBe(99);

  expect((await rebuildGraph(pool, 'switch')).differences).toBe(3);
  expect((await client.get('/v1/entities?prefix=lena')).body.entities[0].mention_count).toBe(2);
  expect((await rebuildGraph(pool, 'verify')).differences).toBe(0);
});

test('after a switch, writes continue on the new tables, whose indexes have the same names', async () => {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT indexname AS name FROM pg_indexes WHERE schemaname = 'public' AND tablename = 'relations' ORDER BY 1`,
  );
  expect(rows.map(({ name }) => name)).toEqual([
    ...['relations_current', 'relations_current_to', 'relations_first', 'relations_from', 'relations_pair'],
    ...['relations_pkey', 'relations_to'],
  ]);
  await client.remember('Lena Fischer knows Priya Nair.');
  expect((await client.get('/v1/entities?prefix=lena')).body.entities[0].mention_count).toBe(3);
  expect((await rebuildGraph(pool, 'verify')).differences).toBe(0);
});

test('after a switch, the graph is still closed to other scopes', async () => {
  const policies = `SELECT tablename, policyname, cmd, qual, with_check FROM pg_policies ORDER BY 1, 2`;
  const before = await pool.query(policies);
  await rebuildGraph(pool, 'switch');
  expect((await pool.query(policies)).rows).toEqual(before.rows);
  const { rows } = await pool.query(
    `SELECT relname FROM pg_class WHERE relname IN ('entities', 'statements') AND NOT relrowsecurity`,
  );
  expect(rows).toEqual([]);
});

test('a switch under live traffic loses nothing', async () => {
  const writer = await engraph.client('rebuild', 'busy');
  const texts = 60;
  const written = (async () => {
    for (let i = 0; i < texts; i += 1) {
      await writer.post('/v1/memories', { text: `Noor Aziz works at Plant ${String(i)}.` });
      const made = { entity_type_id: 1, canonical_name: `Guest ${String(i)}`, aliases: ['Guest'] };
      expect((await writer.post('/v1/entities', made)).status).toBe(200);
    }
    await writer.remember('Noor Aziz visited Porto.');
  })();
  const reports = [await rebuildGraph(pool, 'switch'), await rebuildGraph(pool, 'switch')];
  await written;
  expect(reports.map((report) => report.tables)).toEqual([[], []]);
  expect((await rebuildGraph(pool, 'verify')).tables).toEqual([]);
  const { body } = await writer.get('/v1/entities?prefix=noor');
  expect(body.entities[0].mention_count).toBe(texts + 1);
});

test('a second concurrent rebuild is refused', async () => {
  const both = await Promise.allSettled([rebuildGraph(pool, 'verify'), rebuildGraph(pool, 'verify')]);
  const refused = both.filter((one) => one.status === 'rejected');
  expect(refused.map((one) => one.reason as unknown)).toEqual([expect.any(RebuildRunning)]);
});

test('the leftovers of a killed rebuild are dropped, unless one is running', async () => {
  const left = async () => (await pool.query(`SELECT FROM pg_namespace WHERE nspname = 'graph_rebuild'`)).rows.length;
  expect(await dropInterruptedRebuild(pool)).toBe(false);
  await underRebuildLock(pool, async (session) => {
    await createFreshTables(session);
    expect(await dropInterruptedRebuild(pool)).toBe(false);
  });
  expect(await left()).toBe(1);
  expect(await dropInterruptedRebuild(pool)).toBe(true);
  expect(await left()).toBe(0);
});
