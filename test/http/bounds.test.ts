import { afterEach, beforeAll, expect, test } from '@jest/globals';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { BODY_SHARES } from '#apps/api/src/admission/body-shares.js';
import { testDatabase } from '../harness/services.js';
import { until } from '../harness/until.js';
import { startReplica, type ApiReplica } from './api-replica.js';
import { exchange, open } from './raw-request.js';

const KIB = 1024;

let databaseUrl: string;
let api: ApiReplica;
const sockets: Socket[] = [];

beforeAll(async () => {
  databaseUrl = await testDatabase();
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await api.stop();
});

async function connected(): Promise<Socket> {
  const socket = await open(api.port);
  sockets.push(socket);
  return socket;
}

const headOf = (key: string, bytes: number): string[] => [
  'POST /v1/recall HTTP/1.1',
  ...['host: a', 'content-type: application/json', `authorization: Bearer ${key}`, `content-length: ${String(bytes)}`],
];

test('bodies that do not come take room of their own scope alone, until their connections end', async () => {
  const bodies = { ...BODY_SHARES, bytes: 256 * KIB, bytesPerScope: 64 * KIB, waitingPerScope: 2 };
  api = await startReplica(databaseUrl, {}, { bodies });
  const [flood, other] = [await api.client('bounds', 'flood'), await api.client('bounds', 'other')];
  const ask = () => flood.post('/v1/recall', { query: 'tea' });
  expect((await ask()).status).toBe(200);
  // Four are read, two are queued, and one more is rejected.
  for (let i = 0; i < 6; i += 1) (await connected()).write(`${headOf(flood.key, 1000).join('\r\n')}\r\n\r\n{`);
  await until(async () => {
    const probe = await connected();
    const answered = exchange(probe, headOf(flood.key, 10)).then(
      ({ status }) => status,
      () => 0,
    );
    return (await Promise.race([answered, once(AbortSignal.timeout(200), 'abort')])) === 503;
  });
  expect((await other.post('/v1/recall', { query: 'tea' })).status).toBe(200);
  for (const socket of sockets.splice(0)) socket.destroy();
  expect((await ask()).status).toBe(200);
});

test('a body that is refused for its length holds no room', async () => {
  const bodies = { ...BODY_SHARES, bytes: 64 * KIB, bytesPerScope: 32 * KIB };
  api = await startReplica(databaseUrl, {}, { bodies });
  const client = await api.client('bounds', 'long');
  for (let i = 0; i < 20; i += 1)
    expect((await exchange(await connected(), headOf(client.key, 100 * KIB * KIB))).status).toBe(413);
  // All are still open, and their announced bodies can still arrive.
  const since = performance.now();
  expect((await client.post('/v1/memories', { text: 'Tea.' })).status).toBe(200);
  expect(performance.now() - since).toBeLessThan(500);
});

test('past so many connections the one that is idle for longest is closed, and who asks is served', async () => {
  api = await startReplica(databaseUrl, {}, { connections: 20 });
  const client = await api.client('bounds', 'many');
  const closed: number[] = [];
  for (let i = 0; i < 60; i += 1) {
    const socket = await connected();
    socket.once('close', () => closed.push(i));
    // Half of them send their heads slowly.
    if (i % 2 === 0) socket.write('GET /v1/whoami HTTP/1.1\r\nhost:');
  }
  await until(() => Promise.resolve(closed.length >= 40));
  expect(closed.slice(0, 40)).toEqual(Array.from({ length: 40 }, (_, i) => i));
  expect((await client.get('/v1/whoami')).status).toBe(200);
});

test('a connection with too many unanswered requests is cut off, and others are served meanwhile', async () => {
  api = await startReplica(databaseUrl);
  const client = await api.client('bounds', 'pipelining');
  const ask = ['GET /v1/memories HTTP/1.1', 'host: a', `x-api-key: ${client.key}`].join('\r\n');
  const [few, many] = [await connected(), await connected()];
  let received = '';
  few.on('data', (data: Buffer) => {
    received += data.toString();
  });
  few.write(`${ask}\r\n\r\n`.repeat(16));
  await until(() => Promise.resolve(received.split('HTTP/1.1 200').length === 17));
  many.write(`${ask}\r\n\r\n`.repeat(500));
  const closed = once(many, 'close');
  many.resume();
  await closed;
  expect((await client.get('/v1/whoami')).status).toBe(200);
});
