import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import pg from 'pg';
import { revokeKey } from '#access/key-operations.js';
import { EventStream } from '#apps/api/src/events/event-stream.js';
import { migrate } from '#database/migrate.js';
import { hasPosition, readLogEnd } from '#event-store/scope-log.js';
import { LOG_START } from '#event-store/read-log.js';
import type { Client } from '../path/client.js';
import { query } from '../harness/postgres.js';
import { testDatabase } from '../harness/services.js';
import { until } from '../harness/until.js';
import { startReplica, type ApiReplica } from './api-replica.js';
import { openStream, readAll, type ReceivedEvent } from './event-reader.js';

let databaseUrl: string;
let api: ApiReplica;
/** Added to the clock of the credential cache. */
let elapsedMs = 0;

beforeAll(async () => {
  databaseUrl = await testDatabase();
  await migrate(databaseUrl);
  const elapsed = (): number => performance.now() + elapsedMs;
  api = await startReplica(databaseUrl, { RELAY_POLL_MS: '20' }, { elapsed });
});
afterAll(async () => {
  await api.stop();
});

const newClient = () => api.client('events', randomUUID());

async function encode(client: Client, text: string): Promise<string> {
  return (await client.post('/v1/memories', { text })).body.memory_id as string;
}

const textsOf = (events: readonly ReceivedEvent[]): unknown[] => events.map(({ data }) => data.data['text']);

