import { expect, test } from '@jest/globals';
import type { StoredEvent } from '#contracts/events.js';
import { inTransaction } from '#database/transaction.js';
import { extractionProgress } from '#memories/extraction/extraction-progress.js';
import { forgetMemory } from '#memories/forget/forget-memory.js';
import { lockScope } from '#database/in-locked-scope.js';
import { restoreMemory } from '#memories/restore/restore-memory.js';
import { ExtractMemories } from '#extraction-jobs/extract-memories.js';
import { redriveParked } from '#memories/extraction/redrive-parked.js';
import { takeSuspect } from '#memories/extraction/suspect-rows.js';
import { markInProgress } from '#memories/extraction/waiting-memories.js';
import { useStore } from '../event-store/store-setup.js';
import { capitals } from './capitals.js';
import { encodeTexts, eventCount, extractionsOf, extractMemories, mentionCounts } from './extractor-setup.js';

const store = useStore();
const WORKER = '0190a000-0000-7000-8000-00000000000a';
const keysOf = (events: readonly StoredEvent[]) =>
  events.map((event) => ({ scopeId: event.scope.scopeId, memoryId: event.streamId }));

/** Forgets or restores the memory of an event. */
function change(event: StoredEvent | undefined, how: 'forget' | 'restore'): Promise<unknown> {
  const { scopeId, memoryId } = keysOf(event ? [event] : [])[0] ?? { scopeId: '', memoryId: '' };
  return inTransaction<unknown>(store.pool(), async (tx) => {
    await lockScope(tx, scopeId);
    if (how === 'restore') return restoreMemory(tx, scopeId, memoryId, new Date());
    return forgetMemory(tx, scopeId, memoryId, { hard: false, now: new Date() });
  });
}

test('a parked memory is counted, and each later version tries it once more, alone', async () => {
  const pool = store.pool();
  const scope = await store.newScope();
  const events = await encodeTexts(pool, scope, ['met ☠ Oskar', 'met Maya']);
  const before = (await extractionProgress(pool, new Date())).parked;
  await extractMemories(pool, { version: 'one' }).handle(events);
  expect((await extractionProgress(pool, new Date())).parked).toBe(before + 1);
  expect(await redriveParked(pool, 'one')).toBe(0);
  expect(await redriveParked(pool, 'two')).toBe(1);
  // It runs outside of a batch, which it might make fail.
  expect(await markInProgress(pool, WORKER, keysOf(events))).toEqual([]);
  const suspect = await takeSuspect(pool, WORKER, { leaseMs: 60_000, pauseMs: 1_000 });
  expect(suspect).toMatchObject({ ...keysOf(events)[0], died: false });
  const second = new ExtractMemories({
    ...{ pool, stages: [capitals], llmPolicy: 'never' as const, version: 'two', onPoison: () => undefined },
    now: () => new Date(),
  });
  await second.extractAlone(scope.scopeId, suspect?.memoryId ?? '');
  expect(await extractionsOf(pool, events)).toMatchObject([{ state: 'failed' }, { state: 'done' }]);
  expect(await redriveParked(pool, 'two')).toBe(0);
  expect((await extractionProgress(pool, new Date())).parked).toBe(before + 1);
  await change(events[0], 'forget');
  expect(await redriveParked(pool, 'three')).toBe(0);
});

test('a memory forgotten before its extraction has no attempts and no dead letter, and is extracted when restored', async () => {
  const pool = store.pool();
  const scope = await store.newScope();
  const events = await encodeTexts(pool, scope, ['met Maya']);
  await change(events[0], 'forget');
  const extractor = extractMemories(pool);
  for (let delivery = 0; delivery < 6; delivery += 1) await extractor.handle(events);
  expect(await extractionsOf(pool, events)).toEqual([{ state: 'pending', attempts: 0, failure: null }]);
  expect(await eventCount(pool, events, 'MemoryExtractionFailed')).toBe(0);
  await change(events[0], 'restore');
  await extractor.handle(events);
  expect(await extractionsOf(pool, events)).toEqual([{ state: 'done', attempts: 1, failure: null }]);
  expect(await mentionCounts(pool, scope)).toEqual({ Maya: 1 });
});

test('a memory forgotten while it is being parked is not parked, and a parked one is tried again when restored', async () => {
  const pool = store.pool();
  const scope = await store.newScope();
  const events = await encodeTexts(pool, scope, ['met Maya']);
  const [key = { scopeId: '', memoryId: '' }] = keysOf(events);
  const memories = new ExtractMemories({
    ...{ pool, stages: [capitals], llmPolicy: 'never' as const, onPoison: () => undefined, now: () => new Date() },
  });
  await change(events[0], 'forget');
  await memories.park(key.scopeId, key.memoryId, 'test');
  expect(await extractionsOf(pool, events)).toMatchObject([{ state: 'pending' }]);
  await change(events[0], 'restore');
  await memories.park(key.scopeId, key.memoryId, 'test');
  expect(await extractionsOf(pool, events)).toMatchObject([{ state: 'failed' }]);
  await change(events[0], 'forget');
  await change(events[0], 'restore');
  expect(await extractionsOf(pool, events)).toEqual([{ state: 'pending', attempts: 0, failure: null }]);
  expect(await takeSuspect(pool, WORKER, { leaseMs: 60_000, pauseMs: 1_000 })).toMatchObject({ ...key, died: false });
  await memories.extractAlone(key.scopeId, key.memoryId);
  expect(await extractionsOf(pool, events)).toMatchObject([{ state: 'done' }]);
});
