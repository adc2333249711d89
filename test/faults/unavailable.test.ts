import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { REQUEST_LIMITS } from '#apps/api/src/shared/request-limits.js';
import { startPostgres, type TestPostgres } from '../harness/postgres.js';
import { startKafka, type TestKafka } from '../harness/kafka.js';
import { until } from '../harness/until.js';
import type { Answer, Client } from '../path/client.js';
import { runEngraph, type RunningEngraph } from '../path/run-engraph.js';

/** A separate Postgres and broker, because they are killed. */
let postgres: TestPostgres;
let kafka: TestKafka;
let engraph: RunningEngraph;
let client: Client;

beforeAll(async () => {
  [postgres, kafka] = await Promise.all([startPostgres(), startKafka()]);
  const own = { databaseUrl: await postgres.createDatabase(), brokers: kafka.brokers };
  engraph = await runEngraph('kafka', {}, own, { requestLimits: REQUEST_LIMITS });
  client = await engraph.client('faults', 'gone');
});
afterAll(async () => {
  await engraph.stop();
  await Promise.all([postgres.stop(), kafka.stop()]);
});

async function timed(call: () => Promise<Answer>): Promise<[number, string | undefined, boolean]> {
  const started = Date.now();
  const { status, body } = await call();
  return [status, body.error?.code, Date.now() - started < 5_000];
}

test('without Kafka no request fails, and what was acknowledged is extracted once it is back', async () => {
  await client.remember('Before the outage, Yara Costa lives in Natal.');
  await kafka.kill();
  for (let i = 0; i < 20; i += 1)
    expect(
      (await client.post('/v1/memories', { text: `Still, Yara Costa lives in Natal, note ${String(i)}.` })).status,
    ).toBe(200);
  expect((await client.get('/v1/entities?prefix=yara')).body.count).toBe(1);
  await kafka.restart();
  const mentions = async (): Promise<boolean> =>
    (await client.get('/v1/entities?prefix=yara')).body.entities[0].mention_count === 21;
  await until(mentions, 60_000, 'the extraction of the outage');
});

test('without Postgres every request is told 503 within 5 s, and all is well again without a restart', async () => {
  await client.get('/v1/whoami');
  await postgres.kill();
  const unavailable = [503, 'engine.unavailable', true];
  expect(await timed(() => client.post('/v1/memories', { text: 'Into the void.' }))).toEqual(unavailable);
  expect(await timed(() => client.get('/v1/entities'))).toEqual(unavailable);
  expect(await timed(() => client.get('/health/ready'))).toEqual(unavailable);
  const answer = await client.get('/v1/memories');
  expect(answer.headers.get('retry-after')).toBe('1');
  expect((await client.get('/health/live')).status).toBe(200);

  await postgres.restart();
  await until(async () => (await client.get('/health/ready')).status === 200, 60_000, 'readiness');
  await client.remember('After the outage, Yara Costa lives in Recife.');
  const { body } = await client.get('/v1/memories?limit=100');
  expect(body.items.filter((item: { text: string }) => item.text === 'Into the void.')).toEqual([]);
});
