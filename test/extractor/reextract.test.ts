import { expect, test } from '@jest/globals';
import type { StoredEvent } from '#contracts/events.js';
import { changeEvents } from '../harness/change-events.js';
import { NO_OBSERVATIONS } from '#contracts/observations.js';
import type { Scope } from '#contracts/scope.js';
import { extractionProgress } from '#memories/extraction/extraction-progress.js';
import { inTransaction } from '#database/transaction.js';
import type { Stage } from '#extraction/pipeline/stage.js';
import { forgetMemory } from '#memories/forget/forget-memory.js';
import { lockScope } from '#database/in-locked-scope.js';
import { rebuildGraph } from '#graph/rebuild/rebuild-graph.js';
import { reextract, type ReextractOptions } from '#extraction-jobs/reextract/reextract.js';
import { ReextractionRunning } from '#extraction-jobs/reextract/reextraction-lock.js';
import { LlmWorker } from '#extraction-jobs/llm/llm-worker.js';
import { useStore } from '../event-store/store-setup.js';
import { until } from '../harness/until.js';
import { capitals, personsIn } from './capitals.js';
import { encodeTexts, eventCount, extractionsOf, extractMemories, mentionCounts } from './extractor-setup.js';

const store = useStore();

/** Like `capitals`, but ignores the first word of a text. */
const later: Stage = {
  ...capitals,
  version: 'test-2',
  run: ({ text }) => {
    const { mentions, ...rest } = personsIn(text);
    return { state: 'done', observations: { ...rest, mentions: mentions.filter(({ start }) => start > 0) } };
  },
};

async function extracted(
  scope: Scope,
  texts: readonly string[],
  stage: Stage = capitals,
  options: { readonly stageBudgetMs?: number } = {},
): Promise<StoredEvent[]> {
  const events = await encodeTexts(store.pool(), scope, texts);
  await extractMemories(store.pool(), { stages: [stage], ...options }).handle(events);
  return events;
}

function again({ scopeId }: Scope, options: Partial<ReextractOptions> = {}) {
  return reextract({
    ...{ pool: store.pool(), scopeId, stages: [later], llmPolicy: 'never', since: null, olderVersionsOnly: false },
    ...{ rate: 10_000, stageBudgetMs: 5_000, now: () => new Date() },
    ...options,
  });
}

async function forget({ scopeId }: Scope, event: StoredEvent | undefined): Promise<void> {
  await inTransaction(store.pool(), async (tx) => {
    await lockScope(tx, scopeId);
    await forgetMemory(tx, scopeId, event?.streamId ?? '', { hard: false, now: new Date() });
  });
}

async function graphUpdates({ scopeId }: Scope): Promise<number> {
  const { rows } = await store
    .pool()
    .query(`SELECT FROM events WHERE scope_id = $1 AND type = 'GraphUpdated'`, [scopeId]);
  return rows.length;
}

const TEXTS = ['Yesterday Maya met Oskar', 'Maya and Nadia', 'no one was there', 'then Ivo came'];

test('the graph becomes that of a fresh extraction, by what the later version says differently, and a rebuild agrees', async () => {
  const [old, fresh] = [await store.newScope(), await store.newScope()];
  const events = await extracted(old, TEXTS);
  await extracted(fresh, TEXTS, later);
  expect(await mentionCounts(store.pool(), old)).toEqual({ Yesterday: 1, Maya: 2, Oskar: 1, Nadia: 1, Ivo: 1 });
  const before = await graphUpdates(old);
  expect(await again(old)).toMatchObject({ read: 4, changed: 4, failed: 0 });
  expect(await mentionCounts(store.pool(), old)).toEqual(await mentionCounts(store.pool(), fresh));
  expect((await graphUpdates(old)) - before).toBe(1);
  expect(await eventCount(store.pool(), events, 'MemoryExtracted')).toBe(8);
  expect((await rebuildGraph(store.pool(), 'verify')).differences).toBe(0);
});

test('an equal result of the same version leaves log and graph unchanged', async () => {
  const scope = await store.newScope();
  const events = await extracted(scope, TEXTS, later);
  const before = await graphUpdates(scope);
  expect(await again(scope)).toMatchObject({ read: 4, changed: 0 });
  expect(await eventCount(store.pool(), events, 'MemoryExtracted')).toBe(4);
  expect(await graphUpdates(scope)).toBe(before);
  const renamed = { ...later, version: 'test-3' };
  expect(await again(scope, { stages: [renamed] })).toMatchObject({ read: 4, changed: 4 });
  expect(await eventCount(store.pool(), events, 'MemoryExtracted')).toBe(8);
  expect(await graphUpdates(scope)).toBe(before);
});

