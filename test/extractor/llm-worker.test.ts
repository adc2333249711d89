import { afterEach, expect, test } from '@jest/globals';
import type { StoredEvent } from '#contracts/events.js';
import { createLlm, LlmTimeout } from '#extraction/llm/ask-llm.js';
import type { ExtractionInput, StageOutcome } from '#extraction/pipeline/stage.js';
import { leaseLlmJobs, NO_SCOPE, type LlmJob } from '#extraction-jobs/llm/llm-jobs.js';
import { LlmWorker, type LlmWorkerOptions } from '#extraction-jobs/llm/llm-worker.js';
import { useStore } from '../event-store/store-setup.js';
import { until } from '../harness/until.js';
import { personsIn } from './capitals.js';
import {
  encodeTexts,
  eventCount,
  extractionsOf,
  extractMemories,
  mentionCounts,
  waitingBackend,
  whileScopeIsLocked,
} from './extractor-setup.js';
import { refusing, saying, startLlmStandIn, type LlmStandIn, type Respond } from './llm-stand-in.js';

const store = useStore();
const running: (() => Promise<void>)[] = [];
const HANGS: Respond = () => undefined;

afterEach(async () => {
  for (const stop of running.splice(0).reverse()) await stop();
  await store.pool().query('DELETE FROM llm_jobs');
});

async function standIn(respond: Respond): Promise<LlmStandIn> {
  const llm = await startLlmStandIn(respond);
  running.push(llm.stop);
  return llm;
}

/** A started worker that records its errors. */
function worker(options: Pick<LlmWorkerOptions, 'ask'> & Partial<LlmWorkerOptions>): { errors: unknown[] } {
  const errors: unknown[] = [];
  const started = new LlmWorker({
    system: store.pool(),
    pool: store.pool(),
    version: 'test-1',
    concurrency: 1,
    timeoutMs: 5_000,
    now: () => new Date(),
    onError: (error) => errors.push(error),
    ...options,
  });
  started.start();
  running.push(() => started.stop());
  return { errors };
}

function workerAsking(llm: LlmStandIn, timeoutMs = 5_000, concurrency = 1): { errors: unknown[] } {
  const { ask } = createLlm({ baseUrl: llm.baseUrl, apiKey: '', model: 'stand-in', timeoutMs });
  return worker({ ask, timeoutMs, concurrency });
}

/** Memories with finished earlier stages and a pending LLM job. */
async function waiting(scope: Awaited<ReturnType<typeof store.newScope>>, texts: string[]): Promise<StoredEvent[]> {
  const events = await encodeTexts(store.pool(), scope, texts);
  await extractMemories(store.pool(), { llmPolicy: 'always' }).handle(events);
  return events;
}

const statesOf = async (events: readonly StoredEvent[]): Promise<string[]> =>
  (await extractionsOf(store.pool(), events)).map(({ state }) => state);

const settled = (events: readonly StoredEvent[]) => async () =>
  (await statesOf(events)).every((state) => state === 'done');

async function jobs(): Promise<{ attempts: number }[]> {
  return (await store.pool().query<{ attempts: number }>('SELECT attempts FROM llm_jobs')).rows;
}

test('a memory is partial and readable before the LLM has answered, and done and merged after', async () => {
  const scope = await store.newScope();
  const llm = await standIn(HANGS);
  const events = await waiting(scope, ['Maya has a job at ZORBLATT']);
  workerAsking(llm);
  await until(() => Promise.resolve(llm.asked.length === 1));
  expect(llm.asked).toEqual(['Maya has a job at ZORBLATT']);
  expect(await statesOf(events)).toEqual(['partial']);
  expect(await mentionCounts(store.pool(), scope)).toEqual({ Maya: 1 });
  for (const stop of running.splice(1)) await stop();
  expect(await statesOf(events)).toEqual(['partial']);
  expect(await jobs()).toEqual([{ attempts: 0 }]);

  llm.respond = saying({ people: ['Maya'], worksAt: [['Maya', 'ZORBLATT']] });
  workerAsking(llm);
  await until(settled(events));
  expect(await eventCount(store.pool(), events, 'MemoryExtracted')).toBe(2);
  expect(await jobs()).toEqual([]);
  const { rows } = await store.pool().query(
    `SELECT f.canonical_name AS "from", t.canonical_name AS "to" FROM relations AS r
     JOIN entities AS f ON f.scope_id = r.scope_id AND f.entity_id = from_entity
     JOIN entities AS t ON t.scope_id = r.scope_id AND t.entity_id = to_entity WHERE r.scope_id = $1`,
    [scope.scopeId],
  );
  expect(rows).toEqual([{ from: 'Maya', to: 'ZORBLATT' }]);
});

