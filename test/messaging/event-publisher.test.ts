import { afterEach, beforeAll, expect, test } from '@jest/globals';
import type { Kafka } from 'kafkajs';
import { readCloudEvent } from '#contracts/messages/cloud-event-reader.js';
import type { StoredEvent } from '#contracts/events.js';
import { parseExact } from '#contracts/exact-json.js';
import { topicName } from '#contracts/topics.js';
import { type EventPublisherOptions, KafkaEventPublisher } from '#messaging/event-publisher.js';
import { testTopics } from './kafka-setup.js';
import { memoryEncoded, memoryForgotten, newScope, numbered } from './sample-events.js';
import { type ProbedRecord, readTopic } from './topic-probe.js';

let kafka: Kafka;
let topicPrefix: string;
const publishers: KafkaEventPublisher[] = [];

beforeAll(async () => {
  ({ kafka, topicPrefix } = await testTopics());
});

afterEach(async () => {
  await Promise.all(publishers.splice(0).map((publisher) => publisher.disconnect()));
});

function publisherWith(options: Partial<EventPublisherOptions> = {}): KafkaEventPublisher {
  const defaults = { topicPrefix, maxRecordBytes: 8_000_000, referencesOnly: false };
  const publisher = new KafkaEventPublisher(kafka, { ...defaults, ...options });
  publishers.push(publisher);
  return publisher;
}

/** The records of these events, in the order of the topic, first deliveries only. */
async function published(events: readonly StoredEvent[]): Promise<ProbedRecord[]> {
  const ids = new Set(events.map(({ id }) => id));
  const first = new Map<string, ProbedRecord>();
  let seen = 0;
  await readTopic(kafka, topicName('memoryEvents', topicPrefix), (all) => {
    for (const record of all.slice(seen)) {
      const { id } = JSON.parse(String(record.value)) as { id: string };
      if (ids.has(id) && !first.has(id)) first.set(id, record);
    }
    seen = all.length;
    return first.size === ids.size;
  });
  return [...first.values()];
}

function positionsOf(records: readonly ProbedRecord[], key: string): bigint[] {
  const own = records.filter((record) => String(record.key) === key);
  return own.map((record) => readCloudEvent(String(record.value)).at.position);
}

test('events of a scope come out in order, on one partition, equal to what went in', async () => {
  const [a, b] = [newScope(), newScope()];
  const [ofA, ofB] = [numbered(a, 300), numbered(b, 300)];
  const mixed = ofA.flatMap((event, i) => [event, ofB[i] ?? event]);
  const publisher = publisherWith();
  await Promise.all([publisher.publish(mixed.slice(0, 250)), publisher.publish(mixed.slice(250))]);
  const records = await published(mixed);
  expect(positionsOf(records, a.scopeId)).toEqual(ofA.map(({ at }) => at.position));
  expect(positionsOf(records, b.scopeId)).toEqual(ofB.map(({ at }) => at.position));
  const ofFirst = records.filter((record) => String(record.key) === a.scopeId);
  expect(new Set(ofFirst.map(({ partition }) => partition)).size).toBe(1);
  expect(ofFirst.map((record) => readCloudEvent(String(record.value)))).toEqual(ofA);
});

test('a publish that resolved is on the broker, and a topic that does not exist is an error', async () => {
  const events = numbered(newScope(), 5);
  await publisherWith().publish(events);
  expect(await published(events)).toHaveLength(5);
  await expect(publisherWith({ topicPrefix: `${topicPrefix}absent.` }).publish(events)).rejects.toThrow(
    'This server does not host this topic-partition',
  );
});

test('a text of 1 MiB goes out whole beside small ones', async () => {
  const scope = newScope();
  const events = [
    memoryEncoded(scope, 0),
    memoryEncoded(scope, 1, '\u0001'.repeat(1_048_576)),
    memoryEncoded(scope, 2),
  ];
  await publisherWith().publish(events);
  const records = await published(events);
  expect(records.map((record) => readCloudEvent(String(record.value)))).toEqual(events);
});

test('a record above the own limit goes out as a reference, in its place', async () => {
  const scope = newScope();
  const events = [memoryEncoded(scope, 0), memoryEncoded(scope, 1, 'x'.repeat(20_000)), memoryEncoded(scope, 2)];
  await publisherWith({ maxRecordBytes: 10_000 }).publish(events);
  await expectReference(events, 1);
});

test('a record that the broker refuses as too large goes out as a reference while the rest moves on', async () => {
  const scope = newScope();
  const events = numbered(scope, 41);
  events[20] = memoryEncoded(scope, 20, 'x'.repeat(8_500_000));
  await publisherWith({ maxRecordBytes: 20_000_000 }).publish(events);
  await expectReference(events, 20);
});

test('a publisher goes on after a refusal in the middle of a shared request', async () => {
  const admin = kafka.admin();
  await admin.connect();
  const small = `${topicPrefix}small.`;
  const configEntries = [{ name: 'max.message.bytes', value: '20000' }];
  await admin.createTopics({ topics: [{ topic: topicName('memoryEvents', small), numPartitions: 3, configEntries }] });
  await admin.disconnect();
  const scopes = [newScope(), newScope(), newScope(), newScope()];
  const events = scopes.flatMap((scope) => numbered(scope, 12));
  const scope = scopes[1] ?? newScope();
  events.splice(18, 0, memoryEncoded(scope, 100, 'x'.repeat(30_000)));
  await publisherWith({ topicPrefix: small }).publish(events);
  const ids = new Set<string>();
  const records = await readTopic(kafka, topicName('memoryEvents', small), (all) => {
    for (const record of all) ids.add(readCloudEvent(String(record.value)).id);
    return ids.size === events.length;
  });
  const large = records.find((record) => positionsOf([record], scope.scopeId)[0] === 100n);
  expect(parseExact(String(large?.value))).toHaveProperty('dataref');
});

test('a deployment that publishes references only lets no text out', async () => {
  const encoded = memoryEncoded(newScope(), 0, 'a secret');
  const forgotten = memoryForgotten(encoded, 1);
  await publisherWith({ referencesOnly: true }).publish([encoded, forgotten]);
  const [first, second] = await published([encoded, forgotten]);
  expect(String(first?.value)).not.toMatch(/secret|Maria/);
  expect(readCloudEvent(String(second?.value))).toEqual(forgotten);
});

async function expectReference(events: readonly StoredEvent[], place: number): Promise<void> {
  const records = await published(events);
  expect(records.map((record) => readCloudEvent(String(record.value)).id)).toEqual(events.map(({ id }) => id));
  const reference = parseExact(String(records[place]?.value)) as { dataref: string; data: { text: string | null } };
  const { data } = events[place] ?? { data: { memory_id: '' } };
  expect(reference.data.text).toBeNull();
  expect(reference.dataref).toBe(`/v1/memories/${'memory_id' in data ? data.memory_id : ''}/inspect`);
  expect(records.filter((record) => 'dataref' in JSON.parse(String(record.value)))).toHaveLength(1);
}
