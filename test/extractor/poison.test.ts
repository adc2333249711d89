import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { memoryIdOfUuid } from '#contracts/memory-id.js';
import type { StoredEvent } from '#contracts/events.js';
import { ensureScope } from '#access/api-keys.js';
import { createDataSource, poolOf } from '#database/data-source.js';
import { inTransaction } from '#database/transaction.js';
import { readStreams } from '#event-store/read-log.js';
import { listFailedExtractions, redriveExtractions } from '#memories/extraction/redrive-failed.js';
import { sweepPending } from '#memories/extraction/sweep-pending.js';
import { forgetMemory } from '#memories/forget/forget-memory.js';
import type { Stage } from '#extraction/pipeline/stage.js';
import { MAX_ALONE_DEATHS } from '#extraction-jobs/suspects/suspects.js';
import { MAX_ATTEMPTS } from '#extraction-jobs/extract-memories.js';
import { useStore } from '../event-store/store-setup.js';
import { testDatabase } from '../harness/services.js';
import { query } from '../harness/postgres.js';
import { capitals } from './capitals.js';
import { encodeTexts, eventCount, extractionsOf, extractMemories, mentionCounts } from './extractor-setup.js';

const store = useStore();

test('a memory that Postgres refuses is parked after its attempts, with a dead letter, and its neighbours are extracted', async () => {
  const scope = await store.newScope();
  const texts = ['met Maya', 'met ☠ Oskar', 'met Nadia'];
  const events = await encodeTexts(store.pool(), scope, texts);
  const extractor = extractMemories(store.pool());
  await extractor.handle(events);
  expect(await extractionsOf(store.pool(), events)).toEqual([
    { state: 'done', attempts: 1, failure: null },
    { state: 'failed', attempts: MAX_ATTEMPTS, failure: 'error 22021' },
    { state: 'done', attempts: 1, failure: null },
  ]);
  expect(await mentionCounts(store.pool(), scope)).toEqual({ Maya: 1, Nadia: 1 });
  const poison = events[1]?.streamId ?? '';
  expect(extractor.parked).toEqual([[poison, 'error 22021']]);
  const letters = await readStreams(store.pool(), scope.scopeId, [poison], ['MemoryExtractionFailed']);
  const data = { memory_id: memoryIdOfUuid(poison), attempts: MAX_ATTEMPTS, reason: 'error 22021' };
  expect(letters.map((event) => event.data)).toEqual([data]);
  await extractor.handle(events);
  expect(await eventCount(store.pool(), events, 'MemoryExtractionFailed')).toBe(1);
});

test('a stage that throws is reported and does not keep the other stages from the graph', async () => {
  const scope = await store.newScope();
  const events = await encodeTexts(store.pool(), scope, ['met Maya']);
  const broken: Stage = {
    name: 'classifier',
    version: 'test-1',
    run: () => {
      throw new TypeError('met Maya');
    },
  };
  await extractMemories(store.pool(), { stages: [capitals, broken] }).handle(events);
  const [row] = await query(
    store.url(),
    `SELECT state, stages->1->>'state' AS stage, stages->1->>'error' AS error FROM memory_extractions
     WHERE memory_id = '${events[0]?.streamId ?? ''}'`,
  );
  expect(row).toEqual({ state: 'partial', stage: 'failed', error: 'TypeError' });
  expect(await mentionCounts(store.pool(), scope)).toEqual({ Maya: 1 });
});

