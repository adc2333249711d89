import { beforeAll, expect, test } from '@jest/globals';
import { DEFAULT_STAGE_BUDGET_MS } from '#extraction/pipeline/budget.js';
import { stagesOf } from '#extraction/stages.js';
import { rebuildGraph } from '#graph/rebuild/rebuild-graph.js';
import { reextract } from '#extraction-jobs/reextract/reextract.js';
import { useStore } from '../event-store/store-setup.js';
import { slowness } from '../harness/slowness.js';
import { encodeTexts, extractionsOf, extractMemories } from './extractor-setup.js';

const store = useStore();
const MEBIBYTE = 1 << 20;
/** Time limit of the stages for one memory, with an allowance for a busy machine; scaled on slower ones. */
const SLOWER = slowness();
const LIMIT_MS = 2_000 * SLOWER;
const SLACK_MS = 3_000 * SLOWER;
const LONG_MS = 1_500 * SLOWER;

const BAD: Readonly<Record<string, string>> = {
  'one letter': 'a'.repeat(MEBIBYTE),
  emoji: '😀'.repeat(100_000),
  'nested brackets': '('.repeat(MEBIBYTE / 2) + ')'.repeat(MEBIBYTE / 2),
  'right-to-left text': 'قابلت ليلى عمر في القاهرة أمس. '.repeat(10_000),
  'ten thousand names': Array.from(
    { length: 10_000 },
    (_, i) => `Ana Li${'abcdefghij'[i % 10] ?? ''}${i.toString(26).replaceAll(/\d/g, 'x')}`,
  ).join(', '),
  'other languages': '昨日、東京で田中さんに会いました。Я живу в Москве с Ольгой. '.repeat(10_000),
};

// The first memory of a process includes the loading of the models.
beforeAll(async () => {
  const first = await encodeTexts(store.pool(), await store.newScope(), ['Ana Brandt works at Kone in Espoo.']);
  await extractMemories(store.pool(), { stages: stagesOf() }).handle(first);
});

test.each(Object.keys(BAD))('%s reaches a final state and delays no memory of another scope', async (kind) => {
  const [scope, other] = [await store.newScope(), await store.newScope()];
  const stageBudgetMs = DEFAULT_STAGE_BUDGET_MS * SLOWER;
  const extractor = extractMemories(store.pool(), { stages: stagesOf(), stageBudgetMs });
  const [bad, good] = [
    await encodeTexts(store.pool(), scope, [BAD[kind] ?? '']),
    await encodeTexts(store.pool(), other, ['Maya Torlen lives in Oslo.']),
  ];
  const ends: string[] = [];
  await Promise.all([
    extractor.handle(bad).then(() => ends.push('bad')),
    extractor.handle(good).then(() => ends.push('good')),
  ]);
  expect(await extractionsOf(store.pool(), [...bad, ...good])).toMatchObject([
    { state: expect.stringMatching(/^(?:done|partial)$/), attempts: 1 },
    { state: 'done', attempts: 1 },
  ]);
  const stages = await reportsOf(bad[0]?.streamId ?? '');
  const took = stages.reduce((sum, { ms }) => sum + ms, 0);
  expect(took).toBeLessThan(LIMIT_MS + SLACK_MS);
  // If the slow one uses its whole budget, the other does not wait for it.
  if (took > LONG_MS) expect(ends[0]).toBe('good');
  for (const { state, error } of stages)
    if (state === 'partial') expect(error).toMatch(/^(?:out of time|too many observations) at offset \d+$/);
});

test('a memory beyond the budget of a stage is partial with an offset, and completed by a re-extraction', async () => {
  const scope = await store.newScope();
  const text = `${'nothing to see here, and nothing there. '.repeat(24_000)}Then Maya Torlen moved to Oslo.`;
  const stages = stagesOf(undefined, 'perceptron');
  // Preparations for the first text do not count against its time budget.
  await extractMemories(store.pool(), { stages }).handle(await encodeTexts(store.pool(), scope, ['Nothing yet.']));
  const events = await encodeTexts(store.pool(), scope, [text]);
  await extractMemories(store.pool(), { stages, stageBudgetMs: 100 }).handle(events);
  const before = await reportsOf(events[0]?.streamId ?? '');
  expect(before[0]).toMatchObject({
    state: 'partial',
    error: expect.stringMatching(/^out of time at offset [1-9]\d*$/),
  });
  const names = async () =>
    (
      await store
        .pool()
        .query<{ name: string }>('SELECT canonical_name AS name FROM entities WHERE scope_id = $1', [scope.scopeId])
    ).rows.map(({ name }) => name);
  expect(await names()).not.toContain('Maya Torlen');
  await reextract({
    ...{ pool: store.pool(), scopeId: scope.scopeId, stages, llmPolicy: 'never', since: null },
    ...{ olderVersionsOnly: true, rate: 100, stageBudgetMs: 60_000, now: () => new Date() },
  });
  expect(await extractionsOf(store.pool(), events)).toMatchObject([{ state: 'done' }]);
  expect(await names()).toContain('Maya Torlen');
  expect((await rebuildGraph(store.pool(), 'verify')).differences).toBe(0);
});

async function reportsOf(memoryId: string): Promise<{ state: string; error: string | null; ms: number }[]> {
  const { rows } = await store.pool().query<{ state: string; error: string | null; ms: number }>(
    `SELECT r->>'state' AS state, r->>'error' AS error, (r->>'duration_ms')::float8 AS ms
     FROM memory_extractions, jsonb_array_elements(stages) AS r WHERE memory_id = $1`,
    [memoryId],
  );
  return rows;
}
