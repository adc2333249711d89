import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { Kafka } from 'kafkajs';
import type { StoredEvent } from '#contracts/events.js';
import { parseExact } from '#contracts/exact-json.js';
import { topicName } from '#contracts/topics.js';
import { KafkaFeed } from '#messaging/consume-chunks.js';
import { KafkaDeadLetters } from '#messaging/dead-letter-publisher.js';
import { KafkaEventPublisher } from '#messaging/event-publisher.js';
import { until } from '../harness/until.js';
import { testTopics } from './kafka-setup.js';
import { newScope, numbered } from './sample-events.js';
import { committed, members, readTopic } from './topic-probe.js';

let kafka: Kafka;
let topicPrefix: string;
let topic: string;
let publisher: KafkaEventPublisher;
let deadLetters: KafkaDeadLetters;
const feeds: KafkaFeed[] = [];

beforeEach(async () => {
  ({ kafka, topicPrefix } = await testTopics());
  topic = topicName('memoryEvents', topicPrefix);
  publisher = new KafkaEventPublisher(kafka, { topicPrefix, maxRecordBytes: 8_000_000, referencesOnly: false });
  deadLetters = new KafkaDeadLetters(kafka, { topicPrefix });
});

afterEach(async () => {
  await Promise.all(feeds.splice(0).map((feed) => feed.stop()));
  await Promise.all([publisher.disconnect(), deadLetters.disconnect()]);
});

interface Harness {
  readonly feed: KafkaFeed;
  /** Events handled without an error, in order, with repeats. */
  readonly handled: StoredEvent[];
  readonly errors: unknown[];
}

function feedOf(before: (events: readonly StoredEvent[]) => Promise<void> = () => Promise.resolve()): Harness {
  const handled: StoredEvent[] = [];
  const errors: unknown[] = [];
  const onError = (error: unknown): void => void errors.push(error);
  const feed = new KafkaFeed(kafka, { groupId: `${topicPrefix}extractor`, topic, chunkSize: 10, onError });
  feeds.push(feed);
  feed.start({
    reject: (record) => deadLetters.publish(record),
    handle: async (events) => {
      await before(events);
      handled.push(...events);
    },
  });
  return { feed, handled, errors };
}

function idsOf(events: readonly StoredEvent[]): string[] {
  return events.map(({ id }) => id);
}

function untilTrue(condition: () => boolean | Promise<boolean>, what: string, limitMs = 30_000): Promise<boolean> {
  return until(async () => condition(), limitMs, what);
}

test('a new group reads from the beginning, in order per scope, and commits all', async () => {
  const scopes = [newScope(), newScope(), newScope()];
  const events = scopes.flatMap((scope) => numbered(scope, 35));
  await publisher.publish(events);
  const { handled, feed, errors } = feedOf();
  await untilTrue(() => handled.length === events.length, 'all events');
  for (const { scopeId } of scopes) {
    const own = (all: readonly StoredEvent[]): StoredEvent[] => all.filter((event) => event.scope.scopeId === scopeId);
    expect(own(handled)).toEqual(own(events));
  }
  expect(feed.state).toBe('running');
  await feed.stop();
  expect(feed.state).toBe('stopped');
  expect(await committed(kafka, `${topicPrefix}extractor`, topic)).toBe(BigInt(events.length));
  expect(errors).toEqual([]);
});

test('a handler that throws pauses its partition, gets the same events again, and loses none', async () => {
  const events = numbered(newScope(), 25);
  await publisher.publish(events);
  let faults = 0;
  const { handled, feed, errors } = feedOf((chunk) => {
    const isSecondChunk = chunk[0]?.at.position === 10n;
    if (isSecondChunk && (faults += 1) <= 3) return Promise.reject(new Error('Postgres is out of reach'));
    return Promise.resolve();
  });
  await untilTrue(() => feed.state === 'paused', 'the pause');
  await untilTrue(() => handled.length === events.length, 'all events');
  expect(idsOf(handled)).toEqual(idsOf(events));
  expect(errors).toEqual(Array.from({ length: 3 }, () => new Error('Postgres is out of reach')));
  expect(feed.state).toBe('running');
});

