import { afterEach, beforeAll, expect, test } from '@jest/globals';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { UNREAD_ANSWERS } from '#apps/api/src/admission/unread-answers.js';
import { loadRecalledMemories } from '#recall/load-recalled-memories.js';
import { inScope } from '#database/in-scope.js';
import { uuidOfMemoryId } from '#contracts/memory-id.js';
import { testDatabase } from '../harness/services.js';
import { until } from '../harness/until.js';
import type { Client } from '../path/client.js';
import { startReplica, type ApiReplica } from './api-replica.js';

const MIB = 1024 * 1024;
const PAGE = '/v1/memories?limit=100';

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

/** Client whose scope has this many memories of almost 1 MiB each. */
async function filled(agent: string, memories: number): Promise<Client> {
  const client = await api.client('long', agent);
  for (let i = 0; i < memories; i += 1)
    expect((await client.post('/v1/memories', { text: String(i).padEnd(MIB - 1, '-') })).status).toBe(200);
  return client;
}

/** Requests a page on a new connection, and does not read the response. */
function askAndNotRead({ key }: Client): Socket {
  const socket = connect(api.port, '127.0.0.1');
  sockets.push(socket);
  socket.on('error', () => undefined);
  socket.pause();
  socket.write(`GET ${PAGE} HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${key}\r\n\r\n`);
  return socket;
}

test('a page of long memories ends at its bytes, and the cursor leads to the others', async () => {
  api = await startReplica(databaseUrl);
  const client = await filled('pages', 6);
  const first = (await client.get(PAGE)).body;
  expect(first.items).toHaveLength(5);
  const second = (await client.get(`${PAGE}&cursor=${String(first.next_cursor)}`)).body;
  expect(second.items).toHaveLength(1);
  expect(second.next_cursor).toBeUndefined();
  const begins = [...first.items, ...second.items].map(({ text }: { text: string }) => text.slice(0, 2));
  expect(begins).toEqual(['5-', '4-', '3-', '2-', '1-', '0-']);
});

test('of recalled memories as many are read as a page holds, the best of them', async () => {
  api = await startReplica(databaseUrl);
  const client = await filled('recalled', 6);
  const { items } = (await client.get('/v1/memories?limit=1')).body;
  const { rows } = await api.database.system.query<{ scope_id: string; memory_id: string }>(
    'SELECT scope_id, memory_id FROM memories JOIN scopes USING (scope_id) WHERE agent = $1 ORDER BY memory_id',
    ['recalled'],
  );
  const ids = rows.map(({ memory_id }) => memory_id);
  expect(ids.at(-1)).toBe(uuidOfMemoryId(items[0].memory_id as string));
  const scopeId = rows[0]?.scope_id ?? '';
  const loaded = await loadRecalledMemories(inScope(api.database.service, scopeId), scopeId, ids);
  expect([...loaded.fields.keys()].sort()).toEqual(ids.slice(0, 5));
  expect(loaded.isFull).toBe(true);
});

test('what JSON writes longer than the text counts as it is written', async () => {
  api = await startReplica(databaseUrl);
  const client = await api.client('long', 'escaped');
  for (let i = 0; i < 3; i += 1)
    expect((await client.post('/v1/memories', { text: `${String(i)}${'\u0001'.repeat(MIB - 1)}` })).status).toBe(200);
  const begins: string[] = [];
  for (let cursor = ''; begins.length < 4;) {
    const { body } = await client.get(`${PAGE}${cursor}`);
    expect(body.items).toHaveLength(1);
    begins.push((body.items[0].text as string).slice(0, 1));
    if (body.next_cursor === undefined) break;
    cursor = `&cursor=${String(body.next_cursor)}`;
  }
  expect(begins).toEqual(['2', '1', '0']);
});

test('an answer that is read slowly, and for longer than it may take to be made, is read to its end', async () => {
  api = await startReplica(databaseUrl, { REQUEST_TIMEOUT_MS: '2000' });
  const client = await filled('slow', 6);
  const socket = askAndNotRead(client);
  const since = performance.now();
  let received = '';
  const page = new Promise<string>((resolve, reject) => {
    socket.once('close', () => {
      reject(new Error(`ended after ${String(received.length)} bytes`));
    });
    socket.on('data', (data: Buffer) => {
      received += data.toString();
      if (received.endsWith('}')) resolve(received.slice(received.indexOf('\r\n\r\n')));
      socket.pause();
      setTimeout(() => socket.resume(), 50);
    });
  });
  socket.resume();
  expect((JSON.parse(await page) as { items: unknown[] }).items).toHaveLength(5);
  expect(performance.now() - since).toBeGreaterThan(2_000);
  expect((await client.get('/v1/whoami')).status).toBe(200);
});

test('a client that reads nothing is cut off, and what it did not read is let go', async () => {
  api = await startReplica(databaseUrl, {}, { unread: { ...UNREAD_ANSWERS, timeoutMs: 1_000 } });
  const client = await filled('unread', 6);
  const socket = askAndNotRead(client);
  const closed = once(socket, 'close');
  // Reading goes on only to notice the end; data received before is in this side's socket buffer.
  await until(() => Promise.resolve(socket.bytesWritten > 0));
  await once(AbortSignal.timeout(2_500), 'abort');
  let read = 0;
  socket.on('data', (data: Buffer) => (read += data.length));
  socket.resume();
  await closed;
  expect(read).toBeLessThan(5 * MIB);
  expect((await client.get(PAGE)).status).toBe(200);
});

test('a scope that leaves too much unread is refused until it reads, and no other', async () => {
  const unread = { ...UNREAD_ANSWERS, maxBytesPerScope: 12 * MIB, timeoutMs: 120_000 };
  api = await startReplica(databaseUrl, {}, { unread });
  const [flood, other] = [await filled('flood', 6), await filled('other', 1)];
  // One more each time, since the request sent while a page is being read may itself have been rejected.
  await until(async () => {
    askAndNotRead(flood);
    return (await flood.get(PAGE)).status === 503;
  });
  expect((await other.get(PAGE)).status).toBe(200);
  for (const socket of sockets.splice(0)) socket.destroy();
  await until(async () => (await flood.get(PAGE)).status === 200);
});
