import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { freePort } from '../harness/free-port.js';
import type { Client } from '../path/client.js';
import { runEngraph, type RunningEngraph } from '../path/run-engraph.js';
import { startReplica, testClock } from './api-replica.js';
import { exchange, open, rawRequest } from './raw-request.js';

const ADMIN_TOKEN = 'a token of thirty-two characters'.replaceAll(' ', '-');
const MIB = 1024 * 1024;

let engraph: RunningEngraph;
let all: Client;
let reader: Client;
let port: number;
let adminPort: number;

beforeAll(async () => {
  adminPort = await freePort();
  const admin = { ADMIN_TOKEN, ADMIN_PORT: String(adminPort) };
  engraph = await runEngraph('log', { EXTRACTION: 'off', ...admin });
  port = Number(new URL(engraph.baseUrl).port);
  all = await engraph.client('edge', 'all');
  reader = await engraph.client('edge', 'reader', ['recall']);
});
afterAll(async () => {
  await engraph.stop();
});

const JSON_BODY = ['host: a', 'content-type: application/json'];
/** A body is announced, but no byte of it is sent: a server that waits for it returns 408. */
const ANNOUNCED = [...JSON_BODY, 'content-length: 1000'];
const keyOf = ({ key }: Client): string => `authorization: Bearer ${key}`;