test('a mention found by both an earlier stage and the LLM counts once', async () => {
  const scope = await store.newScope();
  const events = await waiting(scope, ['Maya met Oskar', 'then Maya left']);
  workerAsking(await standIn(saying({ people: ['Maya'] })));
  await until(settled(events));
  expect(await eventCount(store.pool(), events, 'MemoryExtracted')).toBe(4);
  expect(await mentionCounts(store.pool(), scope)).toEqual({ Maya: 2, Oskar: 1 });
});

test.each([
  ['429', refusing(429, { 'retry-after': '0.1' }), 'LlmUnavailable'],
  ['500', refusing(500, { 'retry-after': '0.1' }), 'LlmUnavailable'],
])('an endpoint that gives %s postpones the memory without counting, and nothing is lost', async (_, fault, name) => {
  const scope = await store.newScope();
  const llm = await standIn(fault);
  const events = await waiting(scope, ['Maya met Oskar']);
  const { errors } = workerAsking(llm);
  await until(() => Promise.resolve(errors.length >= 4));
  expect(errors.map((error) => (error as Error).name)).toEqual(errors.map(() => name));
  expect((await jobs())[0]?.attempts).toBeLessThanOrEqual(1);
  expect(await statesOf(events)).toEqual(['partial']);
  llm.respond = saying({ people: ['Maya', 'Oskar'] });
  await until(settled(events));
  expect(await jobs()).toEqual([]);
});

test('a memory whose calls all time out fails after three attempts, and its batch mates are read', async () => {
  const scope = await store.newScope();
  const events = await waiting(scope, ['met Maya', 'met Oskar', 'met Nadia']);
  let slow = 0;
  // Only the call about Maya has a timeout: on a slow machine, other calls might reach it too.
  const ask = ({ text }: ExtractionInput, _: unknown, signal: AbortSignal): Promise<StageOutcome> => {
    if (!text.includes('Maya')) return Promise.resolve({ state: 'done', observations: personsIn(text, 'llm') });
    slow += 1;
    return new Promise((_resolve, reject) => {
      const end = (): void => {
        reject(new LlmTimeout('timeout'));
      };
      if (signal.aborted) end();
      else signal.addEventListener('abort', end);
    });
  };
  let now = Date.now();
  const { errors } = worker({ ask, timeoutMs: 150, now: () => new Date(now) });
  await until(async () => (await statesOf(events.slice(1))).every((state) => state === 'done'));
  expect(await jobs()).toEqual([{ attempts: 1 }]);
  await until(async () => {
    now += 20_000;
    return (await jobs()).length === 0;
  });
  expect(slow).toBe(3);
  expect(errors.map((error) => (error as Error).name)).toEqual(['LlmTimeout', 'LlmTimeout']);
  expect(await statesOf(events)).toEqual(['partial', 'done', 'done']);
});

test('an unavailable endpoint postpones jobs, which run when it is available', async () => {
  const scope = await store.newScope();
  const events = await waiting(scope, ['Maya met Oskar']);
  const gone = await startLlmStandIn(HANGS);
  await gone.stop();
  const { errors } = workerAsking(gone);
  await until(() => Promise.resolve(errors.length >= 2));
  expect(await statesOf(events)).toEqual(['partial']);
  expect((await jobs())[0]?.attempts).toBeLessThanOrEqual(1);
});

test('no transaction is open during an LLM call', async () => {
  const llm = await standIn(HANGS);
  // One per scope, so that every loop calls the LLM and none searches for jobs in a transaction.
  for (const text of ['Maya met Oskar', 'met Nadia', 'met Ivo']) await waiting(await store.newScope(), [text]);
  workerAsking(llm, 60_000, 3);
  await until(() => Promise.resolve(llm.asked.length === 3));
  const { rows } = await store.pool().query(
    `SELECT state, query FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid() AND state LIKE 'idle in transaction%'`,
  );
  expect(rows).toEqual([]);
});

test('the job of a dead worker is taken by another after its lease, and settled once', async () => {
  const scope = await store.newScope();
  const events = await waiting(scope, ['Maya met Oskar']);
  const outcome: StageOutcome = { state: 'done', observations: personsIn('Maya met Oskar', 'llm') };
  let answerLate = (): void => undefined;
  let asked = 0;
  worker({
    ask: () => {
      asked += 1;
      return new Promise((resolve) => {
        answerLate = () => {
          resolve(outcome);
        };
      });
    },
  });
  await until(() => Promise.resolve(asked === 1));
  let now = new Date(Date.now() + 15_000);
  let takenOver = 0;
  const ask = (): Promise<StageOutcome> => {
    takenOver += 1;
    return Promise.resolve(outcome);
  };
  worker({ ask, now: () => now });
  await until(async () => (await jobs()).length === 1 && takenOver === 0);
  now = new Date(Date.now() + 25_000);
  await until(settled(events));
  expect([asked, takenOver]).toEqual([1, 1]);
  answerLate();
  for (const stop of running.splice(0)) await stop();
  expect(await eventCount(store.pool(), events, 'MemoryExtracted')).toBe(2);
});