test('only memories of older versions, or since a time, are extracted if requested', async () => {
  const scope = await store.newScope();
  await extracted(scope, TEXTS.slice(0, 2), later);
  await extracted(scope, TEXTS.slice(2));
  expect(await again(scope, { since: new Date('2024-01-01') })).toMatchObject({ read: 0 });
  expect(await again(scope, { olderVersionsOnly: true })).toMatchObject({ read: 2, changed: 2 });
  expect(await again(scope, { olderVersionsOnly: true })).toMatchObject({ read: 0 });
});

test('a memory that is forgotten while its stages run stays forgotten', async () => {
  const scope = await store.newScope();
  const events = await extracted(scope, ['then Maya came', 'then Oskar came']);
  const forgetting: Stage = {
    ...later,
    run: async (input, found, budget) => {
      if (input.text.includes('Maya')) await forget(scope, events[0]);
      return later.run(input, found, budget);
    },
  };
  expect(await again(scope, { stages: [forgetting] })).toMatchObject({ read: 2, changed: 1 });
  expect(await mentionCounts(store.pool(), scope)).toEqual({ Oskar: 1 });
  expect(await eventCount(store.pool(), events.slice(0, 1), 'MemoryExtracted')).toBe(1);
  expect((await rebuildGraph(store.pool(), 'verify')).differences).toBe(0);
});

test('a memory on which a stage or Postgres fails keeps its extraction and delays no other', async () => {
  const scope = await store.newScope();
  const events = await extracted(scope, ['then Maya came', 'then Oskar came', 'then Ivo came']);
  const refused: string[][] = [];
  const faulty: Stage = {
    ...later,
    run: (input, found, budget) => {
      if (input.text.includes('Maya')) throw new TypeError('then Maya came');
      return later.run({ ...input, text: input.text.replace('Oskar', 'Oskar ☠') }, found, budget);
    },
  };
  const onFailed = (memoryId: string, reason: string) => refused.push([memoryId, reason]);
  const poisonous = { stages: [faulty], onFailed };
  expect(await again(scope, poisonous)).toMatchObject({ read: 3, changed: 1, failed: 2 });
  expect(refused).toEqual([
    [events[0]?.streamId, 'TypeError'],
    [events[1]?.streamId, 'error'],
  ]);
  expect(await mentionCounts(store.pool(), scope)).toEqual({ Maya: 1, Oskar: 1, Ivo: 1 });
});

test('a memory cut short by a budget is read completely', async () => {
  const scope = await store.newScope();
  // Exceeds the budget of the first extraction, and is far below that of the re-extraction.
  const stageBudgetMs = 100;
  const slow: Stage = {
    ...capitals,
    run: ({ text }, _found, budget) => {
      for (const start = performance.now(); performance.now() - start < stageBudgetMs + 1;);
      const offset = text.indexOf(' and');
      if (!budget.spent()) return { state: 'done', observations: personsIn(text) };
      return { state: 'partial', observations: personsIn(text.slice(0, offset)), reason: 'out of time', offset };
    },
  };
  const events = await extracted(scope, ['Maya met a lot and then Oskar'], slow, { stageBudgetMs });
  expect(await extractionsOf(store.pool(), events)).toMatchObject([{ state: 'partial' }]);
  expect(await mentionCounts(store.pool(), scope)).toEqual({ Maya: 1 });
  const onlyOlder = { stages: [slow], olderVersionsOnly: true, stageBudgetMs: 60_000 };
  expect(await again(scope, onlyOlder)).toMatchObject({ read: 1, changed: 1 });
  expect(await extractionsOf(store.pool(), events)).toMatchObject([{ state: 'done' }]);
  expect(await mentionCounts(store.pool(), scope)).toEqual({ Maya: 1, Oskar: 1 });
  expect(await again(scope, onlyOlder)).toMatchObject({ read: 0 });
});

