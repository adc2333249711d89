import { afterEach, beforeAll, expect, test } from '@jest/globals';
import { setImmediate } from 'node:timers/promises';
import pg from 'pg';
import { lockScope } from '#database/in-locked-scope.js';
import { testDatabase } from '../harness/services.js';
import { until } from '../harness/until.js';
import type { Answer, Client } from '../path/client.js';
import { holdUp, startReplica, type ApiReplica } from './api-replica.js';

let databaseUrl: string;
let api: ApiReplica;

beforeAll(async () => {
  databaseUrl = await testDatabase();
});
afterEach(async () => {
  await api.stop();
});

const statusesOf = async (answers: readonly Promise<Answer>[]): Promise<number[]> =>
  (await Promise.all(answers)).map(({ status }) => status);

const busyConnections = (): number => api.database.service.totalCount - api.database.service.idleCount;

/** Requests of a well-behaved tenant. */
async function useOnce(client: Client): Promise<number[]> {
  const write = await client.post('/v1/memories', { text: 'Maya lives in Oslo.' });
  const reads = await Promise.all([client.get('/v1/memories'), client.get('/health/ready')]);
  return [write, ...reads].map(({ status }) => status);
}

test("reads of one scope that hang leave connections for another's reads and writes, and for probes", async () => {
  api = await startReplica(databaseUrl, { DATABASE_POOL_SIZE: '9' });
  const [flood, other] = [await api.client('shares', 'hanging'), await api.client('shares', 'other')];
  const release = await holdUp(databaseUrl, 'statements');
  const reads = Array.from({ length: 60 }, () => flood.get('/v1/statements'));
  await until(() => Promise.resolve(busyConnections() === 2));
  expect(await useOnce(other)).toEqual([200, 200, 200]);
  expect(busyConnections()).toBe(2);
  await release();
  expect(new Set(await statusesOf(reads))).toEqual(new Set([200]));
});

test('a scope that asks for more than may wait is refused, and no other', async () => {
  api = await startReplica(databaseUrl, { SCOPE_QUEUE_MAX: '5', REQUEST_QUEUE_MAX: '6' });
  const [flood, other] = [await api.client('shares', 'many'), await api.client('shares', 'few')];
  const release = await holdUp(databaseUrl, 'statements');
  const answers: number[] = [];
  const reads = Array.from({ length: 60 }, () => flood.get('/v1/statements'));
  for (const read of reads) void read.then(({ status }) => answers.push(status));
  await until(() => Promise.resolve(answers.length >= 51));
  expect(new Set(answers)).toEqual(new Set([503]));
  expect(await useOnce(other)).toEqual([200, 200, 200]);
  await release();
  expect((await statusesOf(reads)).filter((status) => status === 200)).toHaveLength(9);
});

test('forgets of a scope whose graph another process writes hold one connection, and are all carried out', async () => {
  api = await startReplica(databaseUrl, { DATABASE_POOL_SIZE: '8' });
  const [flood, other] = [await api.client('shares', 'forgets'), await api.client('shares', 'quiet')];
  const stored = await Promise.all(
    Array.from({ length: 20 }, (_, i) => flood.post('/v1/memories', { text: `memory ${String(i)}` })),
  );
  const { rows } = await api.database.system.query<{ scope_id: string }>(
    `SELECT scope_id FROM scopes WHERE agent = 'forgets'`,
  );
  const elsewhere = new pg.Client({ connectionString: databaseUrl });
  await elsewhere.connect();
  await elsewhere.query('BEGIN');
  await lockScope(elsewhere, rows[0]?.scope_id ?? '');
  const forgets = stored.map(({ body }) => flood.delete('/v1/memories', { memory_id: body.memory_id as string }));
  await until(() => Promise.resolve(busyConnections() > 0));
  for (let i = 0; i < 20; i += 1) {
    expect(await useOnce(other)).toEqual([200, 200, 200]);
    await setImmediate();
    expect(busyConnections()).toBeLessThanOrEqual(1);
  }
  await elsewhere.end();
  expect(new Set(await statusesOf(forgets))).toEqual(new Set([200]));
});

test('a memory that is stored is told so, also where nobody could look for its extraction', async () => {
  const settings = { DATABASE_POOL_SIZE: '6', QUOTA_MEMORIES_PER_DAY: '2' };
  api = await startReplica(databaseUrl, settings, {
    requestLimits: { connectTimeoutMs: 300, statementTimeoutMs: 60_000 },
  });
  const client = await api.client('shares', 'waits');
  const { service, system } = api.database;
  const waiting = client.post('/v1/memories', { text: 'stored, and not looked for' }, { prefer: 'wait=2' });
  const { rows } = await until(async () => {
    const found = await system.query(`SELECT 1 FROM memories WHERE text = 'stored, and not looked for'`);
    return found.rows.length === 1 && found;
  });
  expect(rows).toHaveLength(1);
  const taken = await Promise.all(
    [service, system].flatMap((pool) => Array.from({ length: pool.options.max }, () => pool.connect())),
  );
  const answer = await waiting;
  for (const one of taken) one.release();
  expect([answer.status, answer.headers.get('preference-applied')]).toEqual([200, 'wait=2; extraction=pending']);
  const store = (): Promise<Answer> => client.post('/v1/memories', { text: 'one more' });
  expect(await statusesOf([store()])).toEqual([200]);
  expect(await statusesOf([store()])).toEqual([429]);
});
