import { afterEach, beforeAll, expect, test } from '@jest/globals';
import type { StoredEvent } from '#contracts/events.js';
import type { Scope } from '#contracts/scope.js';
import { inTransaction } from '#database/transaction.js';
import { readStreams } from '#event-store/read-log.js';
import { createLlm } from '#extraction/llm/ask-llm.js';
import type { LlmPolicy } from '#extraction/llm/policy.js';
import { NOOP_OBSERVER, type ExtractionObserver } from '#extraction-jobs/extraction-observer.js';
import { LlmWorker, type LlmWorkerOptions } from '#extraction-jobs/llm/llm-worker.js';
import { reextract } from '#extraction-jobs/reextract/reextract.js';
import { armFailpoints, disarmFailpoints } from '#failpoints/failpoints.js';
import { recordThresholds } from '#graph/claim-thresholds.js';
import { inspectMemory } from '#graph/queries/inspect-memory.js';
import { rebuildGraph } from '#graph/rebuild/rebuild-graph.js';
import { enqueueForLlm } from '#memories/extraction/extraction-state.js';
import { useStore } from '../event-store/store-setup.js';
import { forgetIn, restoreIn, talkIn } from '../graph/talk.js';
import { newCanary, tablesWith } from '../erase/canary.js';
import { until } from '../harness/until.js';
import { doubting } from './doubts.js';
import { encodeTexts, eventCount, extractionsOf, extractMemories } from './extractor-setup.js';
import {
  answering,
  judging,
  refusing,
  startLlmStandIn,
  type LlmStandIn,
  type Respond,
  type Verdicts,
} from './llm-stand-in.js';

/** Runs on real Postgres, with a stage that reads how sure it is from the text, and a scripted model. */
const store = useStore();
const running: (() => Promise<void>)[] = [];
const NOW = new Date('2026-03-14T12:00:00Z');

beforeAll(async () => {
  await recordThresholds(store.pool(), { fact: 0.5, candidate: 0.2 });
});

afterEach(async () => {
  disarmFailpoints();
  for (const stop of running.splice(0).reverse()) await stop();
  await store.pool().query('DELETE FROM llm_jobs; DELETE FROM llm_tokens');
});

/** A model, and a worker that asks it. */
async function asking(respond: Respond, options: Partial<LlmWorkerOptions> = {}): Promise<LlmStandIn> {
  const llm = await startLlmStandIn(respond);
  running.push(llm.stop);
  const { ask, version } = createLlm({ baseUrl: llm.baseUrl, apiKey: '', model: 'stand-in', timeoutMs: 5_000 });
  const worker = new LlmWorker({
    ...{ system: store.pool(), pool: store.pool(), ask, version, concurrency: 1, timeoutMs: 5_000 },
    ...{ policy: 'uncertain', now: () => new Date(), onError: () => undefined, ...options },
  });
  worker.start();
  running.push(() => worker.stop());
  return llm;
}

const extract = (events: readonly StoredEvent[], llmPolicy: LlmPolicy = 'uncertain') =>
  extractMemories(store.pool(), { stages: [doubting()], llmPolicy }).handle(events);

async function extracted(scope: Scope, texts: string[], policy?: LlmPolicy): Promise<StoredEvent[]> {
  const events = await encodeTexts(store.pool(), scope, texts);
  await extract(events, policy);
  return events;
}

const statesOf = async (events: readonly StoredEvent[]): Promise<string[]> =>
  (await extractionsOf(store.pool(), events)).map(({ state }) => state);
const settled = async (): Promise<boolean> => (await store.pool().query('SELECT FROM llm_jobs LIMIT 1')).rowCount === 0;

/** Where who lives or lived, with the confidence. */
async function homesIn({ scopeId }: Scope): Promise<string[]> {
  const { rows } = await store.pool().query<{ home: string }>(
    `SELECT a.canonical_name || ' ' || b.canonical_name || ' ' || round(confidence::numeric, 2)
            || CASE valid_to_nanos WHEN 0 THEN '' ELSE ' ended' END AS home
     FROM relations AS r JOIN entities AS a ON a.scope_id = $1 AND a.entity_id = from_entity
     JOIN entities AS b ON b.scope_id = $1 AND b.entity_id = to_entity WHERE r.scope_id = $1 ORDER BY 1`,
    [scopeId],
  );
  return rows.map(({ home }) => home);
}