test('observations of the LLM stay unless the LLM is called again', async () => {
  const scope = await store.newScope();
  const events = await encodeTexts(store.pool(), scope, ['then Maya met nadia']);
  await extractMemories(store.pool(), { llmPolicy: 'always' }).handle(events);
  await settledByLlm(events, 'Nadia');
  expect(await again(scope)).toMatchObject({ changed: 1 });
  expect(await mentionCounts(store.pool(), scope)).toEqual({ Maya: 1, Nadia: 1 });
  expect(await extractionsOf(store.pool(), events)).toMatchObject([{ state: 'done' }]);
  expect(await again(scope, { llmPolicy: 'always' })).toMatchObject({ changed: 0 });
  expect(await extractionsOf(store.pool(), events)).toMatchObject([{ state: 'partial' }]);
  await settledByLlm(events, 'Nadja');
  expect(await mentionCounts(store.pool(), scope)).toEqual({ Maya: 1, Nadja: 1 });
  expect((await rebuildGraph(store.pool(), 'verify')).differences).toBe(0);
});

test('a memory that waits for the LLM is partial until the LLM has read it', async () => {
  const scope = await store.newScope();
  const events = await encodeTexts(store.pool(), scope, ['then Maya met nadia']);
  await extractMemories(store.pool(), { llmPolicy: 'always' }).handle(events);
  await again(scope);
  expect(await extractionsOf(store.pool(), events)).toMatchObject([{ state: 'partial' }]);
  await settledByLlm(events, 'Nadia');
  expect(await extractionsOf(store.pool(), events)).toMatchObject([{ state: 'done' }]);
});

/** Runs pending LLM jobs with a fake LLM that finds a person with this name at the end of each text. */
async function settledByLlm(events: readonly StoredEvent[], name: string): Promise<void> {
  const worker = new LlmWorker({
    ...{ system: store.pool(), pool: store.pool(), version: 'test-1', concurrency: 1, timeoutMs: 5_000 },
    ask: ({ text }) => {
      const span = { start: text.length - 5, end: text.length };
      const mention = { type: 'person' as const, name, confidence: 0.9, stage: 'llm' as const, ...span };
      return Promise.resolve({ state: 'done', observations: { ...NO_OBSERVATIONS, mentions: [mention] } });
    },
    now: () => new Date(),
    onError: () => undefined,
  });
  worker.start();
  await until(async () => (await extractionsOf(store.pool(), events)).every(({ state }) => state === 'done'));
  await worker.stop();
}

test('the rate limits memories per second, without catching up after a slow one', async () => {
  const scope = await store.newScope();
  await extracted(scope, [...TEXTS, ...TEXTS, ...TEXTS]);
  const begins: number[] = [];
  let firstEnd = 0;
  const timing: Stage = {
    ...later,
    run: (...args) => {
      begins.push(performance.now());
      // Duration of four turns.
      while (firstEnd < (begins[0] ?? 0) + 200) firstEnd = performance.now();
      return later.run(...args);
    },
  };
  await again(scope, { stages: [timing], rate: 20 });
  expect(begins).toHaveLength(12);
  // On a slow machine, a turn may be late, and the next one then sooner after it; none is early.
  const early = begins.slice(1).map((begin, i) => firstEnd + i * 50 - begin);
  // A timer may fire a millisecond or two early.
  expect(Math.max(...early)).toBeLessThan(3);
});

test('a scope is re-extracted by one process at a time, and an unknown scope is refused', async () => {
  const scope = await store.newScope();
  await extracted(scope, ['then Maya came']);
  const refusals: unknown[] = [];
  const twice: Stage = {
    ...later,
    run: async (...args) => {
      refusals.push(await again(scope).catch((error: unknown) => error));
      return later.run(...args);
    },
  };
  await again(scope, { stages: [twice] });
  expect(refusals).toEqual([new ReextractionRunning()]);
  const nobody = { ...scope, scopeId: '00000000-0000-4000-8000-000000000000' };
  await expect(again(nobody)).rejects.toMatchObject({ name: 'NoSuchScope' });
});

test('a re-extraction does not hide a stalled extraction of new memories', async () => {
  const scope = await store.newScope();
  await extracted(scope, ['then Maya came']);
  await again(scope);
  await encodeTexts(store.pool(), scope, ['then Oskar came']);
  // As in a minute, when only the second extraction is recent.
  const inAMinute = new Date(Date.now() + 60_000);
  await changeEvents(store.pool(), `UPDATE events SET recorded_at = $1 WHERE data ? 'generation' AND scope_id = $2`, [
    inAMinute,
    scope.scopeId,
  ]);
  expect(await extractionProgress(store.pool(), inAMinute)).toMatchObject({ stalled: true });
});
