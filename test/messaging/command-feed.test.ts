import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { IHeaders, Kafka, Message } from 'kafkajs';
import type { CommandMessage, CommandReplyData } from '#contracts/messages/commands.js';
import { parseExact, stringifyExact } from '#contracts/exact-json.js';
import { topicName } from '#contracts/topics.js';
import { type CommandHandler, KafkaCommandFeed } from '#messaging/command-feed.js';
import { KafkaDeadLetters } from '#messaging/dead-letter-publisher.js';
import { until } from '../harness/until.js';
import { testTopics } from './kafka-setup.js';
import { committed, readTopic } from './topic-probe.js';

let kafka: Kafka;
let topicPrefix: string;
let deadLetters: KafkaDeadLetters;
let feed: KafkaCommandFeed | undefined;

beforeEach(async () => {
  ({ kafka, topicPrefix } = await testTopics());
  deadLetters = new KafkaDeadLetters(kafka, { topicPrefix });
});

afterEach(async () => {
  await feed?.stop();
  await deadLetters.disconnect();
});

function startFeed(handler: CommandHandler): void {
  const reject = deadLetters.publish.bind(deadLetters);
  const groupId = `${topicPrefix}api`;
  feed = new KafkaCommandFeed(kafka, { topicPrefix, groupId, chunkSize: 64, reject, onError: () => undefined });
  feed.start(handler);
}

function command(requestId: string, data: object = {}, key = 'k', headers: IHeaders = {}): Message {
  const value = {
    specversion: '1.0',
    id: requestId,
    source: '/test',
    type: 'engraph.EncodeMemory',
    data: { request_id: requestId, text: `text of ${requestId}`, ...data },
  };
  return { key, value: stringifyExact(value), headers };
}

async function send(messages: Message[]): Promise<void> {
  const producer = kafka.producer();
  await producer.connect();
  await producer.send({ topic: topicName('commands', topicPrefix), messages });
  await producer.disconnect();
}

async function replies(count: number): Promise<{ type: string; key: string; data: CommandReplyData }[]> {
  const topic = topicName('commandReplies', topicPrefix);
  const records = await readTopic(kafka, topic, (all) => all.length >= count);
  return records.map(({ key, value }) => {
    const { type, data } = parseExact(String(value)) as unknown as { type: string; data: CommandReplyData };
    return { type, key: String(key), data };
  });
}

function done({ requestId, type }: CommandMessage, result: object = {}): CommandReplyData {
  return { request_id: requestId, command: type, replayed: false, result };
}

test('a command reaches the handler with its credential and exact integers, and its reply has its request id', async () => {
  const seen: CommandMessage[] = [];
  startFeed((message) => {
    seen.push(message);
    return Promise.resolve(done(message, { created_at_unix_nanos: 1_700_000_000_000_000_001n }));
  });
  const data = { session: 18_446_744_073_709_551_615n, scope: { namespace: 'n', agent: 'a' } };
  await send([command('r-1', data, 'k', { authorization: 'Bearer secret' })]);
  const [reply] = await replies(1);
  expect(seen).toEqual([
    {
      type: 'EncodeMemory',
      requestId: 'r-1',
      takenAt: expect.any(Date) as unknown,
      authorization: 'Bearer secret',
      scope: { namespace: 'n', agent: 'a' },
      fields: { text: 'text of r-1', session: 18_446_744_073_709_551_615n },
    },
  ]);
  expect(reply).toEqual({
    type: 'engraph.CommandSucceeded',
    key: 'r-1',
    data: done(seen[0] as CommandMessage, { created_at_unix_nanos: 1_700_000_000_000_000_001n }),
  });
});

test('commands of one key run in order, and those of different keys side by side', async () => {
  const order: string[] = [];
  let together = 0;
  let most = 0;
  const keys = ['a', 'b', 'c', 'd', 'e', 'f'];
  await send(keys.flatMap((key) => [command(`${key}1`, {}, key), command(`${key}2`, {}, key)]));
  startFeed(async (message) => {
    most = Math.max(most, (together += 1));
    await new Promise(setImmediate);
    order.push(message.requestId);
    together -= 1;
    return done(message);
  });
  await replies(12);
  for (const key of keys) expect(order.filter((id) => id.startsWith(key))).toEqual([`${key}1`, `${key}2`]);
  expect(most).toBeGreaterThan(1);
});

test('a handler that throws gets the command again, and one reply goes out', async () => {
  let attempts = 0;
  startFeed((message) =>
    (attempts += 1) < 3 ? Promise.reject(new Error('Postgres')) : Promise.resolve(done(message)),
  );
  await send([command('r-1')]);
  expect(await replies(1)).toHaveLength(1);
  expect(attempts).toBe(3);
  const topic = topicName('commands', topicPrefix);
  await until(async () => (await committed(kafka, `${topicPrefix}api`, topic)) === 1n, 60_000, 'the commit');
});

test('an unreadable command is refused by request id, or goes to the dead letters without one', async () => {
  startFeed((message) => Promise.resolve(done(message)));
  const wrongType = JSON.stringify({ ...JSON.parse(String(command('r-1').value)), type: 'engraph.Nonsense' });
  await send([{ key: 'k', value: wrongType }, { key: 'k', value: 'a secret' }, command('r-2')]);
  const all = await replies(2);
  expect(all.map(({ type, data }) => [type, data.request_id])).toEqual([
    ['engraph.CommandFailed', 'r-1'],
    ['engraph.CommandSucceeded', 'r-2'],
  ]);
  expect(all[0]?.data).toMatchObject({ command: null, status: 400, error: { code: 'bad_request' } });
  const [letter] = await readTopic(kafka, topicName('deadLetters', topicPrefix), (found) => found.length > 0);
  expect(parseExact(String(letter?.value))).toMatchObject({ data: { offset: 1, reason: 'not JSON' } });
});
