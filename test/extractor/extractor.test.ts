import { afterEach, expect, test } from '@jest/globals';
import { pino } from 'pino';
import type { Scope } from '#contracts/scope.js';
import { DatabaseClock } from '#database/database-clock.js';
import { loadConfig } from '#config/load-config.js';
import { Extractor } from '#apps/extractor/src/extractor.js';
import { LogFeed } from '#apps/extractor/src/log-feed.js';
import { useStore } from '../event-store/store-setup.js';
import { until } from '../harness/until.js';
import { encodeTexts, eventCount, extractionsOf, mentionCounts } from './extractor-setup.js';
import { refusing, saying, startLlmStandIn } from './llm-stand-in.js';

const store = useStore();
const log = pino({ level: 'silent' });
const running: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const stop of running.splice(0).reverse()) await stop();
});

/** An extractor with the real stages, fed from the log. */
async function startExtractor(env: NodeJS.ProcessEnv = {}): Promise<() => Promise<void>> {
  const pool = await store.newPool(8);
  const feed = new LogFeed({ pool, chunk: 20, pollMs: 20, onError: () => undefined });
  const session = (): Promise<never> => Promise.reject(new Error('no scope is as large as to need one'));
  const clock = await DatabaseClock.start(pool);
  running.push(async () => {
    await Promise.resolve();
    clock.stop();
  });
  const extractor = new Extractor(loadConfig(env), { service: pool, system: pool, session, clock }, feed, log);
  await extractor.start();
  const stop = () => extractor.stop();
  running.push(stop);
  return stop;
}

async function statesOf(scope: Scope): Promise<string[]> {
  const { rows } = await store
    .pool()
    .query<{ state: string }>('SELECT DISTINCT state FROM memory_extractions WHERE scope_id = $1', [scope.scopeId]);
  return rows.map(({ state }) => state);
}

test('memories written while no extractor runs, or during a takeover, are extracted once', async () => {
  const scope = await store.newScope();
  const before = await encodeTexts(store.pool(), scope, Array<string>(30).fill('Maya Lindqvist lives in Oslo.'));
  const stopFirst = await startExtractor();
  await startExtractor();
  await until(async () => (await extractionsOf(store.pool(), before)).some(({ state }) => state === 'done'));
  const [during] = await Promise.all([
    encodeTexts(store.pool(), scope, Array<string>(30).fill('Maya Lindqvist lives in Oslo.')),
    stopFirst(),
  ]);
  await until(async () => (await statesOf(scope)).join() === 'done');
  expect(await eventCount(store.pool(), [...before, ...during], 'MemoryExtracted')).toBe(60);
  expect(await mentionCounts(store.pool(), scope)).toMatchObject({ 'Maya Lindqvist': 60, Oslo: 60 });
});

test('with an LLM configured a memory is in the graph first, and what the LLM adds comes after an outage', async () => {
  const llm = await startLlmStandIn(refusing(503, { 'retry-after': '0.1' }));
  running.push(llm.stop);
  const scope = await store.newScope();
  await startExtractor({ LLM_BASE_URL: llm.baseUrl, LLM_MODEL: 'stand-in', LLM_POLICY: 'always' });
  const events = await encodeTexts(store.pool(), scope, ['Maya Lindqvist lives in Oslo with the boss.']);
  await until(() => Promise.resolve(llm.asked.length >= 3));
  expect(await statesOf(scope)).toEqual(['partial']);
  expect(await mentionCounts(store.pool(), scope)).toEqual({ 'Maya Lindqvist': 1, Oslo: 1 });
  llm.respond = saying({ people: ['Maya Lindqvist', 'boss'] });
  await until(async () => (await statesOf(scope)).join() === 'done');
  expect(await mentionCounts(store.pool(), scope)).toEqual({ 'Maya Lindqvist': 1, Oslo: 1, boss: 1 });
  expect(await eventCount(store.pool(), events, 'MemoryExtracted')).toBe(2);
});

test('without an LLM no job is queued', async () => {
  const scope = await store.newScope();
  await startExtractor({ LLM_POLICY: 'always' });
  await encodeTexts(store.pool(), scope, ['Maya Lindqvist lives in Oslo.']);
  await until(async () => (await statesOf(scope)).join() === 'done');
  const { rows } = await store.pool().query('SELECT FROM llm_jobs WHERE scope_id = $1', [scope.scopeId]);
  expect(rows).toEqual([]);
});
