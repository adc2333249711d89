import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, expect, test } from '@jest/globals';
import type { Pool } from 'pg';
import type { StoredEvent } from '#contracts/events.js';
import type { Stage } from '#extraction/pipeline/stage.js';
import { ExtractMemories } from '#extraction-jobs/extract-memories.js';
import { batchOf } from '#extraction-jobs/scheduling/batch.js';
import { ScopeScheduler, type ScopeSchedulerOptions } from '#extraction-jobs/scheduling/scope-scheduler.js';
import { releaseScopes, leaseScopes, registerScopes } from '#extraction-jobs/scheduling/scope-leases.js';
import { useStore } from '../event-store/store-setup.js';
import { PATIENT } from '../harness/patient.js';
import { until } from '../harness/until.js';
import { capitals } from './capitals.js';
import { encodeTexts, eventCount, extractionsOf, whileScopeIsLocked } from './extractor-setup.js';

const store = useStore();
const running: ScopeScheduler[] = [];
const [A, B] = ['0190a000-0000-7000-8000-00000000000a', '0190a000-0000-7000-8000-00000000000b'];

afterEach(async () => {
  for (const turns of running.splice(0)) await turns.stop();
  await store.pool().query('DELETE FROM extraction_queue');
});

/** A scheduler over the test's stages; not started. */
function turnsOver(pool: Pool, stage: Stage = capitals, options: Partial<ScopeSchedulerOptions> = {}): ScopeScheduler {
  const memories = new ExtractMemories({
    ...{ pool, stages: [stage], llmPolicy: 'never' as const, stageBudgetMs: PATIENT.stageBudgetMs },
    now: () => new Date(),
    onPoison: () => undefined,
  });
  const turns = new ScopeScheduler({
    ...{ system: pool, concurrency: 1, batchSize: 10, onError: () => undefined },
    extract: (scopeId, ids) => memories.extractScope(scopeId, ids),
    ...options,
  });
  running.push(turns);
  return turns;
}

/** Records the texts in the order in which a stage reads them. */
function noting(read: string[], ms = 0): Stage {
  return {
    ...capitals,
    run: async (input, ...rest) => {
      read.push(input.text);
      if (ms > 0) await delay(ms);
      return capitals.run(input, ...rest);
    },
  };
}

async function untilDone(events: readonly StoredEvent[]): Promise<void> {
  await until(async () => (await extractionsOf(store.pool(), events)).every(({ state }) => state === 'done'));
}

const scopesOf = (events: readonly StoredEvent[]): string[] => [...new Set(events.map((event) => event.scope.scopeId))];

test('a memory of another scope waits for one batch of the scope before it, not for all its memories', async () => {
  const [a, b] = [await store.newScope(), await store.newScope()];
  const flood = await encodeTexts(store.pool(), a, Array<string>(60).fill('met Maya'));
  const lone = await encodeTexts(store.pool(), b, ['met Oskar']);
  const read: string[] = [];
  const turns = turnsOver(store.pool(), noting(read));
  await turns.register(scopesOf(flood));
  await turns.register(scopesOf(lone));
  turns.start();
  await untilDone([...flood, ...lone]);
  expect(read).toHaveLength(61);
  expect(read.indexOf('met Oskar')).toBeLessThanOrEqual(20);
});

test('a scope with slow memories gets small batches, and moves back in the queue while others wait', async () => {
  const [a, b] = [await store.newScope(), await store.newScope()];
  const slow = await encodeTexts(store.pool(), a, Array<string>(12).fill('met Maya'));
  const quick = await encodeTexts(store.pool(), b, Array<string>(12).fill('met Oskar'));
  const read: string[] = [];
  const turns = turnsOver(store.pool(), noting(read, 200));
  await turns.register(scopesOf(slow));
  turns.start();
  await until(() => Promise.resolve(read.length > 0));
  await turns.register(scopesOf(quick));
  await untilDone([...slow, ...quick]);
  const first = read.slice(0, 18);
  // The duration of a memory is estimated for the first batch, and measured for later ones.
  expect(first.filter((text) => text === 'met Oskar').length).toBeGreaterThanOrEqual(4);
});