describe('is answered before its body has come', () => {
  const cases: readonly [what: string, line: string, headers: () => string[], status: number, code: string][] = [
    ['a write without a credential', 'POST /v1/memories', () => [], 401, 'unauthorized'],
    ['a write with an unknown key', 'POST /v1/memories', () => ['x-api-key: no'], 401, 'unauthorized'],
    ['a question without a credential', 'POST /v1/recall', () => [], 401, 'unauthorized'],
    ['a write by a key that only reads', 'POST /v1/memories', () => [keyOf(reader)], 403, 'forbidden'],
    ['a forget by a key that only reads', 'DELETE /v1/memories', () => [keyOf(reader)], 403, 'forbidden'],
    ['an unknown path', 'POST /v2/memories', () => [], 404, 'not_found'],
    ['an unknown path, with a key', 'POST /v1/memory', () => [keyOf(all)], 404, 'not_found'],
    ['an unknown method of a path', 'PUT /v1/memories', () => [keyOf(all)], 405, 'bad_request'],
    ['a compressed body', 'POST /v1/memories', () => [keyOf(all), 'content-encoding: gzip'], 415, 'bad_request'],
  ];

  test.each(cases)('%s', async (_what, line, headers, status, code) => {
    const answer = await rawRequest(port, [`${line} HTTP/1.1`, ...ANNOUNCED, ...headers()]);
    expect([answer.status, answer.code]).toEqual([status, code]);
    expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  test.each([
    ['POST /v1/memories', 8 * MIB],
    ['POST /v1/recall', 8 * MIB],
    ['POST /v1/plan', MIB],
    ['DELETE /v1/memories', MIB],
    ['POST /v1/links', MIB / 16],
  ])('a body that is longer than %s takes', async (line, bytes) => {
    const long = [...JSON_BODY, keyOf(all), `content-length: ${String(bytes + 1)}`];
    const answer = await rawRequest(port, [`${line} HTTP/1.1`, ...long]);
    expect([answer.status, answer.code]).toEqual([413, 'bad_request']);
  });

  test.each([
    ['POST /admin/keys', [], 401],
    ['POST /admin/keys', ['authorization: Bearer no'], 401],
    ['POST /admin/key', [], 404],
  ])('on the port of operators, %s with %j', async (line, headers, status) => {
    const answer = await rawRequest(adminPort, [`${line} HTTP/1.1`, ...ANNOUNCED, ...headers]);
    expect(answer.status).toBe(status);
  });

  test('a request past its rate', async () => {
    // The clock is stopped, so the bucket is not refilled however long the requests take.
    const limits = { RATE_LIMIT_PER_S: '10', RATE_LIMIT_BURST: '5' };
    const api = await startReplica(engraph.databaseUrl, limits, { clock: testClock() });
    const loud = await api.client('edge', 'loud');
    for (let i = 0; i < 5; i += 1) expect((await loud.get('/v1/whoami')).status).toBe(200);
    const answer = await rawRequest(api.port, ['POST /v1/recall HTTP/1.1', ...ANNOUNCED, keyOf(loud)]);
    await api.stop();
    expect([answer.status, answer.code]).toEqual([429, 'rate_limited']);
  });
});

test('a client that sends all of a refused body first still reads the answer, and may go on', async () => {
  const socket = await open(port);
  const head = ['POST /v1/memories HTTP/1.1', ...JSON_BODY, `content-length: ${String(MIB / 2)}`];
  expect((await exchange(socket, head, Buffer.alloc(MIB / 2, '['))).status).toBe(401);
  const next = await exchange(socket, ['GET /v1/whoami HTTP/1.1', 'host: a', keyOf(all)]);
  expect(next.status).toBe(200);
  socket.destroy();
});

test('a body that nobody reads and that does not end costs a second at most', async () => {
  const socket = await open(port);
  await exchange(socket, ['POST /v1/memories HTTP/1.1', ...JSON_BODY, 'content-length: 1000000000']);
  const ended = new Promise((resolve) => socket.once('close', resolve));
  const chunk = Buffer.alloc(64 * 1024, '[');
  const send = setInterval(() => socket.write(chunk), 5);
  await ended;
  clearInterval(send);
  expect(socket.bytesWritten).toBeLessThan(64 * MIB);
});

test.each([
  ['brackets', '['.repeat(8 * MIB), 'more than 64 levels'],
  [
    'unknown fields',
    `{${Array.from({ length: 500_000 }, (_, i) => `"k${String(i)}":0`).join()}}`,
    'more than 50000 values',
  ],
])('a body of nothing but %s is refused before it is parsed', async (_what, body, message) => {
  const answer = await all.post('/v1/memories', body);
  expect([answer.status, answer.body.error.message]).toEqual([400, expect.stringContaining(message)]);
});

test.each([
  ['no Host', ['GET /v1/whoami HTTP/1.1'], 400],
  ['two Hosts', ['GET /v1/whoami HTTP/1.1', 'host: a', 'host: b'], 400],
  ['an empty Host', ['GET /health/live HTTP/1.1', 'host:'], 200],
  ['another transfer coding', ['POST /v1/recall HTTP/1.1', 'host: a', 'transfer-encoding: gzip, chunked'], 400],
])('a request with %s', async (_what, head, status) => {
  const answer = await rawRequest(port, head);
  expect([answer.status, answer.code]).toEqual([status, status === 200 ? undefined : 'bad_request']);
});

describe('credential headers', () => {
  const whoami = (...headers: string[]) => rawRequest(port, ['GET /v1/whoami HTTP/1.1', 'host: a', ...headers]);

  test('of which two differ are refused, wherever the valid one stands', async () => {
    const [bearer, other] = [keyOf(all), keyOf(reader)];
    for (const headers of [
      [bearer, other],
      [bearer, 'authorization: Bearer no'],
      ['authorization: Bearer no', bearer],
      ['authorization: Basic no', bearer],
      [`x-api-key: ${all.key}`, `x-api-key: ${reader.key}`],
      [bearer, `x-api-key: ${all.key}`, 'x-api-key: no'],
    ])
      expect((await whoami(...headers)).status).toBe(401);
  });

  test('may be repeated where they agree', async () => {
    expect((await whoami(keyOf(all), keyOf(all), `x-api-key: ${all.key}`)).status).toBe(200);
  });

  test('that differ are refused on the port of operators too', async () => {
    const token = `authorization: Bearer ${ADMIN_TOKEN}`;
    const list = (...headers: string[]) =>
      rawRequest(adminPort, ['GET /admin/keys HTTP/1.1', 'host: a', 'connection: close', ...headers]);
    expect((await list(token)).status).toBe(200);
    expect((await list(token, 'authorization: Bearer no')).status).toBe(401);
  });
});

test('no answer to somebody who had to say who they are is for a cache', async () => {
  const stores = async (line: string, ...headers: string[]) =>
    (await rawRequest(port, [`${line} HTTP/1.1`, 'host: a', ...headers])).headers.get('cache-control');
  expect(await stores('GET /v1/whoami', keyOf(all))).toBe('no-store');
  expect(await stores('GET /v1/entities', keyOf(all))).toBe('no-store');
  expect(await stores('GET /v1/memories/1/inspect', keyOf(all))).toBe('no-store');
  expect(await stores('GET /v1/whoami')).toBe('no-store');
});
