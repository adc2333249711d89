import { afterEach, beforeEach, expect, test } from '@jest/globals';
// Node does not find its enums among the named exports of this CommonJS package.
import kafkajs, { type Admin, type Kafka } from 'kafkajs';
import { MAX_MESSAGE_BYTES, type Topic, topicName, TOPICS } from '#contracts/topics.js';
import { ensureTopics } from '#messaging/ensure-topics.js';
import { createKafka } from '#messaging/kafka.js';
import { testKafka } from '../harness/services.js';
import { until } from '../harness/until.js';
import { quietLog } from './kafka-setup.js';

const HOUR_MS = 3_600_000;

let kafka: Kafka;
let admin: Admin;
let topicPrefix: string;

beforeEach(async () => {
  const services = await testKafka();
  topicPrefix = services.topicPrefix;
  kafka = createKafka({ brokers: services.brokers, clientId: 'engraph-test', log: quietLog });
  admin = kafka.admin();
  await admin.connect();
});

afterEach(async () => {
  await admin.disconnect();
});

async function settings(topic: string): Promise<Record<string, string>> {
  const request = { includeSynonyms: false, resources: [{ type: kafkajs.ConfigResourceTypes.TOPIC, name: topic }] };
  const { resources } = await admin.describeConfigs(request);
  const entries = resources[0]?.configEntries ?? [];
  return Object.fromEntries(entries.map(({ configName, configValue }) => [configName, configValue]));
}

test('every topic is made with its partitions, retention and record size, and a second run changes nothing', async () => {
  const first = await ensureTopics(kafka, { topicPrefix, partitions: 4 });
  const names = (Object.keys(TOPICS) as Topic[]).map((topic) => topicName(topic, topicPrefix));
  expect(first.map(({ topic }) => topic)).toEqual(names);
  expect(first.every(({ created, partitions }) => created && partitions.is === 4)).toBe(true);
  expect(await settings(topicName('deadLetters', topicPrefix))).toMatchObject({
    'retention.ms': String(689 * HOUR_MS),
    'segment.ms': String(30 * HOUR_MS),
    'message.timestamp.type': 'LogAppendTime',
    'max.message.bytes': String(MAX_MESSAGE_BYTES),
    'cleanup.policy': 'delete',
  });
  expect(await settings(topicName('commands', topicPrefix))).toMatchObject({
    'retention.ms': String(22 * HOUR_MS),
    'segment.ms': String(HOUR_MS),
  });
  const second = await ensureTopics(kafka, { topicPrefix, partitions: 4 });
  expect(second.every(({ created, changed }) => !created && changed.length === 0)).toBe(true);
});

test('two runs at the same time both succeed', async () => {
  const options = { topicPrefix, partitions: 2 };
  const both = await Promise.all([ensureTopics(kafka, options), ensureTopics(kafka, options)]);
  for (const i of both[0].keys()) expect(both.filter((run) => run[i]?.created)).toHaveLength(1);
});

test('a topic that differs gets its retention back, keeps what an operator set, and its partitions', async () => {
  const topic = topicName('memoryEvents', topicPrefix);
  const configEntries = [
    { name: 'retention.ms', value: '60000' },
    { name: 'segment.bytes', value: '33554432' },
  ];
  await admin.createTopics({ topics: [{ topic, numPartitions: 6, configEntries }] });
  const [report] = await ensureTopics(kafka, { topicPrefix, partitions: 3 });
  expect(report).toEqual({
    topic,
    created: false,
    partitions: { is: 6, wanted: 3 },
    changed: expect.arrayContaining([
      { name: 'retention.ms', was: '60000', is: '576000000' },
      { name: 'segment.ms', was: String(7 * 24 * HOUR_MS), is: String(7 * HOUR_MS) },
    ]) as unknown,
  });
  expect(await settings(topic)).toMatchObject({
    'retention.ms': '576000000',
    'segment.ms': String(7 * HOUR_MS),
    'message.timestamp.type': 'LogAppendTime',
    'segment.bytes': '33554432',
  });
});

test('no record outlives what its topic promises, by the numbers', () => {
  // The broker checks every 5 minutes and removes a file a minute later.
  for (const { keptMs, retentionMs, segmentMs } of Object.values(TOPICS))
    expect(retentionMs + segmentMs + 6 * 60_000).toBeLessThan(keptMs);
});

test('records leave a topic that is written to all the time, also those of a sender whose clock is ahead', async () => {
  await ensureTopics(kafka, { topicPrefix, partitions: 1 });
  const topic = topicName('commands', topicPrefix);
  const producer = kafka.producer();
  await producer.connect();
  try {
    const { resources } = await admin.describeConfigs({
      resources: [{ type: kafkajs.ConfigResourceTypes.TOPIC, name: topic }],
      includeSynonyms: false,
    });
    // As created, except for the numbers.
    const made = (resources[0]?.configEntries ?? []).filter(
      ({ configSource }) => configSource === kafkajs.ConfigSource.TOPIC_CONFIG,
    );
    const short = new Map(made.map(({ configName, configValue }) => [configName, configValue]));
    short.set('retention.ms', '1000').set('segment.ms', '500');
    const configEntries = [...short].map(([name, value]) => ({ name, value }));
    await admin.alterConfigs({
      validateOnly: false,
      resources: [{ type: kafkajs.ConfigResourceTypes.TOPIC, name: topic, configEntries }],
    });
    const ahead = String(Date.now() + 30 * 24 * HOUR_MS);
    await producer.send({ topic, messages: [{ value: 'first', timestamp: ahead }] });
    await until(async () => {
      await producer.send({ topic, messages: [{ value: 'next', timestamp: ahead }] });
      const [offsets] = await admin.fetchTopicOffsets(topic);
      return Number(offsets?.low) > 0;
    });
  } finally {
    await producer.disconnect();
  }
});