const inspect = async ({ scopeId }: Scope, event: StoredEvent | undefined) =>
  (await inspectMemory(store.pool(), scopeId, event?.streamId ?? ''))?.artifact;
const differences = async () => (await rebuildGraph(store.pool(), 'verify')).tables;

test('memories with a candidate wait for the LLM, others do not', async () => {
  const scope = await store.newScope();
  const events = await extracted(scope, ['Ruth lives in Oslo 0.9', 'Ruth lives in Oslo 0.4', 'Ruth lives in Oslo 0.1']);
  expect(await statesOf(events)).toEqual(['done', 'partial', 'done']);
  expect((await store.pool().query('SELECT memory_id FROM llm_jobs')).rows).toEqual([
    { memory_id: events[1]?.streamId },
  ]);
});

test('verdicts make a candidate a fact, an ended fact or nothing, and the graph equals a rebuild', async () => {
  const scope = await store.newScope();
  const texts = ['Ruth lives in Oslo 0.4', 'Jan lives in Bern 0.4', 'Ida lives in Rome 0.4. Ida lives in Turin 0.8'];
  const events = await extracted(scope, texts);
  expect(await homesIn(scope)).toEqual(['Ida Turin 0.80']);
  const llm = await asking(
    judging({
      'Ruth lives in Oslo': ['holds', 'Ruth lives in Oslo'],
      'Jan lives in Bern': ['ended', 'Jan lives in Bern'],
      'Ida lives in Rome': ['not_said', ''],
    }),
  );
  await until(settled);
  expect(await statesOf(events)).toEqual(['done', 'done', 'done']);
  expect(await homesIn(scope)).toEqual(['Ida Turin 0.80', 'Jan Bern 0.90 ended', 'Ruth Oslo 0.90']);
  expect(llm.requests.map(({ claims }) => claims.map(({ claim }) => claim)).sort()).toEqual([
    ...[['Ida lives in Rome'], ['Jan lives in Bern'], ['Ruth lives in Oslo']],
  ]);

  const version = 'verify.v1 stand-in';
  const told = { predicate: 'core:lives_in', kind: 'relation', polarity: 'asserted', version } as const;
  const [ruth, , ida] = await Promise.all(events.map((event) => inspect(scope, event)));
  expect(ruth?.verdicts).toEqual([
    { claim: 'Ruth lives in Oslo', subject: 'Ruth', object: 'Oslo', verdict: 'holds', confidence: 0.9, ...told },
  ]);
  expect(ruth?.extraction.stages.at(-1)).toMatchObject({ stage: 'llm', version, state: 'done', relations: 1 });
  expect(ida?.extraction.stages.at(-1)).toMatchObject({ stage: 'llm', relations: 0 });
  expect(ida?.verdicts).toMatchObject([{ claim: 'Ida lives in Rome', verdict: 'not_said', confidence: 0 }]);
  expect(ida?.candidates).toEqual([]);
  const log = await readStreams(store.pool(), scope.scopeId, [events[1]?.streamId ?? ''], ['MemoryExtracted']);
  expect(log.map(({ data }) => data)).toMatchObject([
    { stages: [{ stage: 'pattern' }] },
    {
      stages: [{ stage: 'llm', version }],
      observations: { relations: [{ polarity: 'ended', verdict: { asked: 'asserted', said: 'ended' } }] },
    },
  ]);
  expect(await differences()).toEqual([]);
  await rebuildGraph(store.pool(), 'switch');
  expect(await homesIn(scope)).toEqual(['Ida Turin 0.80', 'Jan Bern 0.90 ended', 'Ruth Oslo 0.90']);
  expect(llm.asked).toHaveLength(3);
});

test('a claim that something ended is asked about as if it held, and one question serves both claims', async () => {
  const scope = await store.newScope();
  const [event] = await extracted(scope, ['Ruth lives in Oslo 0.4, no, Ruth left Oslo 0.3']);
  const llm = await asking(judging({ 'Ruth lives in Oslo': ['ended', 'Ruth left Oslo'] }));
  await until(settled);
  expect(llm.requests.map(({ claims }) => claims)).toEqual([[{ id: 1, claim: 'Ruth lives in Oslo' }]]);
  expect(await homesIn(scope)).toEqual(['Ruth Oslo 0.90 ended']);
  expect((await inspect(scope, event))?.candidates).toEqual([]);
  expect((await inspect(scope, event))?.verdicts?.map(({ polarity, verdict }) => [polarity, verdict])).toEqual([
    ['asserted', 'ended'],
    ['ended', 'ended'],
  ]);
});