test('a partition whose handler throws does not hold up the others', async () => {
  const scopes = Array.from({ length: 8 }, newScope);
  const stuck = scopes[0]?.scopeId;
  const { handled, feed } = feedOf((chunk) =>
    chunk.some(({ scope }) => scope.scopeId === stuck) ? Promise.reject(new Error('a lock')) : Promise.resolve(),
  );
  await publisher.publish(scopes.flatMap((scope) => numbered(scope, 1)));
  await untilTrue(() => feed.state === 'paused' && handled.length > 0, 'the pause');
  const later = scopes.flatMap((scope) => numbered(scope, 2));
  await publisher.publish(later);
  // The handler never finishes an event of the stuck scope.
  await untilTrue(() => handled.some(({ id }) => idsOf(later).includes(id)), 'a later event of another partition');
});

test('a handler that takes longer than the session keeps its partition', async () => {
  const events = numbered(newScope(), 3);
  await publisher.publish(events);
  let calls = 0;
  const { handled, errors } = feedOf(async () => {
    calls += 1;
    await delay(12_000);
  });
  await untilTrue(() => handled.length > 0, 'the slow chunk');
  await publisher.publish(numbered(newScope(), 1));
  await untilTrue(() => handled.length === events.length + 1, 'the next chunk');
  expect(calls).toBe(2);
  expect(errors).toEqual([]);
});

test('unreadable records go to the dead letters, and their neighbours go on', async () => {
  const events = numbered(newScope(), 3);
  const key = events[0]?.scope.scopeId ?? '';
  const raw = kafka.producer();
  await raw.connect();
  await publisher.publish(events.slice(0, 1));
  const values = ['{"text":"a secret', null, Buffer.from([0x7b, 0xff, 0x7d]), '{"specversion":"1.0"}'];
  await raw.send({ topic, messages: values.map((value) => ({ key, value })) });
  await publisher.publish(events.slice(1));
  await raw.disconnect();
  const { handled } = feedOf();
  await untilTrue(() => handled.length === 3, 'the readable events');
  expect(handled).toEqual(events);
  const records = await readTopic(kafka, topicName('deadLetters', topicPrefix), (all) => all.length >= values.length);
  const letters = records.map(({ value }) => parseExact(String(value)) as { id: string; type: string; data: object });
  expect(letters.map(({ data }) => data)).toEqual([
    expect.objectContaining({
      offset: 1,
      reason: 'not JSON',
      value: Buffer.from('{"text":"a secret').toString('base64'),
    }),
    expect.objectContaining({ offset: 2, reason: 'no value', value: null, value_bytes: 0 }),
    expect.objectContaining({ offset: 3, reason: 'not UTF-8' }),
    expect.objectContaining({ offset: 4, reason: "/ must have required property 'id'", topic }),
  ]);
  expect(new Set(letters.map(({ id }) => id)).size).toBe(values.length);
});

test('a rejection that cannot be kept holds the offset, so that no unreadable record is lost', async () => {
  const raw = kafka.producer();
  await raw.connect();
  await raw.send({ topic, messages: [{ key: 'k', value: 'no event' }] });
  await raw.disconnect();
  let attempts = 0;
  const feed = new KafkaFeed(kafka, { groupId: `${topicPrefix}g`, topic, chunkSize: 10, onError: () => undefined });
  feeds.push(feed);
  const reject = (): Promise<void> => ((attempts += 1) < 3 ? Promise.reject(new Error('Kafka')) : Promise.resolve());
  feed.start({ handle: () => Promise.resolve(), reject });
  await untilTrue(async () => (await committed(kafka, `${topicPrefix}g`, topic)) === 1n, 'the commit');
  expect(attempts).toBe(3);
});

test('stop finishes the chunk in hand, commits it, and another member takes over at once', async () => {
  const first = feedOf((chunk) => delay(chunk.length > 1 ? 300 : 0));
  const second = feedOf();
  await untilTrue(() => first.feed.state === 'running' && second.feed.state === 'running', 'both members');
  const scopes = Array.from({ length: 12 }, newScope);
  await publisher.publish(scopes.flatMap((scope) => numbered(scope, 4)));
  await untilTrue(() => first.handled.length > 0 && second.handled.length > 0, 'work for both');
  await first.feed.stop();
  // A silent one would remain a member until its session times out, and keep its partitions.
  expect(await members(kafka, `${topicPrefix}extractor`)).toBe(1);
  await untilTrue(() => first.handled.length + second.handled.length >= 48, 'the rest');
  const after = scopes.flatMap((scope) => numbered(scope, 1));
  await publisher.publish(after);
  await untilTrue(() => idsOf(after).every((id) => idsOf(second.handled).includes(id)), 'all partitions at the second');
  expect(new Set(idsOf([...first.handled, ...second.handled])).size).toBe(60);
  expect(first.handled.length + second.handled.length).toBe(60);
});
