import { afterEach, expect, jest, test } from '@jest/globals';
import type { StoredEvent } from '#contracts/events.js';
import { NO_OBSERVATIONS } from '#contracts/observations.js';
import type { Scope } from '#contracts/scope.js';
import { LlmTimeout, LlmUnavailable, type LlmOutcome } from '#extraction/llm/ask-llm.js';
import type { ExtractionInput } from '#extraction/pipeline/stage.js';
import { NOOP_OBSERVER } from '#extraction-jobs/extraction-observer.js';
import { LlmCircuitBreaker } from '#extraction-jobs/llm/circuit-breaker.js';
import { LlmTokens } from '#extraction-jobs/llm/token-budgets.js';
import { LlmWorker, type LlmWorkerOptions } from '#extraction-jobs/llm/llm-worker.js';
import { useStore } from '../event-store/store-setup.js';
import { until } from '../harness/until.js';
import { encodeTexts, extractionsOf, extractMemories, mentionCounts } from './extractor-setup.js';

const store = useStore();
const running: LlmWorker[] = [];
const TODAY = new Date('2031-05-06T12:00:00Z');
const TOMORROW = new Date('2031-05-07T00:00:01Z');

afterEach(async () => {
  jest.useRealTimers();
  for (const worker of running.splice(0)) await worker.stop();
  await store.pool().query('DELETE FROM llm_jobs; DELETE FROM llm_tokens');
});

function answer(prompt: number, completion: number): LlmOutcome {
  return { state: 'done', observations: NO_OBSERVATIONS, usage: { prompt, completion } };
}

function start(options: Pick<LlmWorkerOptions, 'ask'> & Partial<LlmWorkerOptions>): void {
  const worker = new LlmWorker({
    ...{ system: store.pool(), pool: store.pool(), version: 'test-1', concurrency: 1, timeoutMs: 5_000 },
    now: () => TODAY,
    onError: () => undefined,
    ...options,
  });
  worker.start();
  running.push(worker);
}

/** Memories with LLM jobs that are already due. */
async function waiting(scope: Scope, texts: string[]): Promise<StoredEvent[]> {
  const events = await encodeTexts(store.pool(), scope, texts);
  const yesterday = new Date(TODAY.getTime() - 86_400_000);
  await extractMemories(store.pool(), { llmPolicy: 'always', now: () => yesterday }).handle(events);
  return events;
}

async function states(events: readonly StoredEvent[]): Promise<string[]> {
  return (await extractionsOf(store.pool(), events)).map(({ state }) => state);
}

test('concurrent calls of all extractors are admitted only as far as the budget allows', async () => {
  const [one, other] = [await store.newScope(), await store.newScope()];
  const pools = [store.pool(), await store.newPool(), await store.newPool()];
  const counters = pools.map((pool) => new LlmTokens(pool, { perScope: 1_000, inAll: 1_500 }, () => TODAY));
  const admitted = async (scope: Scope): Promise<number> => {
    const asked = Array.from({ length: 10 }, () =>
      counters.map((counter) => counter.reserve(scope.scopeId, 100)),
    ).flat();
    return (await Promise.allSettled(asked)).filter(({ status }) => status === 'fulfilled').length;
  };
  expect(await admitted(one)).toBe(10);
  expect(await admitted(other)).toBe(5);
  const [counter] = counters;
  await expect(counter?.reserve(one.scopeId, 1)).rejects.toMatchObject({ budget: 'all' });
  const { rows } = await store.pool().query('SELECT tokens FROM llm_tokens ORDER BY tokens');
  expect(rows).toEqual([{ tokens: 500n }, { tokens: 1_000n }, { tokens: 1_500n }]);
});

