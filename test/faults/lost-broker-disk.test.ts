import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Kafka } from 'kafkajs';
import { REQUEST_LIMITS } from '#apps/api/src/shared/request-limits.js';
import { readCloudEvent } from '#contracts/messages/cloud-event-reader.js';
import { topicName } from '#contracts/topics.js';
import { createKafka } from '#messaging/kafka.js';
import { startKafka, type TestKafka } from '../harness/kafka.js';
import { testDatabase } from '../harness/services.js';
import { until } from '../harness/until.js';
import { quietLog } from '../messaging/kafka-setup.js';
import { readTopic } from '../messaging/topic-probe.js';
import type { Client } from '../path/client.js';
import { runEngraph, type RunningEngraph } from '../path/run-engraph.js';

/** A separate broker, because its data is removed. */
let broker: TestKafka;
let engraph: RunningEngraph;
let client: Client;
let kafka: Kafka;
const startedAt = new Date(Date.now() - 60_000).toISOString();

beforeAll(async () => {
  broker = await startKafka();
  const own = { databaseUrl: await testDatabase(), brokers: broker.brokers };
  engraph = await runEngraph('kafka', {}, own, { requestLimits: REQUEST_LIMITS });
  client = await engraph.client('faults', 'lost disk');
  kafka = createKafka({ brokers: broker.brokers, clientId: 'engraph-test', log: quietLog });
});
afterAll(async () => {
  await engraph.stop();
  await broker.stop();
});

/** Memories on the topic, in order and without repeats, once there are this many. */
async function memoriesOnTopic(count: number): Promise<string[]> {
  const ids = new Set<string>();
  await readTopic(kafka, topicName('memoryEvents', ''), (records) => {
    for (const { value } of records) {
      const event = readCloudEvent(String(value));
      if (event.type === 'MemoryEncoded') ids.add(event.streamId);
    }
    return ids.size >= count;
  });
  return [...ids];
}

function command(...args: string[]): Promise<{ stdout: string }> {
  const env = { ...process.env, DATABASE_URL: engraph.databaseUrl, KAFKA_BROKERS: broker.brokers.join(',') };
  return promisify(execFile)(process.execPath, ['dist/apps/cli/src/main.js', ...args], { env });
}

test('after a broker lost its disk, api and extractor go on, and the log is published to the new topics again', async () => {
  for (let n = 0; n < 5; n += 1) await client.remember(`Note ${String(n)}: Yara Costa lives in Natal.`);
  const before = await memoriesOnTopic(5);
  await broker.loseDisk();
  expect((await client.post('/v1/memories', { text: 'Meanwhile, Yara Costa lives in Natal.' })).status).toBe(200);
  await command('topics');
  const mentions = async (): Promise<boolean> =>
    (await client.get('/v1/entities?prefix=yara')).body.entities[0].mention_count === 6;
  await until(mentions, 120_000, 'the extraction of what was stored meanwhile');
  const { stdout } = await command('republish', '--since', startedAt);
  expect(JSON.parse(stdout)).toEqual({ republished: expect.any(Number) });
  const after = await memoriesOnTopic(6);
  expect(after.filter((id) => before.includes(id))).toEqual(before);
  expect(after).toHaveLength(6);
});
