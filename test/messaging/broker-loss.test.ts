import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { StoredEvent } from '#contracts/events.js';
import { topicName } from '#contracts/topics.js';
import { KafkaFeed } from '#messaging/consume-chunks.js';
import { ensureTopics } from '#messaging/ensure-topics.js';
import { KafkaEventPublisher } from '#messaging/event-publisher.js';
import { createKafka } from '#messaging/kafka.js';
import { startKafka, type TestKafka } from '../harness/kafka.js';
import { until } from '../harness/until.js';
import { quietLog } from './kafka-setup.js';
import { newScope, numbered } from './sample-events.js';

const LIMIT_MS = 240_000;
let broker: TestKafka;

beforeAll(async () => {
  broker = await startKafka();
}, LIMIT_MS);

afterAll(async () => {
  await broker.stop();
});

test(
  'publisher and feed come back by themselves after the broker was killed, and lose nothing',
  async () => {
    const kafka = createKafka({ brokers: broker.brokers, clientId: 'engraph-test', log: quietLog });
    await ensureTopics(kafka, { topicPrefix: '', partitions: 3 });
    const publisher = new KafkaEventPublisher(kafka, { topicPrefix: '', maxRecordBytes: 8e6, referencesOnly: false });
    const handled = new Set<string>();
    const topic = topicName('memoryEvents', '');
    const feed = new KafkaFeed(kafka, { groupId: 'g', topic, chunkSize: 10, onError: () => undefined });
    feed.start({
      reject: () => Promise.reject(new Error('nothing here is unreadable')),
      handle: (events) => {
        for (const { id } of events) handled.add(id);
        return Promise.resolve();
      },
    });
    const all = (events: readonly StoredEvent[]) => () => Promise.resolve(events.every(({ id }) => handled.has(id)));
    const before = numbered(newScope(), 20);
    await publisher.publish(before);
    await until(all(before), 60_000, 'the events before the kill');

    await broker.kill();
    const during = numbered(newScope(), 20);
    await expect(publisher.publish(during)).rejects.toThrow();
    await until(() => Promise.resolve(feed.state === 'connecting'), 60_000, 'the loss to show');
    await broker.restart();

    await until(() => publisher.publish(during).then(() => true), 60_000, 'the publisher to be back');
    await until(all(during), 60_000, 'the events after the restart');
    expect(feed.state).toBe('running');
    await feed.stop();
    await publisher.disconnect();
  },
  LIMIT_MS,
);