test('unused tokens are returned, and the next day starts at zero', async () => {
  const scope = await store.newScope();
  let now = TODAY;
  const tokens = new LlmTokens(store.pool(), { perScope: 1_000, inAll: 0 }, () => now);
  const first = await tokens.reserve(scope.scopeId, 1_000);
  await expect(tokens.reserve(scope.scopeId, 1)).rejects.toMatchObject({ budget: 'scope' });
  await tokens.settle(first, 300);
  const second = await tokens.reserve(scope.scopeId, 1_000);
  await expect(tokens.reserve(scope.scopeId, 1)).rejects.toMatchObject({ budget: 'scope' });
  now = TOMORROW;
  await tokens.reserve(scope.scopeId, 400);
  await tokens.settle(second, 0);
  const { rows } = await store.pool().query('SELECT DISTINCT day::text, tokens FROM llm_tokens');
  expect(rows).toEqual([{ day: '2031-05-07', tokens: 400n }]);
});

test('memories of a scope over its budget stay partial and readable, delay no other scope, and are read the next day', async () => {
  const [busy, quiet] = [await store.newScope(), await store.newScope()];
  const ofBusy = await waiting(busy, ['met Maya', 'met Oskar', 'met Nadia', 'met Ivo']);
  const ofQuiet = await waiting(quiet, ['met Lena']);
  let now = TODAY;
  const refused: string[] = [];
  const used: object[] = [];
  const asked: string[] = [];
  start({
    ask: ({ text }: ExtractionInput) => {
      asked.push(text);
      return Promise.resolve(answer(400, 100));
    },
    budgets: { perScope: 1_000, inAll: 0 },
    now: () => now,
    observer: {
      ...NOOP_OBSERVER,
      llmOverBudget: (budget) => refused.push(budget),
      llmUsed: (usage) => used.push(usage),
    },
  });
  const someDone = async (events: readonly StoredEvent[]) => (await states(events)).includes('done');
  await until(async () => (await someDone(ofQuiet)) && (await someDone(ofBusy)) && refused.length > 0);
  expect((await states(ofBusy)).sort()).toEqual(['done', 'done', 'partial', 'partial']);
  expect(await mentionCounts(store.pool(), busy)).toEqual({ Maya: 1, Oskar: 1, Nadia: 1, Ivo: 1 });
  expect(refused).toEqual(['scope']);
  expect(used).toEqual([1, 2, 3].map(() => ({ prompt: 400, completion: 100 })));
  const { rows } = await store.pool().query('SELECT attempts FROM llm_jobs');
  expect(rows).toEqual([{ attempts: 0 }, { attempts: 0 }]);
  now = TOMORROW;
  await until(async () => (await states(ofBusy)).every((state) => state === 'done'));
  expect(asked).toHaveLength(5);
});

test('when the budget of all scopes is used up no call is made, and no job is lost', async () => {
  const [one, other] = [await store.newScope(), await store.newScope()];
  const events = [...(await waiting(one, ['met Maya'])), ...(await waiting(other, ['met Oskar']))];
  const refused: string[] = [];
  const asking = {
    ask: () => Promise.resolve(answer(1_000, 0)),
    budgets: { perScope: 0, inAll: 500 },
    observer: { ...NOOP_OBSERVER, llmOverBudget: (budget: string) => refused.push(budget) },
  };
  start(asking);
  await until(() => Promise.resolve(refused.length === 1));
  expect((await states(events)).sort()).toEqual(['done', 'partial']);
  for (const worker of running.splice(0)) await worker.stop();
  start({ ...asking, now: () => TOMORROW });
  await until(async () => (await states(events)).every((state) => state === 'done'));
});

test('concurrent calls of all extractors stay within the limits, per scope and in total', async () => {
  const scopes = [await store.newScope(), await store.newScope(), await store.newScope()];
  const [busy] = scopes;
  const events: StoredEvent[] = [];
  for (const scope of scopes) {
    const texts = Array.from({ length: scope === busy ? 40 : 2 }, (_, i) => `met Maya ${scope.scopeId} ${String(i)}`);
    events.push(...(await waiting(scope, texts)));
  }
  const underWay = new Map<string, number>();
  const most = { ofScope: 0, inAll: 0 };
  const ask = async ({ text }: ExtractionInput): Promise<LlmOutcome> => {
    const scopeId = text.split(' ')[2] ?? '';
    underWay.set(scopeId, (underWay.get(scopeId) ?? 0) + 1);
    most.ofScope = Math.max(most.ofScope, ...underWay.values());
    most.inAll = Math.max(
      most.inAll,
      [...underWay.values()].reduce((a, b) => a + b, 0),
    );
    await new Promise((resolve) => setTimeout(resolve, 20));
    underWay.set(scopeId, (underWay.get(scopeId) ?? 0) - 1);
    return answer(1, 1);
  };
  for (let i = 0; i < 2; i += 1) start({ ask, concurrency: 3, callLimits: { perScope: 1, inAll: 2 } });
  await until(async () => (await states(events)).every((state) => state === 'done'));
  expect(most).toEqual({ ofScope: 1, inAll: 2 });
});