test('a stream begins now, and has each event as Kafka has it, without its place in the log', async () => {
  const client = await newClient();
  await encode(client, 'before');
  const stream = await openStream(api.baseUrl, client.key);
  const memoryId = await encode(client, 'after');
  const [event] = await stream.take(1);
  expect(event).toMatchObject({ event: 'MemoryEncoded', data: { specversion: '1.0', type: 'engraph.MemoryEncoded' } });
  expect(event?.data).toMatchObject({ subject: memoryId, data: { memory_id: memoryId, text: 'after' } });
  expect(Object.keys(event?.data ?? {}).filter((name) => name.startsWith('log'))).toEqual([]);
  expect(stream.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  await stream.close();
});

test('a client continues after the last event it has, or after the beginning when it has none', async () => {
  const client = await newClient();
  const first = await openStream(api.baseUrl, client.key);
  await first.close();
  await encode(client, 'one');
  const second = await openStream(api.baseUrl, client.key, { after: first.lastId });
  await encode(client, 'two');
  expect(textsOf(await second.take(1))).toEqual(['one']);
  await second.close();
  await encode(client, 'three');
  const third = await openStream(api.baseUrl, client.key, { after: first.lastId }, second.lastId);
  expect(textsOf(await third.take(2))).toEqual(['two', 'three']);
  await third.close();
});

test('only the wanted types are sent, and a stream that does not follow ends with what there is', async () => {
  const client = await newClient();
  const { lastId: after } = await readAll(api.baseUrl, client.key);
  const id = await encode(client, 'forgotten');
  await client.delete('/v1/memories', { memory_id: id });
  const types = (events: ReceivedEvent[]): string[] => events.map(({ event }) => event);
  expect(types((await readAll(api.baseUrl, client.key, { after })).events)).toEqual([
    'MemoryEncoded',
    'MemoryForgotten',
  ]);
  const wanted = { after, types: 'MemoryForgotten,GraphUpdated' };
  expect(types((await readAll(api.baseUrl, client.key, wanted)).events)).toEqual(['MemoryForgotten']);
});

test('a text that was erased arrives as null', async () => {
  const client = await newClient();
  const { lastId: after } = await readAll(api.baseUrl, client.key);
  await client.delete('/v1/memories', { memory_id: await encode(client, 'secret'), hard: true });
  const { events } = await readAll(api.baseUrl, client.key, { after });
  expect(events.map(({ event, data }) => [event, data.data['text']])).toEqual([
    ['MemoryEncoded', null],
    ['MemoryForgotten', undefined],
  ]);
});

test('a position is of one scope and of this log, and what is wrong is said', async () => {
  const client = await newClient();
  const { lastId } = await readAll(api.baseUrl, (await newClient()).key);
  for (const [parameters, message] of [
    [`after=${lastId}`, 'the position is not the id of an event of this scope; leave it out to begin now'],
    ['after=7', 'the position is not the id of an event of this scope; leave it out to begin now'],
    ['types=MemoryEncoded,Memories', /^types must be names of event types, .*MemoryForgotten/],
    ['follow=maybe', 'follow must be true or false'],
  ] as const) {
    const { status, body } = await client.get(`/v1/events?${parameters}`);
    expect([status, body.error.code, body.error.message]).toEqual([400, 'bad_request', expect.stringMatching(message)]);
  }
});

test('a position that a restored log does not have is told', async () => {
  await encode(await newClient(), 'something');
  const { system } = api.database;
  const end = await readLogEnd(system);
  expect(await hasPosition(system, LOG_START)).toBe(true);
  expect(await hasPosition(system, end)).toBe(true);
  expect(await hasPosition(system, { ...end, txid: end.txid + 1_000_000n })).toBe(false);
  expect(await hasPosition(system, { ...end, epoch: end.epoch + 1 })).toBe(false);
});

test('a scope has so many streams, and a closed one makes room', async () => {
  const client = await newClient();
  const streams = await Promise.all(Array.from({ length: 32 }, () => openStream(api.baseUrl, client.key)));
  const { status, body, headers } = await client.get('/v1/events');
  expect([status, body.error.code, headers.get('retry-after')]).toEqual([429, 'rate_limited', '10']);
  const others = await newClient();
  streams.push(await openStream(api.baseUrl, others.key));
  await streams[0]?.close();
  await until(async () => (await readAll(api.baseUrl, client.key)).lastId !== '', 10_000, 'room');
  await Promise.all(streams.map((stream) => stream.close()));
});

test('a revoked key gets no further event, and its stream ends', async () => {
  const client = await newClient();
  const { agent } = (await client.get('/v1/whoami')).body as { agent: string };
  const other = await api.client('events', agent);
  const [stream, others] = await Promise.all([openStream(api.baseUrl, client.key), openStream(api.baseUrl, other.key)]);
  await revokeKey(api.database.dataSource, { actor: 'cli', requestId: randomUUID() }, client.keyId, new Date());
  elapsedMs += 5_000;
  await encode(other, 'not for it');
  expect(textsOf(await others.take(1))).toEqual(['not for it']);
  expect(await stream.rest()).toEqual([]);
  await others.close();
});

test('a client that does not read falls behind, and loses nothing', async () => {
  const client = await newClient();
  const socket = connect(api.port, '127.0.0.1');
  socket.write(`GET /v1/events HTTP/1.1\r\nhost: a\r\nx-api-key: ${client.key}\r\n\r\n`);
  let received = String((await once(socket, 'data'))[0]);
  socket.pause();
  const count = 60;
  for (let i = 0; i < count; i++) await encode(client, `${String(i)} ${'x'.repeat(100_000)}`);
  socket.on('data', (bytes) => (received += String(bytes)));
  socket.resume();
  const numbers = (): string[] => [...received.matchAll(/"text":"([0-9]+) x/g)].map(([, n = '']) => n);
  await until(() => Promise.resolve(numbers().length === count), 30_000, 'all events');
  expect(numbers()).toEqual(Array.from({ length: count }, (_, i) => String(i)));
  socket.destroy();
});

test('a stream that waits sends heartbeats, and asks again whether it may go on', async () => {
  const answers: (boolean | Error)[] = [true, new Error('no database'), false];
  const stream = new EventStream({
    ...{ types: null, follow: true, heartbeatMs: 1 },
    read: () => Promise.reject(new Error('nothing to read')),
    idOf: () => Promise.resolve('b'),
    isAllowed: () => {
      const answer = answers.shift() ?? false;
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
    },
  });
  const texts: string[] = [];
  for await (const text of stream.framesAfter(LOG_START, 'a')) texts.push(text);
  expect(texts).toEqual(['retry: 2000\nid: a\n\n', ': heartbeat\n\n', ': heartbeat\n\n']);
});

/** An event that is committed when the returned function is called. */
async function uncommittedEvent(scopeId: string, memoryId: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const data = JSON.stringify({ memory_id: memoryId, hard: false });
  await client.query('BEGIN');
  await client.query(
    `INSERT INTO events (scope_id, stream_id, event_id, type, schema_version, data_bytes, data)
     VALUES ($1, $2, $3, 'MemoryForgotten', 1, $4, $5)`,
    [scopeId, randomUUID(), randomUUID(), data.length, data],
  );
  return async () => {
    await client.query('COMMIT');
    await client.end();
  };
}

test('in whatever order events commit and wherever connections break, each arrives once, in the order of the log', async () => {
  const plan = fc.array(fc.record({ commits: fc.nat(9), takes: fc.integer({ min: 0, max: 3 }) }), { maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(plan, async (steps) => {
      const client = await newClient();
      const { agent_id: scopeId } = (await client.get('/v1/whoami')).body as { agent_id: string };
      let { lastId } = await readAll(api.baseUrl, client.key);
      const open: (() => Promise<void>)[] = [];
      const got: string[] = [];
      for (const [at, { commits, takes }] of steps.entries()) {
        open.push(await uncommittedEvent(scopeId, String(at)));
        if (commits < open.length) await open.splice(commits, 1)[0]?.();
        const stream = await openStream(api.baseUrl, client.key, { after: lastId });
        got.push(...(await stream.takeSoon(takes)).map(({ data }) => data.data['memory_id'] as string));
        await stream.close();
        lastId = stream.lastId;
      }
      for (const commit of open) await commit();
      const { events } = await readAll(api.baseUrl, client.key, { after: lastId });
      got.push(...events.map(({ data }) => data.data['memory_id'] as string));
      const log = `SELECT data ->> 'memory_id' AS id FROM events WHERE scope_id = '${scopeId}'
        ORDER BY epoch, txid, position`;
      expect(got).toEqual((await query(databaseUrl, log)).map(({ id }) => id));
    }),
    { numRuns: 15 },
  );
});

test('a shutdown ends the streams', async () => {
  const other = await startReplica(databaseUrl);
  const client = await other.client('events', 'shutdown');
  const stream = await openStream(other.baseUrl, client.key);
  const started = performance.now();
  await other.stop();
  expect(await stream.rest()).toEqual([]);
  expect(performance.now() - started).toBeLessThan(4_000);
});
