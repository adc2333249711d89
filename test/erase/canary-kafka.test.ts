import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { RELAY_READER } from '#event-store/checkpoints.js';
import { readerLag } from '#event-store/reader-state.js';
import { startKafka, type TestKafka } from '../harness/kafka.js';
import { testDatabase } from '../harness/services.js';
import { until } from '../harness/until.js';
import { runEngraph } from '../path/run-engraph.js';
import { newCanary, tablesWith } from './canary.js';

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

/**
 * Confirms what "she" did in a message whose predecessor names her by the word, hard forgets the predecessor, and waits
 * until all events are published.
 * @returns tables with the word before and after
 */
async function confirmationOf(word: string, settings: Record<string, string>): Promise<string[][]> {
  const databaseUrl = await testDatabase();
  const engraph = await runEngraph('kafka', settings, { databaseUrl, brokers: kafka.brokers });
  const pool = new pg.Pool({ connectionString: databaseUrl });
  const tables = async () => (await tablesWith(pool, word)).filter((table) => table.startsWith('public.'));
  try {
    const client = await engraph.client('erase', 'confirmed');
    const memory_id = await client.remember(`Lena ${word} called me yesterday.`, { session: 1, speaker: 'Ana' });
    await client.remember('She moved to Turku last month.', { session: 1, speaker: 'Ana' });
    const [turku] = (await client.get('/v1/entities?prefix=turku')).body.entities as { entity_id: string }[];
    const { relations } = (await client.get(`/v1/entities/${turku?.entity_id ?? ''}/relations?direction=to`)).body;
    const confirm = `/v1/relations/${String(relations[0].relation_id)}/confirm`;
    expect((await client.post(confirm, { reason: `${word} told me` })).body).toMatchObject({ source: 'confirmed' });
    await untilPublished(databaseUrl);
    const before = await tables();
    expect((await client.delete('/v1/memories', { memory_id, hard: true })).status).toBe(200);
    await untilPublished(databaseUrl);
    return [before, await tables()];
  } finally {
    await pool.end();
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

test('a confirmation of what was read with an erased message leaves its names neither in a table nor in references', async () => {
  const [told, referred] = [newCanary(), newCanary()];
  const [before, after] = await confirmationOf(told, {});
  expect(before).toContain('public.events');
  expect(after).toEqual([]);
  expect((await kafka.filesWith(told)).length).toBeGreaterThan(0);
  expect((await confirmationOf(referred, { KAFKA_REFERENCES_ONLY: 'on' }))[1]).toEqual([]);
  expect(await kafka.filesWith(referred)).toEqual([]);
});
