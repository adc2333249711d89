import { randomUUID } from 'node:crypto';
import { afterEach, expect, test } from '@jest/globals';
import { LLM_QUEUE } from '#extraction-jobs/llm/llm-jobs.js';
import { NO_LIMITS } from '#leased-queue/queue-table.js';
import { QueueWorker, type QueueWorkerOptions } from '#leased-queue/queue-worker.js';
import { useStore } from '../event-store/store-setup.js';
import { until } from '../harness/until.js';

const store = useStore();
const SCOPE = '0a000000-0000-7000-8000-000000000000';
const running: QueueWorker[] = [];

afterEach(async () => {
  for (const worker of running.splice(0)) await worker.stop();
  await store.pool().query('DELETE FROM llm_jobs');
});

/** A started worker with one job, and the errors that it reports. */
async function workerOf(options: Pick<QueueWorkerOptions, 'work' | 'isOutage'>): Promise<unknown[]> {
  const errors: unknown[] = [];
  const terms = { leaseMs: 60_000, jobs: 16, limits: NO_LIMITS };
  const worker = new QueueWorker({
    ...{ queue: LLM_QUEUE, system: store.pool(), concurrency: 1, now: () => new Date() },
    lease: (turn) => LLM_QUEUE.lease(store.pool(), { ...terms, ...turn }),
    onError: (error) => errors.push(error),
    ...options,
  });
  await store
    .pool()
    .query('INSERT INTO llm_jobs (scope_id, memory_id, run_at) VALUES ($1, $2, now())', [SCOPE, randomUUID()]);
  running.push(worker);
  worker.start();
  return errors;
}

test('jobs are given back after an outage, and worked on again without counting an attempt', async () => {
  const attempts: number[] = [];
  const outage = new Error('the database is away');
  const errors = await workerOf({
    work: async (jobs) => {
      attempts.push(...jobs.map((job) => job.attempts));
      if (attempts.length === 1) throw outage;
      await LLM_QUEUE.complete(
        store.pool(),
        SCOPE,
        jobs.map((job) => job.memoryId),
      );
    },
    isOutage: () => Promise.resolve(true),
  });
  await until(async () => (await store.pool().query('SELECT FROM llm_jobs')).rowCount === 0);
  expect(attempts).toEqual([1, 1]);
  expect(errors).toEqual([outage]);
});

test('jobs on which a worker fails otherwise stay leased, and the error is reported', async () => {
  let tries = 0;
  const errors = await workerOf({
    work: () => Promise.reject(new TypeError(String((tries += 1)))),
    isOutage: () => Promise.resolve(false),
  });
  await until(() => Promise.resolve(errors.length > 0));
  for (const worker of running.splice(0)) await worker.stop();
  const { rows } = await store
    .pool()
    .query('SELECT attempts, lease_id IS NOT NULL AS "isLeased", run_at > now() AS "isLater" FROM llm_jobs');
  expect(rows).toEqual([{ attempts: 1, isLeased: true, isLater: true }]);
  expect([tries, errors.length]).toEqual([1, 1]);
});
