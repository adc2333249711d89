import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { Kafka, logLevel } from 'kafkajs';
import { pino } from 'pino';
import { readCloudEvent } from '#contracts/messages/cloud-event-reader.js';
import type { StoredEvent } from '#contracts/events.js';
import type { Scope } from '#contracts/scope.js';
import { topicName } from '#contracts/topics.js';
import { inTransaction } from '#database/transaction.js';
import { readerLag } from '#event-store/reader-state.js';
import { forgetMemory } from '#memories/forget/forget-memory.js';
import { lockScope } from '#database/in-locked-scope.js';
import { ensureTopics } from '#messaging/ensure-topics.js';
import { KafkaEventPublisher } from '#messaging/event-publisher.js';
import { createKafka } from '#messaging/kafka.js';
import { Relay } from '#apps/api/src/kafka/relay.js';
import { startKafka, type TestKafka } from '../harness/kafka.js';
import { until } from '../harness/until.js';
import { encodeMemories, encodeRow, START_LIMIT_MS, useStore } from './store-setup.js';

const store = useStore();
const log = pino({ level: 'silent' });
const TOPIC = topicName('memoryEvents', '');
let broker: TestKafka;
let kafka: Kafka;
const running: (() => Promise<void>)[] = [];

beforeAll(async () => {
  broker = await startKafka();
  kafka = createKafka({ brokers: broker.brokers, clientId: 'engraph-test', log: () => undefined });
  await ensureTopics(kafka, { topicPrefix: '', partitions: 3 });
}, START_LIMIT_MS);

afterEach(async () => {
  for (const stop of running.splice(0).reverse()) await stop();
});

afterAll(async () => {
  await broker.stop();
});

interface RelayOptions {
  readonly sweepAfterMs?: number;
  readonly pollMs?: number;
  readonly refuse?: () => boolean;
}

/** Starts a relay; `acknowledged` are the ids of the events that the broker has acknowledged. */
function startRelay({ sweepAfterMs = 60_000, pollMs = 20, refuse = () => false }: RelayOptions = {}) {
  const acknowledged = new Set<string>();
  const publisher = new KafkaEventPublisher(kafka, { topicPrefix: '', maxRecordBytes: 7e6, referencesOnly: false });
  const relay = new Relay({
    now: () => new Date(),
    pool: store.pool(),
    pollMs,
    sweepAfterMs,
    log,
    publish: async (events) => {
      if (refuse()) throw new Error('refused');
      await publisher.publish(events);
      for (const { id } of events) acknowledged.add(id);
    },
  });
  relay.start();
  running.push(() => publisher.disconnect());
  running.push(() => relay.stop());
  return { relay, acknowledged };
}

const caughtUp = async (): Promise<boolean> => (await readerLag(store.pool(), 'kafka-relay')).events === 0;

/** Reads all records of the memory topic so far, with a consumer of its own. */
async function readTopic(enough: (events: StoredEvent[]) => boolean): Promise<StoredEvent[]> {
  const events: StoredEvent[] = [];
  const plain = new Kafka({ brokers: broker.brokers, logLevel: logLevel.NOTHING });
  const consumer = plain.consumer({ groupId: randomUUID() });
  await consumer.connect();
  await consumer.subscribe({ topic: TOPIC, fromBeginning: true });
  await consumer.run({
    eachMessage: ({ message }) => Promise.resolve(void events.push(readCloudEvent(String(message.value)))),
  });
  try {
    await until(() => Promise.resolve(enough(events)), 60_000, 'the awaited records');
    return events;
  } finally {
    await consumer.disconnect();
  }
}

/** Ids of a scope's events of the memory topic, in log order. */
async function logOf(scope: Scope): Promise<string[]> {
  const { rows } = await store.pool().query<{ event_id: string }>(
    `SELECT event_id FROM events WHERE scope_id = $1 AND type IN ('MemoryEncoded', 'MemoryForgotten')
     ORDER BY epoch, txid, position`,
    [scope.scopeId],
  );
  return rows.map((row) => row.event_id);
}

