import { expect, test } from '@jest/globals';
import { memoryIdOfUuid } from '#contracts/memory-id.js';
import type { Scope } from '#contracts/scope.js';
import { createServicePool } from '#database/data-source.js';
import { inTransaction } from '#database/transaction.js';
import { readStreams } from '#event-store/read-log.js';
import { sweepPending } from '#memories/extraction/sweep-pending.js';
import { eraseForgotten } from '#memories/forget/erase-forgotten.js';
import { forgetMemory, type ForgetOutcome } from '#memories/forget/forget-memory.js';
import { linkMemories } from '#memories/links/memory-links.js';
import { lockScope } from '#database/in-locked-scope.js';
import { rebuildGraph } from '#graph/rebuild/rebuild-graph.js';
import { restoreMemory, type RestoreOutcome } from '#memories/restore/restore-memory.js';
import { ForgetMemory, ForgetMemoryHandler } from '#apps/api/src/memories/forget-memory.handler.js';
import { useStore } from '../event-store/store-setup.js';
import {
  encodeTexts,
  eventCount,
  extractionsOf,
  extractMemories,
  mentionCounts,
  waitingBackend,
  whileScopeIsLocked,
} from '../extractor/extractor-setup.js';

const store = useStore();
const DAY_MS = 24 * 60 * 60 * 1000;
const NOON = new Date('2026-03-14T12:00:00Z');
const daysLater = (days: number): Date => new Date(NOON.getTime() + days * DAY_MS);

const forget = (scope: Scope, id: string, hard = false, now = NOON): Promise<ForgetOutcome | null> =>
  inTransaction(store.pool(), async (tx) => {
    await lockScope(tx, scope.scopeId);
    return forgetMemory(tx, scope.scopeId, id, { hard, now });
  });

const restore = (scope: Scope, id: string, now = NOON): Promise<RestoreOutcome> =>
  inTransaction(store.pool(), async (tx) => {
    await lockScope(tx, scope.scopeId);
    return restoreMemory(tx, scope.scopeId, id, now);
  });

/** Stores memories in a new scope, by default extracted. */
async function memories(texts: readonly string[], extracted = true) {
  const scope = await store.newScope();
  const events = await encodeTexts(store.pool(), scope, texts);
  if (extracted) await extractMemories(store.pool()).handle(events);
  return { scope, events, ids: events.map((event) => event.streamId) };
}

const link = (scope: Scope, source: string, target: string) =>
  inTransaction(store.pool(), (tx) =>
    linkMemories(tx, scope.scopeId, { source, target, kind: 'supports' }, { weight: 0.5, nowNanos: 7n }),
  );

async function linksOf(scope: Scope, table = 'memory_links'): Promise<unknown[]> {
  const { rows } = await store
    .pool()
    .query(
      `SELECT source, target, kind, weight, created_at_nanos FROM ${table} WHERE scope_id = $1 ORDER BY source, target`,
      [scope.scopeId],
    );
  return rows;
}

async function wordsOf(scope: Scope): Promise<string[]> {
  const { rows } = await store
    .pool()
    .query<{ term: string }>('SELECT term FROM search_terms WHERE scope_id = $1 ORDER BY 1', [scope.scopeId]);
  return rows.map(({ term }) => term);
}

const differences = async () => (await rebuildGraph(store.pool(), 'verify')).tables;

test('a restored memory contributes the same to graph, index and links, from its recorded events alone', async () => {
  const { scope, events, ids } = await memories(['met Maya', 'met Oskar', 'met Maya in Oslo']);
  const [first = '', second = '', third = ''] = ids;
  await link(scope, first, second);
  await link(scope, third, first);
  const before = [await mentionCounts(store.pool(), scope), await wordsOf(scope), await linksOf(scope)];
  expect(before[2]).toHaveLength(2);

  expect((await forget(scope, first))?.linksRemoved).toBe(2);
  expect(await mentionCounts(store.pool(), scope)).toEqual({ Oskar: 1, Maya: 1, Oslo: 1 });
  expect(await linksOf(scope)).toEqual([]);
  expect(await restore(scope, first)).toEqual({ wasActive: false, linksRestored: 2 });
  expect([await mentionCounts(store.pool(), scope), await wordsOf(scope), await linksOf(scope)]).toEqual(before);
  expect(await linksOf(scope, 'forgotten_links')).toEqual([]);
  expect(await eventCount(store.pool(), events, 'MemoryExtracted')).toBe(3);
  expect(await eventCount(store.pool(), events, 'MemoriesLinked')).toBe(4);
  expect(await differences()).toEqual([]);
});

test('restoring twice equals restoring once, and another forget counts again', async () => {
  const { scope, events, ids } = await memories(['met Maya']);
  const [id = ''] = ids;
  expect(await restore(scope, id)).toEqual({ wasActive: true, linksRestored: 0 });
  await forget(scope, id);
  expect(await restore(scope, id)).toMatchObject({ wasActive: false });
  expect(await restore(scope, id)).toMatchObject({ wasActive: true });
  expect(await eventCount(store.pool(), events, 'MemoryRestored')).toBe(1);
  await forget(scope, id);
  expect(await mentionCounts(store.pool(), scope)).toEqual({});
  expect(await differences()).toEqual([]);
  await restore(scope, id);
  expect(await differences()).toEqual([]);
});

