import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Pool } from 'pg';
import { openDatabase, type Database } from '#database/database.js';
import { rebuildGraph } from '#graph/rebuild/rebuild-graph.js';
import type { Client } from '../path/client.js';
import { runEngraph, type RunningEngraph } from '../path/run-engraph.js';

/** The whole pipeline in one process, on real Postgres, with the operator's command beside it. */
let engraph: RunningEngraph;
let client: Client;
let database: Database;
let pool: Pool;

beforeAll(async () => {
  engraph = await runEngraph('log');
  client = await engraph.client('entities', 'commands');
  const limits = { connectTimeoutMs: 5_000, statementTimeoutMs: 0 };
  database = await openDatabase({ url: engraph.databaseUrl, poolSize: 6, ...limits });
  pool = database.system;
});
afterAll(async () => {
  await database.close();
  await engraph.stop();
});

/** Output of the operator's command: its one line on success, or its error. */
async function entities(...args: string[]): Promise<unknown> {
  const env = { ...process.env, DATABASE_URL: engraph.databaseUrl };
  const all = ['dist/apps/cli/src/main.js', 'entities', ...args, '--namespace', 'entities', '--agent', 'commands'];
  return promisify(execFile)(process.execPath, all, { env }).then(
    ({ stdout }) => JSON.parse(stdout) as unknown,
    (error: unknown) => (error as { stderr: string }).stderr.trim(),
  );
}

async function names(): Promise<unknown[]> {
  const { body } = await client.get('/v1/entities?type_id=1');
  return (body.entities as { canonical_name: string; mention_count: number }[])
    .map((entity) => [entity.canonical_name, entity.mention_count])
    .sort();
}

async function idOf(name: string): Promise<string> {
  const { body } = await client.get(`/v1/entities?include_merged=true&prefix=${encodeURIComponent(name)}`);
  const found = (body.entities as { canonical_name: string; entity_id: string }[]).find(
    (e) => e.canonical_name === name,
  );
  return found?.entity_id ?? '';
}

test('a name is split from its entity, stays split, and is released again; a rebuild gives the same', async () => {
  await client.remember('Alice Chen lives in Oslo.');
  await client.remember('Alice works at Initech.');
  expect(await names()).toEqual([['Alice Chen', 2]]);
  const [chen, alice] = [await idOf('Alice Chen'), await idOf('Alice')];

  expect(await entities('split', chen, 'Alice')).toEqual({ name: 'Alice', decision: 'split', entity_id: alice });
  expect(await names()).toEqual([
    ['Alice Chen', 1],
    ['Alice', 1],
  ]);
  const { body } = await client.get(`/v1/entities/${chen}/relations`);
  expect((body.relations as { relation_type: string }[]).map((r) => r.relation_type)).toEqual(['core:lives_in']);
  await client.remember('Alice Chen, also known as Alice, likes chess.');
  expect(await names()).toHaveLength(2);
  expect((await rebuildGraph(pool, 'verify')).tables).toEqual([]);
  expect((await rebuildGraph(pool, 'switch')).tables).toEqual([]);
  expect(await names()).toHaveLength(2);

  expect(await entities('release', alice, 'Alice')).toMatchObject({ entity_id: chen });
  expect(await names()).toHaveLength(1);
});

test('two names without a connection are merged, and split again', async () => {
  await client.remember('Quim Torres likes tea.');
  await client.remember('Joaquim Prado lives in Leiria.');
  const before = await names();
  const joaquim = await idOf('Joaquim Prado');
  expect(await entities('merge', joaquim, 'Quim Torres')).toMatchObject({ decision: 'merge' });
  expect(await names()).toHaveLength(before.length - 1);
  expect((await client.get(`/v1/entities/${await idOf('Quim Torres')}`)).body.resolved_from).toBeDefined();
  expect((await rebuildGraph(pool, 'verify')).tables).toEqual([]);
  expect(await entities('release', joaquim, 'Quim Torres')).toMatchObject({ decision: 'release' });
  expect(await names()).toEqual(before);
});

test('an impossible command is refused with a one-line message', async () => {
  const chen = await idOf('Alice Chen');
  expect(await entities('split', chen, 'Alice Chen')).toBe('engraph: "Alice Chen" is not merged into the entity');
  expect(await entities('split', chen, 'Joaquim Prado')).toBe('engraph: "Joaquim Prado" is not merged into the entity');
  expect(await entities('merge', chen, 'Nobody')).toBe('engraph: no entity of this type is called "Nobody"');
  expect(await entities('merge', chen.replace(/^./, 'f'), 'Alice')).toMatch(/^engraph: the scope has no entity f/);
  expect(await entities('merge', '7', 'Alice')).toBe('engraph: not an entity id');
});
