import { afterAll, beforeAll, expect, test } from '@jest/globals';
// Node does not find its enums among the named exports of this CommonJS package.
import kafkajs, { Kafka, logLevel } from 'kafkajs';
import { randomUUID } from 'node:crypto';
import { parseExact, stringifyExact } from '#contracts/exact-json.js';
import { until } from '../harness/until.js';
import type { Client } from './client.js';
import { runEngraph, type RunningEngraph } from './run-engraph.js';

/** Another service with its own Kafka client, which uses only the documented JSON. */
let engraph: RunningEngraph;
let service: Kafka;
let prefix: string;
let client: Client;
/* eslint-disable-next-line @typescript-eslint/no-explicit-any -- whatever is on the topic */
const seen = new Map<string, any[]>();

beforeAll(async () => {
  engraph = await runEngraph('kafka');
  client = await engraph.client('commands', 'one');
  const { brokers, topicPrefix } = engraph.kafka ?? { brokers: [], topicPrefix: '' };
  prefix = topicPrefix;
  service = new Kafka({ clientId: 'another-service', brokers, logLevel: logLevel.NOTHING });
  await listen(['engraph.memory.events', 'engraph.command.replies', 'engraph.dead-letters']);
});
let stopListening = (): Promise<void> => Promise.resolve();
afterAll(async () => {
  await stopListening();
  await engraph.stop();
});

async function listen(topics: string[]): Promise<void> {
  const consumer = service.consumer({ groupId: `${prefix}another-service` });
  await consumer.connect();
  await consumer.subscribe({ topics: topics.map((topic) => prefix + topic), fromBeginning: true });
  await consumer.run({
    eachMessage: ({ topic, message }) => {
      const name = topic.slice(prefix.length);
      seen.set(name, [...(seen.get(name) ?? []), parseExact(message.value?.toString() ?? 'null')]);
      return Promise.resolve();
    },
  });
  stopListening = () => consumer.disconnect();
}

async function send(value: string, headers: Record<string, string> = {}, takenAt?: number): Promise<void> {
  const producer = service.producer();
  await producer.connect();
  const timestamp = takenAt === undefined ? {} : { timestamp: String(takenAt) };
  await producer.send({ topic: `${prefix}engraph.commands`, messages: [{ key: 'any', value, headers, ...timestamp }] });
  await producer.disconnect();
}

function command(type: string, data: object): string {
  return stringifyExact({
    specversion: '1.0',
    id: randomUUID(),
    source: 'another-service',
    type: `engraph.${type}`,
    data,
  });
}

interface Reply {
  readonly type: string;
  readonly data: { readonly request_id: string; readonly result?: { readonly memory_id: string } };
}

function reply(requestId: string) {
  const replies = (): Reply[] => seen.get('engraph.command.replies') ?? [];
  return until(() => Promise.resolve(replies().find(({ data }) => data.request_id === requestId)), 60_000, 'the reply');
}

test('another service encodes over Kafka under its key, exactly, and sees the event', async () => {
  const authorization = `Bearer ${client.key}`;
  const data = { request_id: 'cmd-1', text: 'Ingrid Olsen works at Nordlys.', occurred_at: 1700000000000000001n };
  await send(command('EncodeMemory', data), { authorization });
  const answer = await reply('cmd-1');
  expect(answer).toMatchObject({ type: 'engraph.CommandSucceeded', data: { replayed: false } });

  const memoryId = answer.data.result?.memory_id;
  const event = await until(
    () => Promise.resolve((seen.get('engraph.memory.events') ?? []).find((e) => e.subject === memoryId)),
    60_000,
    'the event',
  );
  expect(event).toMatchObject({
    specversion: '1.0',
    type: 'engraph.MemoryEncoded',
    namespace: 'commands',
    agent: 'one',
    data: { text: 'Ingrid Olsen works at Nordlys.', occurred_at_unix_nanos: 1700000000000000001n },
  });
  await until(async () => (await client.get('/v1/entities?prefix=ingrid')).body.count === 1, 60_000, 'the entity');
});

test('the ledger is shared with HTTP: a command repeats, and a differing request is refused', async () => {
  const authorization = `Bearer ${client.key}`;
  const first = await client.post('/v1/memories', { text: 'By HTTP.' }, { 'idempotency-key': 'cmd-2' });
  await send(command('EncodeMemory', { request_id: 'cmd-2', text: 'By HTTP.' }), { authorization });
  const answer = await reply('cmd-2');
  expect(answer.data).toMatchObject({ replayed: true, result: { memory_id: first.body.memory_id } });

  const other = await client.post('/v1/memories', { text: 'Else.' }, { 'idempotency-key': 'cmd-1' });
  expect(other.status).toBe(409);
});