test('a link between two forgotten memories returns with the second of them, unless that one was erased', async () => {
  const { scope, ids } = await memories(['met Maya', 'met Oskar', 'met Nadia']);
  const [a = '', b = '', c = ''] = ids;
  await link(scope, a, b);
  await link(scope, b, c);
  for (const id of ids) await forget(scope, id);
  await forget(scope, c, true);
  expect(await restore(scope, b)).toMatchObject({ linksRestored: 0 });
  expect(await restore(scope, a)).toMatchObject({ linksRestored: 1 });
  expect(await linksOf(scope)).toEqual([{ source: a, target: b, kind: 'supports', weight: 0.5, created_at_nanos: 7n }]);
  expect(await linksOf(scope, 'forgotten_links')).toEqual([]);
});

test('a memory forgotten before its extraction is extracted after it is restored', async () => {
  const { scope, events, ids } = await memories(['met Maya'], false);
  const [id = ''] = ids;
  await forget(scope, id);
  await extractMemories(store.pool()).handle(events);
  expect(await mentionCounts(store.pool(), scope)).toEqual({});
  await restore(scope, id);
  expect(await wordsOf(scope)).toEqual([]);
  expect(await differences()).toEqual([]);
  await sweepPending({
    pool: store.pool(),
    now: () => NOON,
    sweepAfterMs: 60_000,
    limit: 100,
    publish: (swept) => extractMemories(store.pool()).handle(swept),
  });
  expect(await extractionsOf(store.pool(), events)).toMatchObject([{ state: 'done', attempts: 1 }]);
  expect(await mentionCounts(store.pool(), scope)).toEqual({ Maya: 1 });
  expect(await differences()).toEqual([]);
});

test('a memory that the LLM had not read when it was forgotten is queued for the LLM again', async () => {
  const { scope, events, ids } = await memories(['met Maya'], false);
  const [id = ''] = ids;
  const jobs = async (): Promise<number | null> =>
    (await store.pool().query('SELECT FROM llm_jobs WHERE scope_id = $1', [scope.scopeId])).rowCount;
  await extractMemories(store.pool(), { llmPolicy: 'always' }).handle(events);
  expect(await jobs()).toBe(1);
  await forget(scope, id);
  expect(await jobs()).toBe(0);
  await restore(scope, id);
  expect(await jobs()).toBe(1);
});

test.each([
  { reason: 'erased', hard: true, now: NOON },
  { reason: 'expired', hard: false, now: daysLater(7) },
])('a memory that is $reason is not restored', async ({ reason, hard, now }) => {
  const { scope, ids } = await memories(['met Maya']);
  await forget(scope, ids[0] ?? '', hard);
  await expect(restore(scope, ids[0] ?? '', now)).rejects.toMatchObject({ name: 'NotRestorable', reason });
  expect(await mentionCounts(store.pool(), scope)).toEqual({});
});

test('a memory of another scope is unknown, and the last moment of the 7 days is in time', async () => {
  const { scope, ids } = await memories(['met Maya']);
  const [id = ''] = ids;
  await forget(scope, id);
  await expect(restore(await store.newScope(), id)).rejects.toMatchObject({ reason: 'unknown' });
  expect(await restore(scope, id, new Date(daysLater(7).getTime() - 1))).toMatchObject({ wasActive: false });
});

test('a memory that is restored while its erasure waits stays', async () => {
  const { scope, events, ids } = await memories(['met Maya']);
  const [id = ''] = ids;
  await forget(scope, id);
  let erased: Promise<number> | undefined;
  await whileScopeIsLocked(store.pool(), scope, async (tx) => {
    erased = eraseForgotten(store.pool(), daysLater(7), 100);
    await waitingBackend(store.pool());
    await restoreMemory(tx, scope.scopeId, id, daysLater(6));
  });
  await erased;
  expect(await mentionCounts(store.pool(), scope)).toEqual({ Maya: 1 });
  expect(await eventCount(store.pool(), events, 'MemoryForgotten')).toBe(1);
});

test('a forget that waits while the memory is restored is later in the log, and wins', async () => {
  const { scope, ids } = await memories(['met Maya']);
  const [id = ''] = ids;
  await forget(scope, id);
  const service = createServicePool({ url: store.url(), poolSize: 2, connectTimeoutMs: 5_000, statementTimeoutMs: 0 });
  const handler = new ForgetMemoryHandler(service, { nowNanos: () => BigInt(NOON.getTime()) * 1_000_000n });
  const request = { memory_id: memoryIdOfUuid(id) };
  let forgotten: Promise<unknown> | undefined;
  await whileScopeIsLocked(store.pool(), scope, async (tx) => {
    forgotten = handler.execute(new ForgetMemory(scope.scopeId, 'late', request));
    await waitingBackend(store.pool());
    await restoreMemory(tx, scope.scopeId, id, NOON);
  });
  expect(await forgotten).toMatchObject({ result: { was_already_forgotten: false } });
  await service.end();
  const events = await readStreams(store.pool(), scope.scopeId, [id], ['MemoryForgotten', 'MemoryRestored']);
  expect(events.map(({ type }) => type)).toEqual(['MemoryForgotten', 'MemoryRestored', 'MemoryForgotten']);
  expect(await mentionCounts(store.pool(), scope)).toEqual({});
  expect(await differences()).toEqual([]);
});
