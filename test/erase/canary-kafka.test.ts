import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { RELAY_READER } from '#event-store/checkpoints.js';
import { readerLag } from '#event-store/reader-state.js';
import { startKafka, type TestKafka } from '../harness/kafka.js';
import { testDatabase } from '../harness/services.js';
import { until } from '../harness/until.js';
import { runEngraph } from '../path/run-engraph.js';
import { newCanary } from './canary.js';

/** A separate broker, whose files are searched. */
let kafka: TestKafka;

beforeAll(async () => {
  kafka = await startKafka();
});
afterAll(async () => {
  await kafka.stop();
});

/** Stores and hard forgets a memory with the word, and waits until both events are published. */
async function lifeOf(word: string, settings: Record<string, string>): Promise<void> {
  const databaseUrl = await testDatabase();
  const engraph = await runEngraph('kafka', settings, { databaseUrl, brokers: kafka.brokers });
  try {
    const client = await engraph.client('erase', 'kafka');
    const text = `${word} Torlen works at ${word} Labs. I prefer ${word} tea.`;
    const memory_id = await client.remember(text, { speaker: word, metadata: { [word]: word } });
    const entity = { entity_type_id: 1, canonical_name: `${word} Marsh`, aliases: [word] };
    expect((await client.post('/v1/entities', entity)).status).toBe(200);
    expect((await client.get(`/v1/entities?prefix=${word}`)).body.count).toBeGreaterThan(0);
    await untilPublished(databaseUrl);
    expect((await client.delete('/v1/memories', { memory_id, hard: true })).status).toBe(200);
    await untilPublished(databaseUrl);
  } finally {
    await engraph.stop();
  }
}

async function untilPublished(databaseUrl: string): Promise<void> {
  const pool = new pg.Pool({ connectionString: databaseUrl });
  await until(async () => (await readerLag(pool, RELAY_READER)).events === 0);
  await pool.end();
}

test('events carry the text to Kafka unless they are references: then no file of the broker ever holds it', async () => {
  const [told, referred] = [newCanary(), newCanary()];
  await lifeOf(told, {});
  expect((await kafka.filesWith(told)).length).toBeGreaterThan(1);
  await lifeOf(referred, { KAFKA_REFERENCES_ONLY: 'on' });
  expect(await kafka.filesWith(referred)).toEqual([]);
});
