import { expect, test } from '@jest/globals';
import { setImmediate } from 'node:timers/promises';
import { isDatabaseUnavailable } from '#database/errors.js';
import type { Stage } from '#extraction/pipeline/stage.js';
import { untilNoShortWork } from '#fairness/event-loop-queue.js';
import { forgetMemory } from '#memories/forget/forget-memory.js';
import { capitals } from './capitals.js';
import { useStore } from '../event-store/store-setup.js';
import { startPostgres } from '../harness/postgres.js';
import { until } from '../harness/until.js';
import {
  encodeTexts,
  eventCount,
  extractionsOf,
  extractMemories,
  mentionCounts,
  waitingBackend,
  whileScopeIsLocked,
} from './extractor-setup.js';

const store = useStore();
const DONE = { state: 'done', attempts: 1, failure: null };

test('a batch of several scopes is extracted, each memory once, into its own scope', async () => {
  const [a, b] = [await store.newScope(), await store.newScope()];
  const ofA = await encodeTexts(store.pool(), a, ['met Maya', 'met Maya and Oskar']);
  const ofB = await encodeTexts(store.pool(), b, ['met Oskar']);
  await extractMemories(store.pool()).handle([...ofA, ...ofB, ...ofA]);
  expect(await extractionsOf(store.pool(), [...ofA, ...ofB])).toEqual([DONE, DONE, DONE]);
  expect(await mentionCounts(store.pool(), a)).toEqual({ Maya: 2, Oskar: 1 });
  expect(await mentionCounts(store.pool(), b)).toEqual({ Oskar: 1 });
});

test('repeated deliveries, also concurrent ones to another process, extract once', async () => {
  const scope = await store.newScope();
  const events = await encodeTexts(store.pool(), scope, ['met Maya', 'met Oskar', 'met Maya']);
  const processes = [extractMemories(store.pool()), extractMemories(await store.newPool())];
  await Promise.all([...processes, ...processes].map((process) => process.handle(events)));
  for (const process of processes) await process.handle([...events].reverse());
  expect(await eventCount(store.pool(), events, 'MemoryExtracted')).toBe(3);
  expect(await mentionCounts(store.pool(), scope)).toEqual({ Maya: 2, Oskar: 1 });
  expect((await extractionsOf(store.pool(), events)).map(({ state }) => state)).toEqual(['done', 'done', 'done']);
});

test('a memory that is forgotten between its stages and its projection does not reach the graph', async () => {
  const scope = await store.newScope();
  const events = await encodeTexts(store.pool(), scope, ['met Maya', 'met Oskar']);
  const [maya] = events;
  let extraction: Promise<void> | undefined;
  await whileScopeIsLocked(store.pool(), scope, async (tx) => {
    extraction = extractMemories(store.pool()).handle(events);
    await waitingBackend(store.pool());
    await forgetMemory(tx, scope.scopeId, maya?.streamId ?? '', { hard: false, now: new Date() });
  });
  await extraction;
  expect(await mentionCounts(store.pool(), scope)).toEqual({ Oskar: 1 });
  expect(await eventCount(store.pool(), events, 'MemoryExtracted')).toBe(1);
});

test('a broken connection in the projection is thrown, writes nothing, and counts no attempt', async () => {
  const scope = await store.newScope();
  const events = await encodeTexts(store.pool(), scope, ['met Maya']);
  const processes = [extractMemories(store.pool()), extractMemories(store.pool())];
  for (const extractor of [...processes, ...processes, ...processes]) {
    await whileScopeIsLocked(store.pool(), scope, async () => {
      const extraction = extractor.handle(events).then(() => 'handled', isDatabaseUnavailable);
      await store.pool().query('SELECT pg_terminate_backend($1)', [await waitingBackend(store.pool())]);
      expect(await extraction).toBe(true);
    });
  }
  expect(await eventCount(store.pool(), events, 'MemoryExtracted')).toBe(0);
  expect(await extractionsOf(store.pool(), events)).toEqual([{ state: 'pending', attempts: 0, failure: null }]);
  await processes[0]?.handle(events);
  expect(await extractionsOf(store.pool(), events)).toEqual([DONE]);
  expect(processes.flatMap(({ parked }) => parked)).toEqual([]);
});

test('repeated serialization failures do not count against the memory', async () => {
  const scope = await store.newScope();
  const events = await encodeTexts(store.pool(), scope, ['met Maya']);
  const extractor = extractMemories(store.pool());
  await store.pool().query(`
    CREATE FUNCTION lose() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE SQLSTATE '40P01'; END $$;
    CREATE TRIGGER lose BEFORE INSERT ON mentions EXECUTE FUNCTION lose()`);
  try {
    for (let i = 0; i < 4; i += 1) await expect(extractor.handle(events)).rejects.toMatchObject({ code: '40P01' });
  } finally {
    await store.pool().query('DROP TRIGGER lose ON mentions');
  }
  expect(await extractionsOf(store.pool(), events)).toEqual([{ state: 'pending', attempts: 0, failure: null }]);
  await extractor.handle(events);
  expect(await extractionsOf(store.pool(), events)).toEqual([DONE]);
});

test('an unavailable Postgres is an infrastructure error, and the batch succeeds when it is back', async () => {
  const postgres = await startPostgres();
  try {
    const { migrate } = await import('#database/migrate.js');
    const { createDataSource, poolOf } = await import('#database/data-source.js');
    const { ensureScope } = await import('#access/api-keys.js');
    const url = await postgres.createDatabase();
    await migrate(url);
    const options = { url, poolSize: 4, connectTimeoutMs: 1_000, statementTimeoutMs: 4_000 };
    const source = await createDataSource(options).initialize();
    const pool = poolOf(source);
    const scope = await ensureScope(source, 'test', 'own');
    const events = await encodeTexts(pool, scope, ['met Maya']);
    const extractor = extractMemories(pool);
    await postgres.kill();
    for (let i = 0; i < 4; i += 1) expect(await extractor.handle(events).catch(isDatabaseUnavailable)).toBe(true);
    await postgres.restart();
    await until(() => extractor.handle(events).then(() => true));
    expect(await extractionsOf(pool, events)).toEqual([DONE]);
    await source.destroy();
  } finally {
    await postgres.stop();
  }
});

test('long work waits while a short memory is extracted, but not while a long one is', async () => {
  const scope = await store.newScope();
  const waited: Record<string, boolean> = {};
  const stage: Stage = {
    ...capitals,
    run: async (input, ...rest) => {
      const longWork = untilNoShortWork(60_000).then(() => 'goes on');
      const what = await Promise.race([longWork, setImmediate('waits')]);
      waited[input.text.slice(0, 8)] = what === 'waits';
      return capitals.run(input, ...rest);
    },
  };
  const events = await encodeTexts(store.pool(), scope, ['met Maya', `met Nora${' and more'.repeat(5_000)}`]);
  for (const event of events) await extractMemories(store.pool(), { stages: [stage] }).handle([event]);
  expect(waited).toEqual({ 'met Maya': true, 'met Nora': false });
  await untilNoShortWork(60_000);
});