test.each([
  ['no credential', {}, { text: 'x' }, 401, 'unauthorized'],
  ['an unknown credential', { authorization: 'Bearer nobody' }, { text: 'x' }, 401, 'unauthorized'],
  [
    'a scope of its own choice, untrusted',
    {},
    { text: 'x', scope: { namespace: 'a', agent: 'b' } },
    401,
    'unauthorized',
  ],
  ['a blank text', 'own', { text: '  ' }, 400, 'bad_request'],
])('a command with %s is answered with the error of the route', async (_, headers, data, status, code) => {
  const requestId = randomUUID();
  const own = { authorization: `Bearer ${client.key}` };
  await send(
    command('EncodeMemory', { request_id: requestId, ...data }),
    headers === 'own' ? own : (headers as object as Record<string, string>),
  );
  expect((await reply(requestId)).data).toMatchObject({ status, error: { code } });
});

test('a record that is no command goes to the dead letters, without its value, and the next one is answered', async () => {
  await send('this is not JSON, but a secret');
  const requestId = randomUUID();
  await send(command('EncodeMemory', { request_id: requestId, text: 'After the bad one.' }), {
    authorization: `Bearer ${client.key}`,
  });
  expect((await reply(requestId)).type).toBe('engraph.CommandSucceeded');
  const letter = await until(
    () => Promise.resolve((seen.get('engraph.dead-letters') ?? [])[0]),
    60_000,
    'the dead letter',
  );
  expect(letter).toMatchObject({ type: 'engraph.RecordRejected' });
  expect(JSON.stringify(letter)).not.toContain(Buffer.from('secret').toString('base64'));
  expect(letter.data.value).toBeNull();
});

test('where producers are trusted, a command may name its scope', async () => {
  const trusting = await runEngraph('kafka', { KAFKA_TRUSTED_COMMANDS: 'on' });
  const scope = { namespace: 'commands', agent: 'trusted' };
  const reader = await trusting.client(scope.namespace, scope.agent);
  const producer = service.producer();
  await producer.connect();
  const value = command('EncodeMemory', { request_id: 'cmd-3', text: 'Said to somebody else.', scope });
  await producer.send({ topic: `${trusting.kafka?.topicPrefix ?? ''}engraph.commands`, messages: [{ value }] });
  await producer.disconnect();
  const stored = async (): Promise<boolean> => (await reader.get('/v1/memories')).body.items.length === 1;
  await until(stored, 60_000, 'the memory');
  await trusting.stop();
});

test('a command that is read again a day later is answered from the ledger, or refused, and never written again', async () => {
  const admin = service.admin();
  await admin.connect();
  // So that records can have old timestamps.
  await admin.alterConfigs({
    validateOnly: false,
    resources: [
      {
        type: kafkajs.ConfigResourceTypes.TOPIC,
        name: `${prefix}engraph.commands`,
        configEntries: [
          { name: 'message.timestamp.type', value: 'CreateTime' },
          { name: 'retention.ms', value: '-1' },
        ],
      },
    ],
  });
  await admin.disconnect();
  const authorization = `Bearer ${client.key}`;
  const old = Date.now() - 25 * 3_600_000;
  const known = { request_id: 'known', text: 'Known since then.' };
  await send(command('EncodeMemory', known), { authorization });
  const { memory_id } = (await reply('known')).data.result ?? {};
  await send(
    command('EncodeMemory', { request_id: 'old', text: 'Carried out a day ago, perhaps.' }),
    { authorization },
    old,
  );
  expect(await reply('old')).toMatchObject({
    type: 'engraph.CommandFailed',
    data: { status: 400, error: { code: 'bad_request', message: expect.stringContaining('older than 23 hours') } },
  });
  await send(command('EncodeMemory', known), { authorization }, old);
  const replies = (): Reply[] => (seen.get('engraph.command.replies') ?? []) as Reply[];
  const again = await until(() => Promise.resolve(replies().filter(({ data }) => data.request_id === 'known')[1]));
  expect(again).toMatchObject({ type: 'engraph.CommandSucceeded', data: { replayed: true, result: { memory_id } } });
  const { body } = await client.get('/v1/memories');
  expect((body as { items: { text: string }[] }).items.map((item) => item.text)).not.toContain(
    'Carried out a day ago, perhaps.',
  );
});