test('the most confident claims are asked about, at most 32, and the outcome counts the others', async () => {
  const scope = await store.newScope();
  const towns = Array.from({ length: 35 }, (_, i) => `Town${String(10 + i)}`);
  const events = await extracted(scope, [
    towns.map((town, i) => `Ruth lives in ${town} 0.${String(210 + i)}`).join('. '),
  ]);
  const all = Object.fromEntries(towns.map((town) => [`Ruth lives in ${town}`, ['not_said', ''] as const]));
  const llm = await asking(judging(all));
  await until(settled);
  expect(llm.requests.map(({ claims }) => claims.length)).toEqual([32]);
  expect(llm.requests[0]?.claims[0]).toEqual({ id: 1, claim: 'Ruth lives in Town44' });
  const artifact = await inspect(scope, events[0]);
  expect(artifact?.extraction.stages.at(-1)).toMatchObject({ state: 'partial', error: '3 claims not asked about' });
  expect(artifact?.candidates.map(({ object }) => object)).toEqual(['Town12', 'Town11', 'Town10']);
});

const again = (scope: Scope, llmPolicy: LlmPolicy, stage = doubting('test-2')) =>
  reextract({
    ...{
      pool: store.pool(),
      scopeId: scope.scopeId,
      stages: [stage],
      llmPolicy,
      since: null,
      olderVersionsOnly: false,
    },
    ...{ rate: 10_000, stageBudgetMs: 5_000, now: () => new Date() },
  });

test('a verdict stays when other stages read a memory again, and the next verdict replaces it', async () => {
  const scope = await store.newScope();
  const events = await extracted(scope, ['Ruth lives in Oslo 0.4']);
  const said = (verdict: string): Verdicts => ({ 'Ruth lives in Oslo': [verdict, 'lives in Oslo'] });
  const llm = await asking(judging(said('not_said')));
  await until(settled);
  await again(
    scope,
    'never',
    doubting('test-2', () => 0.8),
  );
  expect(await homesIn(scope)).toEqual([]);
  expect(llm.asked).toHaveLength(1);

  llm.respond = judging(said('holds'));
  await again(scope, 'uncertain', doubting('test-3'));
  expect(await statesOf(events)).toEqual(['partial']);
  await until(settled);
  expect(await homesIn(scope)).toEqual(['Ruth Oslo 0.90']);
  expect((await inspect(scope, events[0]))?.verdicts).toMatchObject([{ verdict: 'holds' }]);
  llm.respond = answering('I will not tell.');
  await again(scope, 'uncertain', doubting('test-3'));
  await until(settled);
  expect(await homesIn(scope)).toEqual(['Ruth Oslo 0.90']);
  expect(await differences()).toEqual([]);
});

test('a claim read with an earlier turn is asked about, and counts, only while that turn is there', async () => {
  const canary = newCanary();
  const name = `R${canary.toLowerCase()}`;
  const { scope, events, ids } = await talkIn(store, [`${name} called`, 'She lives in Oslo 0.4']);
  const [context = '', reader = ''] = ids;
  await extract(events);
  await store.pool().query('DELETE FROM llm_jobs WHERE memory_id = $1', [context]);
  const llm = await asking(judging({ [`${name} lives in Oslo`]: ['holds', 'She lives in Oslo'] }));
  await until(settled);
  expect(JSON.parse(llm.requests[0]?.message ?? '')).toMatchObject({ earlier_turns: [{ text: `${name} called` }] });
  expect(await homesIn(scope)).toEqual([`${name} Oslo 0.90`]);

  await forgetIn(store, scope, context, { hard: false, now: NOW });
  expect(await homesIn(scope)).toEqual([]);
  expect((await inspect(scope, events[1]))?.verdicts).toBeUndefined();
  await inTransaction(store.pool(), (tx) => enqueueForLlm(tx, scope.scopeId, [reader], NOW));
  await until(settled);
  expect(llm.requests.map(({ claims }) => claims.length)).toEqual([1, 0]);
  await restoreIn(store, scope, context, NOW);
  expect(await homesIn(scope)).toEqual([`${name} Oslo 0.90`]);

  await forgetIn(store, scope, context, { hard: true, now: NOW });
  expect((await tablesWith(store.pool(), name)).filter((table) => table.startsWith('public.'))).toEqual([]);
  expect((await inspect(scope, events[1]))?.verdicts).toBeUndefined();
  expect(await differences()).toEqual([]);
});

