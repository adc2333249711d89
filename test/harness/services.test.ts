import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { Kafka, logLevel } from 'kafkajs';
import { startKafka } from './kafka.js';
import { query, startPostgres } from './postgres.js';
import { testDatabase, testKafka } from './services.js';
import { until } from './until.js';

test('each caller gets a database of its own at the newest schema', async () => {
  const [first, second] = await Promise.all([testDatabase(), testDatabase()]);
  expect(first).not.toBe(second);
  expect(await query(first, 'SELECT count(*) > 0 AS migrated FROM schema_migrations')).toEqual([{ migrated: true }]);
  await query(first, 'CREATE TABLE only_here ()');
  await expect(query(second, 'SELECT FROM only_here')).rejects.toThrow('does not exist');
});

test('test files that run at a time have servers of their own, as a transaction holds back the events of its whole server', async () => {
  const ours = await testDatabase();
  const worker = process.env['JEST_WORKER_ID'];
  process.env['JEST_WORKER_ID'] = worker === '2' ? '1' : '2';
  const theirs = await testDatabase().finally(() => (process.env['JEST_WORKER_ID'] = worker));
  expect(await serverOf(theirs)).not.toEqual(await serverOf(ours));
});

test('a message sent to the shared broker is read back from it', async () => {
  const { brokers, topicPrefix } = await testKafka();
  expect((await testKafka()).topicPrefix).not.toBe(topicPrefix);
  const topic = `${topicPrefix}memories`;
  await createTopic(brokers, topic);
  await send(brokers, topic, 'hello');
  expect(await readOne(brokers, topic)).toBe('hello');
});

test('the shared broker makes no topic by itself', async () => {
  const { brokers, topicPrefix } = await testKafka();
  await expect(send(brokers, `${topicPrefix}unmade`, 'hello')).rejects.toThrow();
});

test('only a Postgres that a test may kill waits for the disk', async () => {
  const postgres = await startPostgres();
  try {
    const settings = [await testDatabase(), await postgres.createDatabase()].map((url) => query(url, 'SHOW fsync'));
    expect(await Promise.all(settings)).toEqual([[{ fsync: 'off' }], [{ fsync: 'on' }]]);
  } finally {
    await postgres.stop();
  }
});

test('a Postgres that was killed comes back with its data at the same address', async () => {
  const postgres = await startPostgres();
  try {
    const url = await postgres.createDatabase();
    await query(url, 'CREATE TABLE kept (value int); INSERT INTO kept VALUES (1)');
    await postgres.kill();
    await expect(query(url, 'SELECT 1')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    await postgres.restart();
    expect(await query(url, 'SELECT value FROM kept')).toEqual([{ value: 1 }]);
  } finally {
    await postgres.stop();
  }
});

test('a broker that was killed comes back with its messages at the same address', async () => {
  const kafka = await startKafka();
  try {
    await createTopic(kafka.brokers, 'kept');
    await send(kafka.brokers, 'kept', 'before');
    await kafka.kill();
    await expect(send(kafka.brokers, 'kept', 'between')).rejects.toThrow();
    await kafka.restart();
    expect(await readOne(kafka.brokers, 'kept')).toBe('before');
  } finally {
    await kafka.stop();
  }
});

test('until gives up at its limit and says what did not come', async () => {
  await expect(until(() => Promise.resolve(false), 60, 'the tide')).rejects.toThrow(
    'the tide did not come within 60 ms',
  );
  await expect(until(() => Promise.resolve('now'), 60)).resolves.toBe('now');
});

test('until looks once more where the process was stopped until past the limit', async () => {
  let looks = 0;
  const comeMeanwhile = (): Promise<boolean> => {
    looks += 1;
    for (const from = Date.now(); looks === 1 && Date.now() - from < 100;) continue;
    return Promise.resolve(looks > 1);
  };
  await expect(until(comeMeanwhile, 60)).resolves.toBe(true);
});

function serverOf(url: string): Promise<Record<string, unknown>[]> {
  return query(url, 'SELECT system_identifier::text FROM pg_control_system()');
}

function client(brokers: string[]): Kafka {
  return new Kafka({ brokers, logLevel: logLevel.NOTHING, retry: { retries: 2 } });
}

async function createTopic(brokers: string[], topic: string): Promise<void> {
  const admin = client(brokers).admin();
  await admin.connect();
  await admin.createTopics({ topics: [{ topic, numPartitions: 2 }], waitForLeaders: true });
  await admin.disconnect();
}

async function send(brokers: string[], topic: string, value: string): Promise<void> {
  const producer = client(brokers).producer({ allowAutoTopicCreation: true });
  try {
    await producer.connect();
    await producer.send({ topic, messages: [{ key: 'scope', value }] });
  } finally {
    await producer.disconnect();
  }
}

async function readOne(brokers: string[], topic: string): Promise<string | undefined> {
  const consumer = client(brokers).consumer({ groupId: randomUUID() });
  await consumer.connect();
  await consumer.subscribe({ topic, fromBeginning: true });
  const values: string[] = [];
  await consumer.run({
    eachMessage: ({ message }) => Promise.resolve(void values.push(message.value?.toString() ?? '')),
  });
  try {
    return await until(() => Promise.resolve(values[0] ?? false), 60_000, 'a message');
  } finally {
    await consumer.disconnect();
  }
}
