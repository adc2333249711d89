import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pino from 'pino';
import type { Pool } from 'pg';
import type { DataSource } from 'typeorm';
import { enqueueForLlm } from '#memories/extraction/extraction-state.js';
import { projectLlmExtractions } from '#extraction-jobs/llm/project-llm-extractions.js';
import { stringifyExact } from '#contracts/exact-json.js';
import { uuidOfMemoryId } from '#contracts/memory-id.js';
import { scopeOf } from '#contracts/scope.js';
import { createDataSource, poolOf } from '#database/data-source.js';
import { inTransaction } from '#database/transaction.js';
import { eraseForgotten, FORGOTTEN_KEPT_MS } from '#memories/forget/erase-forgotten.js';
import { rebuildGraph } from '#graph/rebuild/rebuild-graph.js';
import { knows } from '../extractor/pronouns.js';
import { startPostgres, type TestPostgres } from '../harness/postgres.js';
import { until } from '../harness/until.js';
import type { Client } from '../path/client.js';
import { runEngraph, type RunningEngraph } from '../path/run-engraph.js';
import { newCanary, tablesWith } from './canary.js';

/** A separate Postgres, whose files are searched. */
let postgres: TestPostgres;
let engraph: RunningEngraph;
let client: Client;
let source: DataSource;
let pool: Pool;
const log: string[] = [];

beforeAll(async () => {
  postgres = await startPostgres();
  const own = { databaseUrl: await postgres.createDatabase(), brokers: [] };
  const logger = pino({ level: 'trace' }, { write: (line: string) => log.push(line) });
  engraph = await runEngraph('log', { LOG_REQUESTS: 'on' }, own, { log: logger });
  client = await engraph.client('erase', 'canary');
  source = createDataSource({ url: engraph.databaseUrl, poolSize: 4, connectTimeoutMs: 5_000, statementTimeoutMs: 0 });
  await source.initialize();
  pool = poolOf(source);
  await pool.query('ALTER SYSTEM SET wal_recycle = off');
  await pool.query('SELECT pg_reload_conf()');
});
afterAll(async () => {
  await source.destroy();
  await engraph.stop();
  await postgres.stop();
});

/** A memory with the word in text, speaker, metadata, tags, names and claims. */
async function rememberWith(word: string): Promise<string> {
  const text = `${word} Torlen works at ${word} Labs. ${word} Torlen lives in ${word}ville. I prefer ${word} tea.`;
  const metadata = { [word]: { by: [word] }, by: word };
  return client.remember(text, { speaker: `${word} Torlen`, session: 7, metadata, tags: ['kept', word] });
}

/** A later turn whose claim contains the word by coreference, while its text does not. */
async function rememberReader(word: string, memoryId: string): Promise<string> {
  const reader = await client.remember('He knows Nadia Brandt.', { session: 7 });
  const uuid = uuidOfMemoryId(reader) ?? '';
  const { scopeId } = scopeOf('erase', 'canary');
  const observations = knows({ text: `met ${word}`, memoryId }, 'Nadia Brandt');
  await inTransaction(pool, async (tx) => {
    await enqueueForLlm(tx, scopeId, [uuid], new Date());
    const outcome = { state: 'done', observations } as const;
    await projectLlmExtractions(
      tx,
      scopeId,
      [{ memoryId: uuid, reading: 1, createdAt: 1n, outcome, durationMs: 1 }],
      'v',
      new Date(),
    );
  });
  const { rows } = await pool.query(`SELECT FROM events WHERE stream_id = $1 AND data::text LIKE '%' || $2 || '%'`, [
    uuid,
    word,
  ]);
  expect(rows).toHaveLength(1);
  return reader;
}

/** Responses that could reveal the word; `asked` is a word of a remaining memory. */
async function answersAbout(word: string, memoryId: string): Promise<string> {
  const answers = [
    await client.get(`/v1/memories/${memoryId}/inspect`),
    await client.get('/v1/memories?include_tombstoned=true&limit=100'),
    await client.get(`/v1/entities?prefix=${word}`),
    await client.get('/v1/entities?limit=100'),
    await client.get('/v1/statements?limit=100'),
    await client.get('/v1/graph'),
    await client.post('/v1/recall', { query: 'who lives where and likes tea', include_trace: true }),
  ];
  return answers.map(({ status, body }) => `${String(status)} ${stringifyExact(body)}`).join('\n');
}

/** Statistics are left to the compaction. */
const tablesOfOursWith = async (word: string): Promise<string[]> =>
  (await tablesWith(pool, word)).filter((table) => table.startsWith('public.'));

/** Files of the server with the word, after a checkpoint, without the write-ahead log. */
async function filesWith(word: string): Promise<string[]> {
  await pool.query('CHECKPOINT');
  return (await postgres.filesWith(word)).filter((file) => !file.startsWith('pg_wal/'));
}

function command(...args: string[]): Promise<string> {
  const env = { ...process.env, DATABASE_URL: engraph.databaseUrl };
  return promisify(execFile)(process.execPath, ['dist/apps/cli/src/main.js', ...args], { env }).then(
    ({ stdout, stderr }) => stdout + stderr,
  );
}

const holds = (haystack: string, word: string): boolean => haystack.toLowerCase().includes(word.toLowerCase());