test('a call that timed out no longer counts as in progress', async () => {
  const scope = await store.newScope();
  const events = await waiting(scope, ['met Maya', 'met Oskar']);
  const slow = (text: string) => text.includes('Maya');
  start({
    ask: ({ text }) => (slow(text) ? Promise.reject(new LlmTimeout('timeout')) : Promise.resolve(answer(1, 1))),
    callLimits: { perScope: 1, inAll: 1 },
  });
  await until(async () => (await states(events)).includes('done'));
  const late = await waiting(scope, ['met Nadia']);
  await until(async () => (await states(late)).includes('done'));
});

test('the circuit opens for a failing endpoint, admits one trial call, and closes when it is back', async () => {
  const scope = await store.newScope();
  const events = await waiting(scope, ['met Maya', 'met Oskar', 'met Nadia', 'met Ivo']);
  const circuits: boolean[] = [];
  /** Called when the circuit breaker opens or closes. */
  const askedBy: number[] = [];
  let asked = 0;
  let up = false;
  start({
    ask: () => {
      asked += 1;
      return up ? Promise.resolve(answer(1, 1)) : Promise.reject(new LlmUnavailable('status 500', 10));
    },
    concurrency: 3,
    circuit: { failures: 4, longestPauseMs: 300 },
    observer: {
      ...NOOP_OBSERVER,
      llmCircuit: (open) => {
        askedBy.push(asked);
        circuits.push(open);
      },
    },
    now: () => new Date(),
  });
  await store.pool().query('UPDATE llm_jobs SET run_at = now()');
  await until(() => Promise.resolve(circuits.length > 0));
  expect(circuits[0]).toBe(true);
  expect(askedBy[0]).toBeLessThanOrEqual(6);
  up = true;
  await until(async () => (await states(events)).every((state) => state === 'done'));
  expect(circuits.at(-1)).toBe(false);
  expect(await store.pool().query('SELECT FROM llm_jobs')).toMatchObject({ rowCount: 0 });
});

/** Everything except the time, which the test advances. */
const RUNNING = [
  ...(['hrtime', 'nextTick', 'performance', 'queueMicrotask', 'setImmediate', 'clearImmediate'] as const),
  ...(['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] as const),
];

test('a circuit opens after consecutive failures, honours Retry-After, and doubles the pause after each trial', async () => {
  jest.useFakeTimers({ doNotFake: RUNNING, now: TODAY });
  const states: boolean[] = [];
  const circuit = new LlmCircuitBreaker({ failures: 2, firstPauseMs: 40, longestPauseMs: 5_000 }, (open) =>
    states.push(open),
  );
  const fail = (retryAfterMs?: number) =>
    circuit
      .call(() => Promise.reject(new LlmUnavailable('status 500', retryAfterMs)))
      .catch((e: unknown) => (e as Error).message);
  const pass = (ms: number): void => {
    jest.setSystemTime(Date.now() + ms);
  };
  await fail();
  await circuit.call(() => Promise.resolve(1));
  await fail();
  expect([circuit.waitMs, states]).toEqual([0, []]);
  await fail();
  expect(circuit.waitMs).toBe(40);
  pass(39);
  expect([circuit.waitMs, await fail()]).toEqual([1, 'LLM unavailable: the circuit is open']);
  pass(1);
  expect([circuit.waitMs, await fail()]).toEqual([0, 'LLM unavailable: status 500']);
  expect(circuit.waitMs).toBe(80);
  pass(80);
  await fail(3_000);
  expect(circuit.waitMs).toBe(3_000);
  expect(states.at(-1)).toBe(true);
});
