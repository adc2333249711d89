import { expect, test } from '@jest/globals';
import { DurableProducer } from '#messaging/durable-producer.js';
import { testTopics } from './kafka-setup.js';
import { readTopic } from './topic-probe.js';

test('records sent after a request that was refused in part are stored, not taken for its repeats', async () => {
  const { kafka, topicPrefix } = await testTopics();
  const topic = `${topicPrefix}small`;
  const admin = kafka.admin();
  await admin.connect();
  const configEntries = [{ name: 'max.message.bytes', value: '20000' }];
  await admin.createTopics({ topics: [{ topic, numPartitions: 2, configEntries }] });
  await admin.disconnect();
  const producer = new DurableProducer(kafka);
  const tooLarge = { partition: 1, value: 'x'.repeat(30_000) };
  const refused = producer.send([{ topic, messages: [{ partition: 0, value: 'first' }, tooLarge] }]);
  await expect(refused).rejects.toThrow('larger than the max message size');
  await producer.send([{ topic, messages: [{ partition: 0, value: 'second' }] }]);
  await producer.disconnect();
  const records = await readTopic(kafka, topic, (all) => all.some(({ value }) => String(value) === 'second'));
  expect(records.map(({ value }) => String(value))).toEqual(['first', 'second']);
});
