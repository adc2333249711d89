import { afterEach, beforeAll, expect, test } from '@jest/globals';
import { once } from 'node:events';
import { connect } from 'node:net';
import { testDatabase } from '../harness/services.js';
import { until } from '../harness/until.js';
import type { Answer } from '../path/client.js';
import { holdUp, startReplica, type ApiReplica } from './api-replica.js';

const REFUSED = 'engraph_http_requests_refused_total';

let databaseUrl: string;
let api: ApiReplica;

beforeAll(async () => {
  databaseUrl = await testDatabase();
});
afterEach(async () => {
  await api.stop();
});

const shed = [503, 'engine.unavailable', '1'];
const outcomeOf = ({ status, body, headers }: Answer) => [
  status,
  (body as { error?: { code: string } }).error?.code,
  headers.get('retry-after'),
];

function refused(reason: string, count: number): Promise<boolean> {
  return until(async () => (await api.counts(REFUSED))[reason] === count);
}

test('past so many that wait for their turn, requests are refused at once and memories still taken', async () => {
  api = await startReplica(databaseUrl, { SCOPE_CONCURRENCY_MAX: '4', SCOPE_QUEUE_MAX: '2' });
  const client = await api.client('load', 'reads');
  const release = await holdUp(databaseUrl, 'entities');
  const answered: Answer[] = [];
  const reads = Array.from({ length: 5 }, () => client.get('/v1/entities'));
  for (const read of reads) void read.then((answer) => answered.push(answer));
  await until(() => Promise.resolve(answered.length > 0));
  expect(answered.map(outcomeOf)).toEqual([shed]);
  expect((await client.post('/v1/memories', { text: 'taken' })).status).toBe(200);
  expect((await client.get('/health/live')).status).toBe(200);
  await release();
  expect((await Promise.all(reads)).map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 503]);
  await refused('request_queue', 1);
  expect((await client.get('/v1/entities')).status).toBe(200);
});

test.each([
  ['so many', { WRITE_QUEUE_MAX: '2' }, 4],
  ['so many bytes', { WRITE_QUEUE_MAX_BYTES: '3000' }, 3],
])('past %s new memories that wait, one more is refused at once and reads still served', async (_what, limit, held) => {
  api = await startReplica(databaseUrl, limit);
  const client = await api.client('load', `writes-${String(held)}`);
  const release = await holdUp(databaseUrl, 'session_heads');
  const store = (): Promise<Answer> => client.post('/v1/memories', { text: 'x'.repeat(1_000), session: 1 });
  const settled: number[] = [];
  const answers: Promise<Answer>[] = [];
  const send = (): void => {
    const answer = store();
    answers.push(answer);
    void answer.then(({ status }) => settled.push(status));
  };
  const { service } = api.database;
  for (const batches of [1, 2]) {
    send();
    await until(() => Promise.resolve(service.totalCount - service.idleCount === batches));
  }
  while (answers.length <= held) send();
  await until(() => Promise.resolve(settled.length > 0));
  expect((await client.get('/v1/entities')).status).toBe(200);
  await release();
  const outcomes = (await Promise.all(answers)).map(outcomeOf);
  expect(settled[0]).toBe(503);
  expect(outcomes.filter(([status]) => status === 200)).toHaveLength(held);
  expect(outcomes.filter(([status]) => status !== 200)).toEqual([shed]);
  await refused('write_queue', 1);
  expect((await store()).status).toBe(200);
});

test('a request that takes too long is told so; what a request asks to wait comes on top', async () => {
  api = await startReplica(databaseUrl, { REQUEST_TIMEOUT_MS: '2000' });
  const client = await api.client('load', 'time');
  // The first request opens connections and makes plans, which may exceed the limit on a slow machine.
  let before = 0;
  await until(async () => {
    const { status } = await client.get('/v1/entities');
    before += Number(status === 503);
    return status === 200;
  });
  const release = await holdUp(databaseUrl, 'entities');
  expect(outcomeOf(await client.get('/v1/entities'))).toEqual(shed);
  await release();
  await refused('time_limit', before + 1);
  const waited = await client.post('/v1/memories', { text: 'nobody extracts here' }, { prefer: 'wait=3' });
  expect([waited.status, waited.headers.get('preference-applied')]).toEqual([200, 'wait=3; extraction=pending']);
});

test('a body that comes too slowly is answered with 408, and its connection closed', async () => {
  api = await startReplica(databaseUrl, { REQUEST_TIMEOUT_MS: '500' });
  const { key } = await api.client('load', 'slow');
  const head = `POST /v1/memories HTTP/1.1\r\nhost: a\r\nx-api-key: ${key}\r\ncontent-type: application/json\r\n`;
  for (const part of [head, `${head}content-length: 9\r\n\r\n{`]) {
    const socket = connect(api.port, '127.0.0.1');
    let answer = '';
    socket.on('data', (data: Buffer) => (answer += data.toString()));
    socket.write(part);
    await once(socket, 'close');
    expect(answer).toMatch(/^HTTP\/1\.1 408 [^]*"code":"bad_request"/);
  }
});