test('a memory on which the LLM stage fails is settled after three attempts with the observations of the other stages', async () => {
  const scope = await store.newScope();
  const events = await waiting(scope, ['Maya met Oskar']);
  let now = Date.now();
  const ask = (): Promise<StageOutcome> => Promise.reject(new TypeError('Maya met Oskar'));
  const { errors } = worker({ ask, now: () => new Date(now) });
  const given = await until(async () => {
    now += 60_000;
    return (await jobs()).length === 0;
  });
  expect(given).toBe(true);
  expect(errors).toHaveLength(2);
  const { rows } = await store.pool().query(
    `SELECT state, stages->1->>'state' AS stage, stages->1->>'error' AS error, stages->1->>'stage' AS name
     FROM memory_extractions WHERE memory_id = $1`,
    [events[0]?.streamId],
  );
  expect(rows).toEqual([{ state: 'partial', name: 'llm', stage: 'failed', error: 'TypeError' }]);
  expect(await mentionCounts(store.pool(), scope)).toEqual({ Maya: 1, Oskar: 1 });
});

test('a broken connection in the projection returns the job without counting an attempt', async () => {
  const scope = await store.newScope();
  const events = await waiting(scope, ['Maya met Oskar']);
  const llm = await standIn(saying({ people: ['Maya'] }));
  await whileScopeIsLocked(store.pool(), scope, async () => {
    const { errors } = workerAsking(llm);
    await store.pool().query('SELECT pg_terminate_backend($1)', [await waitingBackend(store.pool())]);
    await until(() => Promise.resolve(errors.length === 1));
    await waitingBackend(store.pool());
    expect(await jobs()).toEqual([{ attempts: 1 }]);
  });
  await until(settled(events));
  expect(await eventCount(store.pool(), events, 'MemoryExtracted')).toBe(2);
});

test('a job fails after ten worker deaths', async () => {
  const scope = await store.newScope();
  const events = await waiting(scope, ['Maya met Oskar']);
  await store.pool().query('UPDATE llm_jobs SET attempts = 1, crashes = 9, lease_id = gen_random_uuid()');
  let asked = 0;
  worker({ ask: () => Promise.reject(new Error(`asked ${String((asked += 1))}`)) });
  await until(async () => (await jobs()).length === 0);
  expect(asked).toBe(0);
  expect(await statesOf(events)).toEqual(['partial']);
});

test('the jobs of a dead worker count no attempt, and their next lease is twice as long', async () => {
  const scope = await store.newScope();
  const events = await waiting(scope, ['Maya met Oskar', 'Maya met Nora']);
  const claim = async (now: Date): Promise<LlmJob[]> => {
    const options = { now, leaseMs: 60_000, jobs: 16, calls: { perScope: 0, inAll: 0 }, after: NO_SCOPE };
    return leaseLlmJobs(store.pool(), options);
  };
  const at = (seconds: number): Date => new Date(Date.now() + seconds * 1_000);
  expect(await claim(at(1))).toMatchObject([
    { attempts: 1, crashes: 0 },
    { attempts: 1, crashes: 0 },
  ]);
  expect(await claim(at(50))).toEqual([]);
  // Each alone now, so that the one that killed the first worker affects no other.
  for (let n = 0; n < events.length; n += 1) expect(await claim(at(70))).toMatchObject([{ attempts: 1, crashes: 1 }]);
  expect(await claim(at(180))).toEqual([]);
  expect(await claim(at(200))).toMatchObject([{ attempts: 1, crashes: 2 }]);
  const llm = await standIn(saying({ people: ['Maya'] }));
  const { ask } = createLlm({ baseUrl: llm.baseUrl, apiKey: '', model: 'stand-in', timeoutMs: 5_000 });
  worker({ ask, now: () => at(1_000) });
  await until(settled(events));
});

test('a memory of another scope waits for one turn of the scope before it, not for all its jobs', async () => {
  const [a, b] = [await store.newScope(), await store.newScope()];
  const flood = await waiting(a, Array<string>(48).fill('met Maya'));
  const lone = await waiting(b, ['met Oskar']);
  // Whichever scope has the first id, the flood has been due for longest.
  const llm = await standIn(saying({ people: [] }));
  workerAsking(llm);
  await until(settled([...flood, ...lone]));
  expect(llm.asked).toHaveLength(49);
  expect(llm.asked.indexOf('met Oskar')).toBeLessThanOrEqual(16);
});