test('a small scope is released before the long batch of another scope in the same turn', async () => {
  const [first, small, large] = [await store.newScope(), await store.newScope(), await store.newScope()];
  const slow = await encodeTexts(store.pool(), first, ['met Ada']);
  const lone = await encodeTexts(store.pool(), small, ['met Oskar']);
  // Longer than the lone text: on a slow machine the batch is one memory, and the cheaper scope comes first.
  const flood = await encodeTexts(store.pool(), large, Array<string>(20).fill('met Maya at the mill'));
  const leased = async (): Promise<string[]> => {
    const sql = 'SELECT scope_id AS id FROM extraction_queue WHERE worker_id IS NOT NULL';
    return (await store.pool().query<{ id: string }>(sql)).rows.map(({ id }) => id);
  };
  let whileLongBatch: string[] | undefined;
  const stage: Stage = {
    ...capitals,
    run: async (input, ...rest) => {
      // The first batch measures a long duration per memory, so that the batch of the large scope takes long.
      if (input.text === 'met Ada') await delay(200);
      if (input.text.startsWith('met Maya')) whileLongBatch ??= await leased();
      return capitals.run(input, ...rest);
    },
  };
  const turns = turnsOver(store.pool(), stage);
  for (const events of [slow, lone, flood]) await turns.register(scopesOf(events));
  turns.start();
  await untilDone([...slow, ...lone, ...flood]);
  expect(whileLongBatch).toEqual(scopesOf(flood));
});

test('an empty scope is released before the batch of another scope in the same turn', async () => {
  const [first, large, bare] = [await store.newScope(), await store.newScope(), await store.newScope()];
  const slow = await encodeTexts(store.pool(), first, ['met Ada']);
  const flood = await encodeTexts(store.pool(), large, Array<string>(20).fill('met Maya'));
  let whileLongBatch: unknown[] | undefined;
  const stage: Stage = {
    ...capitals,
    run: async (input, ...rest) => {
      // Memories take long, so that the batch of the large scope takes long.
      if (input.text === 'met Ada') await delay(200);
      if (input.text === 'met Maya')
        whileLongBatch ??= (
          await store.pool().query('SELECT scope_id FROM extraction_queue WHERE worker_id IS NOT NULL')
        ).rows;
      return capitals.run(input, ...rest);
    },
  };
  const turns = turnsOver(store.pool(), stage);
  for (const events of [slow, flood]) await turns.register(scopesOf(events));
  await turns.register([bare.scopeId]);
  turns.start();
  await untilDone([...slow, ...flood]);
  expect(whileLongBatch).toEqual([{ scope_id: large.scopeId }]);
});

test('two processes share the queue, and each memory is extracted once', async () => {
  const scopes = await Promise.all(Array.from({ length: 6 }, () => store.newScope()));
  const events = (
    await Promise.all(scopes.map((scope) => encodeTexts(store.pool(), scope, Array<string>(8).fill('met Maya'))))
  ).flat();
  const read: string[] = [];
  const both = [turnsOver(store.pool(), noting(read)), turnsOver(await store.newPool(), noting(read))];
  for (const turns of both) turns.start();
  for (const scopeId of scopesOf(events)) await both[0]?.register([scopeId]);
  await untilDone(events);
  expect(await eventCount(store.pool(), events, 'MemoryExtracted')).toBe(48);
  expect(read).toHaveLength(48);
  await until(async () => (await store.pool().query('SELECT FROM extraction_queue')).rowCount === 0);
});

test('a locked scope delays no other, and is extracted when it is unlocked', async () => {
  const [a, b] = [await store.newScope(), await store.newScope()];
  const held = await encodeTexts(store.pool(), a, ['met Maya']);
  const free = await encodeTexts(store.pool(), b, ['met Oskar']);
  const turns = turnsOver(store.pool());
  await whileScopeIsLocked(store.pool(), a, async () => {
    await turns.register(scopesOf(held));
    turns.start();
    await until(
      async () => (await store.pool().query('SELECT FROM extraction_queue WHERE worker_id IS NOT NULL')).rowCount === 1,
    );
    await turns.register(scopesOf(free));
    await untilDone(free);
    expect(await extractionsOf(store.pool(), held)).toMatchObject([{ state: 'pending' }]);
  });
  await untilDone(held);
  expect(await extractionsOf(store.pool(), held)).toEqual([{ state: 'done', attempts: 1, failure: null }]);
});