test.each(['llm.after-lease', 'llm.after-answer', 'llm.before-commit', 'llm.after-commit'])(
  'after a crash at %s the memory is asked about again at most, and has one verdict',
  async (failpoint) => {
    const scope = await store.newScope();
    const events = await extracted(scope, ['Ruth lives in Oslo 0.4']);
    let now = Date.now();
    armFailpoints({ spec: `${failpoint}=error@1` });
    const llm = await asking(judging({ 'Ruth lives in Oslo': ['holds', 'Ruth lives in Oslo'] }), {
      now: () => new Date(now),
    });
    await until(async () => {
      now += 30_000;
      return settled();
    });
    expect(llm.asked.length).toBeGreaterThanOrEqual(1);
    expect(llm.asked.length).toBeLessThanOrEqual(2);
    expect(await homesIn(scope)).toEqual(['Ruth Oslo 0.90']);
    expect(await eventCount(store.pool(), events, 'MemoryExtracted')).toBe(2);
    expect(await differences()).toEqual([]);
  },
);

test('verdicts count against the budget, and wait while the endpoint fails', async () => {
  const scope = await store.newScope();
  await extracted(scope, ['Ruth lives in Oslo 0.4', 'Jan lives in Bern 0.4']);
  const used: number[] = [];
  const overBudget: string[] = [];
  const errors: unknown[] = [];
  const observer: ExtractionObserver = {
    ...NOOP_OBSERVER,
    llmUsed: ({ prompt, completion }) => used.push(prompt + completion),
    llmOverBudget: (budget) => overBudget.push(budget),
  };
  const options = { budgets: { perScope: 1, inAll: 0 }, observer, onError: (error: unknown) => errors.push(error) };
  const llm = await asking(refusing(503, { 'retry-after': '0.1' }), options);
  await until(() => Promise.resolve(errors.length >= 2));
  expect(await homesIn(scope)).toEqual([]);
  const holds = (town: string) => ['holds', `lives in ${town}`] as const;
  llm.respond = judging({ 'Ruth lives in Oslo': holds('Oslo'), 'Jan lives in Bern': holds('Bern') });
  await until(() => Promise.resolve(overBudget.length > 0));
  expect(overBudget[0]).toBe('scope');
  expect(used).toHaveLength(1);
  expect(used[0]).toBeGreaterThan(300);
  await until(async () => (await homesIn(scope)).length === 1);
  expect((await store.pool().query('SELECT FROM llm_jobs')).rowCount).toBe(1);
});

test('items that Postgres cannot store are dropped and counted, and the rest of the answer is stored', async () => {
  const scope = await store.newScope();
  const events = await extracted(scope, ['Ruth lives in Oslo 0.4, likes figs', 'Jan lives in Bern 0.4'], 'always');
  const likes = { predicate: 'likes', subject: 'Ruth', quote: '', ended: false, date: null };
  await asking(
    (response, text, request) =>
      answering(
        JSON.stringify({
          mentions: [
            { text: 'Ruth', type: 'person' },
            { text: 'Ruth\0', type: 'person' },
          ],
          relations: [],
          statements: ['figs', 'figs\0', 'figs\ud800', '\udfff'].map((object) => ({ ...likes, object })),
          aliases: [],
          verdicts: [
            { id: 1, quote: `${text.split(' ')[0] ?? ''}\0 lives`, verdict: 'holds' },
            { id: 1, quote: text.slice(0, 10), verdict: 'holds' },
          ],
        }),
      )(response, text, request),
    { policy: 'always' },
  );
  await until(settled);
  expect(await homesIn(scope)).toEqual(['Jan Bern 0.90', 'Ruth Oslo 0.90']);
  const [ruth, jan] = await Promise.all(events.map((event) => inspect(scope, event)));
  expect(ruth?.extraction.stages.at(-1)).toMatchObject({
    ...{ state: 'partial', version: 'extract.v1+verify.v1 stand-in', statements: 1 },
    error: '5 items of the answer refused',
  });
  expect(jan?.extraction.stages.at(-1)).toMatchObject({ state: 'partial', statements: 0 });
});