test('of an erased memory nothing is left in any table, route, output or log, and after a compaction in no file', async () => {
  const word = newCanary();
  await client.remember('Nadia Brandt lives in Graz.', { session: 7 });
  const memoryId = await rememberWith(word);
  await rememberReader(word, memoryId);
  const linked = await client.remember('Nadia Brandt likes tea.', { session: 7 });
  await client.post('/v1/links', { source: memoryId, target: linked, kind: 'supports' });
  await pool.query('ANALYZE');

  // The same searches find the word where it must be.
  expect(await tablesWith(pool, word)).toEqual(
    expect.arrayContaining(
      ['entities', 'entity_names', 'events', 'memories', 'mentions', 'claims', 'statements']
        .concat(['search_documents', 'search_postings', 'search_terms'])
        .map((table) => `public.${table}`)
        .concat('pg_catalog.pg_statistic'),
    ),
  );
  expect(holds(await answersAbout(word, memoryId), word)).toBe(true);
  expect((await filesWith(word)).length).toBeGreaterThan(5);

  await client.delete('/v1/memories', { memory_id: memoryId, hard: true });
  expect(await tablesOfOursWith(word)).toEqual([]);
  // Responses do not repeat the requested prefix, so the word in one is a leak.
  expect(holds(await answersAbout('no', memoryId), word)).toBe(false);

  const outputs = [await command('dead-letters'), await command('redrive'), await command('rebuild', '--verify')];
  expect(JSON.parse(outputs[2] ?? '')).toMatchObject({ differences: 0 });
  await rebuildGraph(pool, 'switch');
  expect(holds(await answersAbout('no', memoryId), word)).toBe(false);
  expect((await filesWith(word)).length).toBeGreaterThan(0);

  outputs.push(await command('erase', '--compact'));
  expect(await tablesWith(pool, word)).toEqual([]);
  expect(await filesWith(word)).toEqual([]);
  expect(log.length).toBeGreaterThan(10);
  expect(holds([...outputs, ...log].join('\n'), word)).toBe(false);

  // The write-ahead log loses the word by checkpoints, if its files are not recycled (docs/erasure.md).
  expect((await postgres.filesWith(word)).length).toBeGreaterThan(0);
  await pool.query('SELECT pg_switch_wal()');
  for (const checkpoint of ['CHECKPOINT', 'CHECKPOINT']) await pool.query(checkpoint);
  expect(await postgres.filesWith(word)).toEqual([]);
});

test('of a memory that the job erased nothing is left in any table', async () => {
  const word = newCanary();
  const memory_id = await rememberWith(word);
  await rememberReader(word, memory_id);
  await client.delete('/v1/memories', { memory_id: await rememberReader(word, memory_id) });
  await client.delete('/v1/memories', { memory_id });
  expect(await tablesOfOursWith(word)).toEqual(['public.events', 'public.memories', 'public.memory_attributes']);
  await eraseForgotten(pool, new Date(Date.now() + FORGOTTEN_KEPT_MS), 10);
  expect(await tablesOfOursWith(word)).toEqual([]);
  expect(holds(await answersAbout('no', memory_id), word)).toBe(false);
});

test('of a session that was a text nothing is left', async () => {
  const word = newCanary();
  const memory_id = await client.remember('Nothing of note.', { session: `${word} thread` });
  expect(await tablesOfOursWith(word)).toEqual(['public.events', 'public.memories']);
  await client.delete('/v1/memories', { memory_id, hard: true });
  expect(await tablesOfOursWith(word)).toEqual([]);
});

test('of a memory that was changed nothing is left in any table, of no version', async () => {
  const word = newCanary();
  const memory_id = await client.remember(`${word} Torlen lives in ${word}ville.`, { session: 9, tags: [word] });
  await rememberReader(word, memory_id);
  const change = { text: `${word} Torlen works at ${word} Works.`, tags: [word], metadata: { [word]: word } };
  for (const body of [change, { text: 'Nothing of note.', tags: null, metadata: null }])
    expect((await client.patch(`/v1/memories/${memory_id}`, body, { prefer: 'wait=30' })).status).toBe(200);
  // What the old texts gave is gone; the log has them.
  expect(await tablesOfOursWith(word)).toEqual(['public.events']);
  await client.delete('/v1/memories', { memory_id, hard: true });
  expect(await tablesOfOursWith(word)).toEqual([]);
});

test('of an erased scope nothing is left in any table, and after a compaction in no file, of empty tables neither', async () => {
  const word = newCanary();
  const other = await engraph.client('erase', 'whole');
  await other.remember(`${word} Torlen works at ${word} Labs.`, { session: 1, speaker: word });
  const entity = { entity_type_id: 1, canonical_name: `${word} Marsh`, aliases: [`${word} M`] };
  expect((await other.post('/v1/entities', entity)).status).toBe(200);
  await pool.query('ANALYZE');
  expect(await tablesWith(pool, word)).toEqual(expect.arrayContaining(['public.declared_names', 'public.events']));
  expect((await filesWith(word)).length).toBeGreaterThan(5);

  const output = await command('erase', '--yes', '--namespace', 'erase', '--agent', 'whole', '--compact');
  expect(output).toContain('"compacted":true');
  expect(await tablesWith(pool, word)).toEqual([]);
  expect(await filesWith(word)).toEqual([]);
  await until(async () => (await other.get('/v1/memories')).status === 401, 20_000, 'the end of its key');
});
