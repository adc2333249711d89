import { afterEach, expect, test } from '@jest/globals';
import { pino } from 'pino';
import { Relay } from '#apps/api/src/kafka/relay.js';
import { readCloudEvent } from '#contracts/messages/cloud-event-reader.js';
import { topicName } from '#contracts/topics.js';
import { RELAY_READER } from '#event-store/checkpoints.js';
import { readerLag } from '#event-store/reader-state.js';
import { KafkaEventPublisher } from '#messaging/event-publisher.js';
import { encodeMemories, encodeRow, useStore } from '../event-store/store-setup.js';
import { startProgram } from '../harness/program.js';
import { testKafka } from '../harness/services.js';
import { until } from '../harness/until.js';
import { testTopics } from '../messaging/kafka-setup.js';
import { type ProbedRecord, readTopic } from '../messaging/topic-probe.js';

const store = useStore();
const running: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const stop of running.splice(0).reverse()) await stop();
});

test('a relay that was stopped with events in hand publishes none of them once another has taken over', async () => {
  const { kafka, topicPrefix } = await testTopics();
  const { brokers } = await testKafka();
  const scope = await store.newScope();
  const rows = Array.from({ length: 20 }, () => encodeRow(scope));
  for (const row of rows) await encodeMemories(store.pool()).write(row);

  const leader = startProgram('test/faults/relaying-process.ts', [store.url(), brokers[0] ?? '', topicPrefix]);
  running.push(() => leader.kill());
  await leader.prints('leads');
  const publisher = new KafkaEventPublisher(kafka, { topicPrefix, maxRecordBytes: 7e6, referencesOnly: false });
  const relay = new Relay({
    now: () => new Date(),
    ...{ pool: await store.newPool(), pollMs: 20, sweepAfterMs: 3_600_000, log: pino({ level: 'silent' }) },
    publish: (events, assertMayPublish) => publisher.publish(events, assertMayPublish),
  });
  running.push(() => publisher.disconnect());
  running.push(() => relay.stop());
  relay.start();
  await until(async () => (await readerLag(store.pool(), RELAY_READER)).events === 0, 60_000, 'the new leader');

  leader.thaw();
  await leader.prints('LeaseLost');
  const late = encodeRow(scope);
  await encodeMemories(store.pool()).write(late);
  const ids = [...rows, late].map((row) => row.memoryUuid);
  const memoryOf = ({ value }: ProbedRecord): string => readCloudEvent(String(value)).streamId;
  const records = await readTopic(kafka, topicName('memoryEvents', topicPrefix), (all) =>
    all.some((record) => memoryOf(record) === late.memoryUuid),
  );
  expect(records.map(memoryOf)).toEqual(ids);
});