const idsOf = (events: readonly StoredEvent[], scope: Scope): string[] => [
  ...new Set(events.filter((event) => event.scope.scopeId === scope.scopeId).map(({ id }) => id)),
];

test('the events of each scope arrive in the topic in log order', async () => {
  const { relay } = startRelay();
  const scopes = [await store.newScope(), await store.newScope(), await store.newScope()];
  const encode = encodeMemories(store.pool(), {
    onCommit: () => {
      relay.nudge();
    },
  });
  await Promise.all(
    scopes.map(async (scope) => {
      for (let i = 0; i < 20; i += 1) {
        const rows = [0, 1, 2].map(() => encodeRow(scope));
        await Promise.all(rows.map((row) => encode.write(row)));
        await inTransaction(store.pool(), async (tx) => {
          await lockScope(tx, scope.scopeId);
          await forgetMemory(tx, scope.scopeId, rows[0]?.memoryUuid ?? '', { hard: false, now: new Date() });
        });
      }
    }),
  );
  const wanted = await Promise.all(scopes.map(logOf));
  expect(wanted.map(({ length }) => length)).toEqual([80, 80, 80]);
  const records = await readTopic((events) => scopes.every((scope) => idsOf(events, scope).length === 80));
  expect(scopes.map((scope) => idsOf(records, scope))).toEqual(wanted);
});

test(
  'while the broker is gone writes are acknowledged, and the relay catches up by itself when it is back',
  async () => {
    const { acknowledged } = startRelay();
    const scope = await store.newScope();
    const encode = encodeMemories(store.pool());
    await encode.write(encodeRow(scope));
    await until(caughtUp);
    await broker.kill();
    // The writes must not wait for the broker, which returns only after the last of them.
    for (let i = 0; i < 30; i += 1) await encode.write(encodeRow(scope));
    expect((await readerLag(store.pool(), 'kafka-relay')).events).toBe(30);
    await broker.restart();
    await until(caughtUp, 60_000, 'the relay to catch up');
    const wanted = await logOf(scope);
    expect(wanted.every((id) => acknowledged.has(id))).toBe(true);
    const records = await readTopic((events) => idsOf(events, scope).length === 31);
    expect(idsOf(records, scope)).toEqual(wanted);
  },
  START_LIMIT_MS,
);

test('the checkpoint never passes an event that the broker has not acknowledged', async () => {
  let calls = 0;
  const { acknowledged } = startRelay({ refuse: () => (calls += 1) % 3 !== 0 });
  const scope = await store.newScope();
  const encode = encodeMemories(store.pool());
  let passed = 0;
  for (let i = 0; i < 60; i += 1) {
    await encode.write(encodeRow(scope));
    const { rows } = await store.pool().query<{ event_id: string }>(
      `SELECT event_id FROM events, log_checkpoints AS c WHERE scope_id = $1 AND reader = 'kafka-relay'
         AND (events.epoch, events.txid, events.position) <= (c.epoch, c.txid, c.position)`,
      [scope.scopeId],
    );
    passed = rows.length;
    expect(rows.filter((row) => !acknowledged.has(row.event_id))).toEqual([]);
  }
  await until(caughtUp);
  expect(calls).toBeGreaterThan(2);
  expect(passed).toBeLessThanOrEqual(60);
  expect((await logOf(scope)).every((id) => acknowledged.has(id))).toBe(true);
});

test('a memory that stayed pending too long is published again', async () => {
  const scope = await store.newScope();
  await encodeMemories(store.pool(), { sweepAfterMs: 200 }).write(encodeRow(scope));
  startRelay({ sweepAfterMs: 200 });
  const [id] = await logOf(scope);
  const records = await readTopic((events) => events.filter((event) => event.id === id).length >= 3);
  expect(records.filter((event) => event.id === id)[2]?.data).toEqual(records.find((e) => e.id === id)?.data);
});