test('the lease of a silent worker ends, and a live worker keeps its lease', async () => {
  const pool = store.pool();
  await registerScopes(pool, [A]);
  expect(await leaseScopes(pool, A, 300, 1)).toHaveLength(1);
  expect(await leaseScopes(pool, B, 300, 1)).toEqual([]);
  await until(async () => (await leaseScopes(pool, B, 60_000, 1)).length === 1);
  // The first worker is late: the scope belongs to the other.
  await releaseScopes(pool, A, [{ scopeId: A, wakeups: 1n, outcome: 'empty', restMs: 0 }]);
  expect((await pool.query('SELECT worker_id FROM extraction_queue')).rows).toEqual([{ worker_id: B }]);
  const scope = await store.newScope();
  const events = await encodeTexts(pool, scope, ['met Maya']);
  const busy = turnsOver(pool, noting([], 1_500), { leaseMs: 600 });
  await busy.register(scopesOf(events));
  busy.start();
  await until(async () => (await extractionsOf(pool, events)).some(({ attempts }) => attempts === 1));
  const lost: unknown[] = [];
  await until(async () => {
    lost.push(...(await leaseScopes(pool, B, 60_000, 1)));
    return (await extractionsOf(pool, events)).every(({ state }) => state === 'done');
  });
  expect(lost).toEqual([]);
});

test('a scope registered during its turn stays in the queue', async () => {
  const pool = store.pool();
  await registerScopes(pool, [A, B]);
  const turns = await leaseScopes(pool, A, 60_000, 2);
  await registerScopes(pool, [B]);
  const empty = { outcome: 'empty', restMs: 0 } as const;
  await releaseScopes(
    pool,
    A,
    turns.map(({ scopeId, wakeups }) => ({ scopeId, wakeups, ...empty })),
  );
  expect((await leaseScopes(pool, B, 60_000, 2)).map(({ scopeId }) => scopeId)).toEqual([B]);
});

test('the scope with the earliest turn is first in the queue, and a failed one is paused', async () => {
  const pool = store.pool();
  const ids = [A, B, '0190a000-0000-7000-8000-00000000000c'] as const;
  await registerScopes(pool, ids);
  await leaseScopes(pool, A, 60_000, 3);
  await releaseScopes(pool, A, [
    { scopeId: ids[0], wakeups: 1n, outcome: 'more', restMs: 900 },
    { scopeId: ids[1], wakeups: 1n, outcome: 'more', restMs: 100 },
    { scopeId: ids[2], wakeups: 1n, outcome: 'fault', restMs: 60_000 },
  ]);
  expect((await leaseScopes(pool, B, 60_000, 3)).map(({ scopeId }) => scopeId)).toEqual([ids[1], ids[0]]);
});

test('a batch combines small scopes, ends at its limits, and takes a larger memory alone', () => {
  const turn = (scopeId: string) => ({ scopeId, wakeups: 1n, faults: 0, othersWait: false });
  const memory = (scopeId: string, memoryId: string, bytes = 0) => ({ scopeId, memoryId, bytes, workerId: null });
  const limits = { memories: 3, bytes: 4_096, cost: 100 };
  const waiting = [memory('a', '1'), memory('b', '2'), memory('b', '3'), memory('b', '4'), memory('c', '5')];
  const plan = (turns: string[], ...list: ReturnType<typeof memory>[]) =>
    batchOf(turns.map(turn), list, limits).map(({ memoryIds, more }) => `${memoryIds.join('')}${more ? '+' : ''}`);
  expect(plan(['a', 'b', 'c', 'd'], ...waiting)).toEqual(['1', '23+', '+', '']);
  expect(plan(['a'], memory('a', '1', 9_999), memory('a', '2'))).toEqual(['1+']);
  expect(plan(['a'], memory('a', '1'), memory('a', '2', 9_999))).toEqual(['1+']);
});

test('a long text shares its turn with no other scope', () => {
  const turn = (scopeId: string) => ({ scopeId, wakeups: 1n, faults: 0, othersWait: false });
  const memory = (scopeId: string, memoryId: string, bytes = 0) => ({ scopeId, memoryId, bytes, workerId: null });
  const limits = { memories: 100, bytes: 4_194_304, cost: 1e9 };
  const plan = (turns: string[], ...list: ReturnType<typeof memory>[]) =>
    batchOf(turns.map(turn), list, limits).map(({ memoryIds, more }) => `${memoryIds.join('')}${more ? '+' : ''}`);
  expect(plan(['a', 'b'], memory('a', '1', 99_999), memory('a', '2', 99_999), memory('b', '3'))).toEqual(['12', '+']);
  expect(plan(['a', 'b', 'c'], memory('a', '1'), memory('b', '2', 99_999), memory('c', '3'))).toEqual(['1', '+', '+']);
  expect(plan(['a'], memory('a', '1'), memory('a', '2', 99_999), memory('a', '3'))).toEqual(['123']);
});