test('a failed memory that is made pending again is handed over by the sweeper and extracted', async () => {
  const scope = await store.newScope();
  const events = await encodeTexts(store.pool(), scope, ['met ☠ Oskar']);
  const [memoryId = ''] = events.map(({ streamId }) => streamId);
  await extractMemories(store.pool()).handle(events);
  expect(await listFailedExtractions(store.pool())).toContainEqual({
    scope_id: scope.scopeId,
    memory_id: memoryIdOfUuid(memoryId),
    attempts: MAX_ATTEMPTS,
    reason: 'error 22021',
  });
  expect(await redriveExtractions(store.pool(), memoryId)).toBe(1);
  expect(await redriveExtractions(store.pool(), memoryId)).toBe(0);
  const mended: Stage = { ...capitals, run: (input, ...rest) => capitals.run({ ...input, text: 'Oskar' }, ...rest) };
  const extractor = extractMemories(store.pool(), { stages: [mended] });
  expect(await sweep((swept) => extractor.handle(swept))).toContain(memoryId);
  expect(await extractionsOf(store.pool(), events)).toEqual([{ state: 'done', attempts: 1, failure: null }]);
  expect(await mentionCounts(store.pool(), scope)).toEqual({ Oskar: 1 });
});

test('a failed memory that was forgotten is not made pending again', async () => {
  const scope = await store.newScope();
  const events = await encodeTexts(store.pool(), scope, ['met ☠ Oskar']);
  const [memoryId = ''] = events.map(({ streamId }) => streamId);
  await extractMemories(store.pool()).handle(events);
  await inTransaction(store.pool(), (tx) =>
    forgetMemory(tx, scope.scopeId, memoryId, { hard: false, now: new Date() }),
  );
  await redriveExtractions(store.pool(), null);
  expect(await extractionsOf(store.pool(), events)).toMatchObject([{ state: 'failed' }]);
});

test('a message that kills the process is parked, and the rest of its batch is extracted', async () => {
  const url = await testDatabase();
  const source = await createDataSource({
    url,
    poolSize: 4,
    connectTimeoutMs: 5_000,
    statementTimeoutMs: 0,
  }).initialize();
  const pool = poolOf(source);
  const scopes = [await ensureScope(source, 'test', 'a'), await ensureScope(source, 'test', 'b')] as const;
  const [texts, innocent] = [
    ['KILL', 'met Oskar', 'met Nadia'],
    ['met Maya', 'met Oskar'],
  ];
  for (const scope of scopes) await encodeTexts(pool, scope, scope === scopes[0] ? texts : innocent);
  // Once with others in progress, which counts against none, then alone each time.
  for (let run = 0; run <= MAX_ALONE_DEATHS; run += 1) expect(await runExtractor(url)).toBe(9);
  expect(await runExtractor(url)).toBe(0);
  const { rows: found } = await pool.query<{ text: string; state: string }>(
    'SELECT text, x.state, attempts, failure FROM memories JOIN memory_extractions AS x USING (memory_id) ORDER BY x.state',
  );
  expect(found.filter(({ text }) => text === 'KILL')).toEqual([
    {
      text: 'KILL',
      state: 'failed',
      attempts: MAX_ALONE_DEATHS + 1,
      failure: 'the process ended while it was extracted',
    },
  ]);
  expect(found.filter(({ text }) => text !== 'KILL').map(({ state }) => state)).toEqual(Array(4).fill('done'));
  await source.destroy();
});

/** Runs an extractor process to its end; returns its exit code. */
async function runExtractor(url: string): Promise<number | null> {
  const root = fileURLToPath(new URL('../../', import.meta.url));
  const args = [
    '--no-warnings',
    '--import',
    './test/harness/run-typescript.mjs',
    'test/extractor/extractor-process.ts',
  ];
  const child = spawn(process.execPath, [...args, url], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code;
}

/** Runs one round of the sweeper; returns the ids of the memories that it handed over. */
async function sweep(publish: (events: readonly StoredEvent[]) => Promise<void>): Promise<string[]> {
  const ids: string[] = [];
  await sweepPending({
    pool: store.pool(),
    now: () => new Date(),
    sweepAfterMs: 60_000,
    limit: 100,
    publish: async (events) => {
      ids.push(...events.map(({ streamId }) => streamId));
      await publish(events);
    },
  });
  return ids;
}
