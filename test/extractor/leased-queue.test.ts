import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from '@jest/globals';
import { inTransaction } from '#database/transaction.js';
import { LLM_QUEUE } from '#extraction-jobs/llm/llm-jobs.js';
import type { LeasedQueue } from '#leased-queue/leased-queue.js';
import { NO_LIMITS, NO_SCOPE, type Job } from '#leased-queue/queue-table.js';
import { vectorQueue } from '#search/vectors/vector-queue.js';
import { useStore } from '../event-store/store-setup.js';

const store = useStore();
const T0 = Date.parse('2031-05-06T12:00:00Z');
const [A, B] = ['0a000000-0000-7000-8000-000000000000', '0b000000-0000-7000-8000-000000000000'];

/** A time, in seconds after the start. */
const at = (seconds: number): Date => new Date(T0 + seconds * 1_000);

afterEach(async () => {
  await store.pool().query('DELETE FROM llm_jobs; DELETE FROM memory_vectors');
});

const addLlmJob = 'INSERT INTO llm_jobs (scope_id, memory_id, run_at) VALUES ($1, $2, $3)';
const addVector = `INSERT INTO memory_vectors (scope_id, memory_id, model, due_at) VALUES ($1, $2, 'one', $3)`;

interface Fixture {
  readonly queue: LeasedQueue;
  readonly insert: string;
}

/** Adds a job due at a number of seconds. @returns its memory */
async function add({ insert }: Fixture, scopeId: string, seconds: number): Promise<string> {
  const memoryId = randomUUID();
  await store.pool().query(insert, [scopeId, memoryId, at(seconds)]);
  return memoryId;
}

function lease({ queue }: Fixture, seconds: number, { jobs = 16, after = NO_SCOPE } = {}): Promise<Job[]> {
  return queue.lease(store.pool(), { now: at(seconds), leaseMs: 60_000, jobs, after, limits: NO_LIMITS });
}

const memoriesOf = (jobs: readonly Job[]): string[] => jobs.map(({ memoryId }) => memoryId).sort();

const queues: [string, Fixture][] = [
  ['llm_jobs', { queue: LLM_QUEUE, insert: addLlmJob }],
  ['memory_vectors', { queue: vectorQueue('one'), insert: addVector }],
];

describe.each(queues)('the queue in %s', (_, fixture) => {
  test('leases due jobs of one scope, and again only when the lease has ended', async () => {
    const due = [await add(fixture, A, 0), await add(fixture, A, 1)];
    await add(fixture, A, 10);
    await add(fixture, B, 2);
    const leased = await lease(fixture, 5);
    expect(memoriesOf(leased)).toEqual(due.sort());
    expect(leased.every(({ scopeId }) => scopeId === A)).toBe(true);
    expect((await lease(fixture, 5)).map(({ scopeId }) => scopeId)).toEqual([B]);
    expect(await lease(fixture, 9)).toEqual([]);
    const late: Job[] = [];
    // Jobs left behind may be leased alone.
    for (let jobs = await lease(fixture, 66); jobs.length > 0; jobs = await lease(fixture, 66)) late.push(...jobs);
    expect(late).toHaveLength(4);
    expect(memoriesOf(late)).toEqual(expect.arrayContaining(due));
  });

  test('leases at most as many jobs as wanted, earliest due first', async () => {
    const ids = [await add(fixture, A, 3), await add(fixture, A, 1), await add(fixture, A, 2)];
    expect(memoriesOf(await lease(fixture, 5, { jobs: 2 }))).toEqual([ids[1], ids[2]].sort());
    expect(memoriesOf(await lease(fixture, 5, { jobs: 2 }))).toEqual([ids[0]]);
  });

  test('shares no job between concurrent leases', async () => {
    for (let i = 0; i < 12; i += 1) await add(fixture, A, i / 100);
    const leases = await Promise.all(Array.from({ length: 6 }, () => lease(fixture, 5, { jobs: 2 })));
    const leased = memoriesOf(leases.flat());
    expect(new Set(leased).size).toBe(leased.length);
    expect(leased.length).toBeGreaterThanOrEqual(2);
  });

  test('leases jobs that were given back when they are due, without counting an attempt', async () => {
    await add(fixture, A, 0);
    const [first] = await lease(fixture, 1);
    await fixture.queue.giveBack(store.pool(), first ? [first] : [], at(20));
    expect(await lease(fixture, 19)).toEqual([]);
    expect(await lease(fixture, 20)).toEqual([first]);
  });

  test('completes a job once, and leases it no more', async () => {
    const [done, other] = [await add(fixture, A, 0), await add(fixture, A, 0)];
    await lease(fixture, 1);
    const complete = (): Promise<Set<string>> =>
      inTransaction(store.pool(), (tx) => fixture.queue.complete(tx, A, [done, randomUUID()]));
    expect([...(await complete())]).toEqual([done]);
    expect([...(await complete())]).toEqual([]);
    await fixture.queue.giveBack(store.pool(), [{ scopeId: A, memoryId: done, attempts: 1, crashes: 0 }], at(2));
    expect(memoriesOf(await lease(fixture, 600))).toEqual([other]);
  });

  test('postpones the due jobs of one scope', async () => {
    await add(fixture, A, 0);
    const later = await add(fixture, A, 10);
    const ofOther = await add(fixture, B, 1);
    await fixture.queue.postponeScope(store.pool(), A, at(5), at(100));
    expect(memoriesOf(await lease(fixture, 5))).toEqual([ofOther]);
    expect(memoriesOf(await lease(fixture, 50))).toEqual([later]);
  });
});

test('LLM jobs are leased scope after scope, vectors by how long they have been due', async () => {
  for (const [, fixture] of queues) for (const scopeId of [A, B]) await add(fixture, scopeId, scopeId === A ? 2 : 1);
  const [llm, vectors] = queues.map(([, fixture]) => fixture) as [Fixture, Fixture];
  const scopesOf = async (fixture: Fixture, after: string): Promise<(string | undefined)[]> => [
    (await lease(fixture, 5, { after }))[0]?.scopeId,
    (await lease(fixture, 5, { after }))[0]?.scopeId,
  ];
  expect(await scopesOf(llm, NO_SCOPE)).toEqual([A, B]);
  expect(await scopesOf(vectors, NO_SCOPE)).toEqual([B, A]);
  await add(llm, A, 6);
  await add(llm, B, 6);
  expect((await lease(llm, 10, { after: A }))[0]?.scopeId).toBe(B);
  // After the last scope, the first one follows.
  expect((await lease(llm, 10, { after: B }))[0]?.scopeId).toBe(A);
});

test('the vectors of two models are two queues', async () => {
  const fixture = { queue: vectorQueue('two'), insert: addVector.replace('one', 'two') };
  const [one] = queues.slice(1).map(([, own]) => own) as [Fixture];
  const memoryId = await add(one, A, 0);
  await store.pool().query(fixture.insert, [A, memoryId, at(0)]);
  await inTransaction(store.pool(), (tx) => one.queue.complete(tx, A, [memoryId]));
  expect(await lease(one, 1)).toEqual([]);
  expect(memoriesOf(await lease(fixture, 1))).toEqual([memoryId]);
  await one.queue.giveBack(store.pool(), [{ scopeId: A, memoryId, attempts: 0, crashes: 0 }], at(2));
  await one.queue.postponeScope(store.pool(), A, at(600), at(700));
  expect(memoriesOf(await lease(fixture, 61))).toEqual([memoryId]);
});
