import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { ensureScope } from '#access/api-keys.js';
import { createDataSource, poolOf } from '#database/data-source.js';
import type { Stage } from '#extraction/pipeline/stage.js';
import { ExtractMemories } from '#extraction-jobs/extract-memories.js';
import { MAX_ALONE_DEATHS, Suspects } from '#extraction-jobs/suspects/suspects.js';
import { takeSuspect } from '#memories/extraction/suspect-rows.js';
import { SharedExclusiveGate } from '#extraction-jobs/scheduling/shared-exclusive-gate.js';
import { ScopeScheduler } from '#extraction-jobs/scheduling/scope-scheduler.js';
import { suspectMemories, markInProgress } from '#memories/extraction/waiting-memories.js';
import { useStore } from '../event-store/store-setup.js';
import { PATIENT } from '../harness/patient.js';
import { testDatabase } from '../harness/services.js';
import { until } from '../harness/until.js';
import { capitals } from './capitals.js';
import { encodeTexts, extractionsOf } from './extractor-setup.js';

const store = useStore();
const MEMORIES = 60;
const KILLS = 8;
const [DEAD, ALIVE] = ['0190a000-0000-7000-8000-00000000000a', '0190a000-0000-7000-8000-00000000000b'];

test('extractors killed at random moments park no healthy memory, and extract each once', async () => {
  const url = await testDatabase();
  const source = await createDataSource({
    url,
    poolSize: 4,
    connectTimeoutMs: 10_000,
    statementTimeoutMs: 0,
  }).initialize();
  const pool = poolOf(source);
  const scopes = [await ensureScope(source, 'test', 'a'), await ensureScope(source, 'test', 'b')];
  for (const scope of scopes) await encodeTexts(pool, scope, Array<string>(MEMORIES / 2).fill('met Maya'));
  const inHand = async (): Promise<number> =>
    (await pool.query(`SELECT FROM memory_extractions WHERE state = 'pending' AND worker_id IS NOT NULL`)).rowCount ??
    0;
  const pending = async (): Promise<number> =>
    (await pool.query(`SELECT FROM memory_extractions WHERE state = 'pending'`)).rowCount ?? 0;
  let kills = 0;
  while (kills < KILLS && (await pending()) > 0) {
    const child = startExtractor(url, 25);
    const ended = once(child, 'exit');
    await until(async () => child.exitCode !== null || (await inHand()) > 0);
    await delay(Math.random() * 60);
    kills += Number(child.kill('SIGKILL'));
    await ended;
  }
  expect(kills).toBe(KILLS);
  const [code] = (await once(startExtractor(url, 0), 'exit')) as [number | null];
  expect(code).toBe(0);
  const { rows } = await pool.query<{ state: string; memories: number }>(
    'SELECT state, count(*)::int AS memories FROM memory_extractions GROUP BY state',
  );
  expect(rows).toEqual([{ state: 'done', memories: MEMORIES }]);
  const { rowCount } = await pool.query(`SELECT FROM events WHERE type = 'MemoryExtracted'`);
  expect(rowCount).toBe(MEMORIES);
  await source.destroy();
});

test('a suspect is tried with nothing else in progress, and turns of scopes continue after it', async () => {
  const pool = store.pool();
  const [a, b] = [await store.newScope(), await store.newScope()];
  const suspects = await encodeTexts(pool, a, ['met Maya', 'met Nadia']);
  const flood = await encodeTexts(pool, b, Array<string>(80).fill('met Oskar'));
  const worker = new Extraction();
  const keys = suspects.map(({ streamId: memoryId }) => ({ scopeId: a.scopeId, memoryId }));
  await markInProgress(pool, DEAD, keys);
  await suspectMemories(pool, ALIVE, keys, 0);
  await worker.turns.register([a.scopeId, b.scopeId]);
  worker.start();
  await until(async () => (await extractionsOf(pool, [...suspects, ...flood])).every(({ state }) => state === 'done'));
  await worker.stop();
  expect(worker.inHandWith.get('met Maya')).toEqual([1]);
  expect(worker.inHandWith.get('met Nadia')).toEqual([1]);
  expect(worker.inHandWith.get('met Oskar')).toHaveLength(80);
});

test('a death with only one memory in progress is counted, lengthens the next pause, and the third parks the memory', async () => {
  const pool = store.pool();
  const scope = await store.newScope();
  const [event] = await encodeTexts(pool, scope, ['met Maya']);
  const key = { scopeId: scope.scopeId, memoryId: event?.streamId ?? '' };
  await markInProgress(pool, DEAD, [key]);
  await suspectMemories(pool, ALIVE, [key], 0);
  const pauses: number[] = [];
  const times = { leaseMs: 0, pauseMs: 60_000 };
  for (let death = 1; death <= MAX_ALONE_DEATHS; death += 1) {
    expect(await takeSuspect(pool, DEAD, times)).toMatchObject({ died: false, crashesAlone: death - 1 });
    expect(await takeSuspect(pool, ALIVE, times)).toMatchObject({ ...key, died: true, crashesAlone: death });
    expect(await takeSuspect(pool, ALIVE, times)).toBeNull();
    const { rows } = await pool.query<{ seconds: number }>(
      `UPDATE memory_extractions AS x SET retry_at = clock_timestamp() FROM memory_extractions AS before
       WHERE x.memory_id = $1 AND before.memory_id = $1
       RETURNING extract(epoch FROM before.retry_at - clock_timestamp())::float8 AS seconds`,
      [key.memoryId],
    );
    pauses.push(Math.round((rows[0]?.seconds ?? 0) / 60));
  }
  expect(pauses).toEqual([1, 4, 16]);
  // The lease holder itself asks: it has not died, and no attempt is counted.
  await pool.query('UPDATE memory_extractions SET worker_id = $2 WHERE memory_id = $1', [key.memoryId, DEAD]);
  const worker = new Extraction();
  worker.start();
  await until(async () => (await extractionsOf(pool, event ? [event] : [])).some(({ state }) => state === 'failed'));
  await worker.stop();
  expect(await extractionsOf(pool, event ? [event] : [])).toMatchObject([
    { state: 'failed', failure: 'the process ended while it was extracted' },
  ]);
});

test('a memory alone in progress at two deaths is not parked but tried again and extracted', async () => {
  const pool = store.pool();
  const scope = await store.newScope();
  const events = await encodeTexts(pool, scope, ['met Maya']);
  const keys = events.map(({ streamId: memoryId }) => ({ scopeId: scope.scopeId, memoryId }));
  await markInProgress(pool, DEAD, keys);
  await suspectMemories(pool, ALIVE, keys, 0);
  const deaths = MAX_ALONE_DEATHS - 2;
  await pool.query('UPDATE memory_extractions SET worker_id = $2, crashes_alone = $3 WHERE memory_id = $1', [
    ...[keys[0]?.memoryId, DEAD, deaths],
  ]);
  const worker = new Extraction();
  worker.start();
  await until(async () => (await extractionsOf(pool, events)).every(({ state }) => state !== 'pending'));
  await worker.stop();
  expect(await extractionsOf(pool, events)).toMatchObject([{ state: 'done', failure: null }]);
});

test('an infrastructure error while a suspect is tried does not count as a death', async () => {
  const pool = store.pool();
  const scope = await store.newScope();
  const events = await encodeTexts(pool, scope, ['met Maya']);
  const keys = events.map(({ streamId: memoryId }) => ({ scopeId: scope.scopeId, memoryId }));
  await markInProgress(pool, DEAD, keys);
  await suspectMemories(pool, ALIVE, keys, 0);
  await pool.query(`
    CREATE FUNCTION lose() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE SQLSTATE '40P01'; END $$;
    CREATE TRIGGER lose BEFORE INSERT ON mentions EXECUTE FUNCTION lose()`);
  const worker = new Extraction();
  try {
    worker.start();
    await until(() => Promise.resolve(worker.errors >= 4));
  } finally {
    await pool.query('DROP TRIGGER lose ON mentions');
  }
  await until(async () => (await extractionsOf(pool, events)).every(({ state }) => state === 'done'));
  await worker.stop();
  const { rows } = await pool.query('SELECT crashes_alone FROM memory_extractions WHERE memory_id = $1', [
    keys[0]?.memoryId,
  ]);
  expect(rows).toEqual([{ crashes_alone: 0 }]);
  expect(await extractionsOf(pool, events)).toEqual([{ state: 'done', attempts: 2, failure: null }]);
});

test('an exclusive task waits for running tasks, and blocks later ones', async () => {
  const gate = new SharedExclusiveGate();
  const log: string[] = [];
  let open: () => void = () => undefined;
  const closed = new Promise<void>((resolve) => {
    open = resolve;
  });
  const work =
    (name: string, until_: Promise<void> = Promise.resolve()) =>
    async () => {
      log.push(`+${name}`);
      await until_;
      log.push(`-${name}`);
    };
  const all = [
    gate.shared(work('a', closed)),
    gate.shared(work('b')),
    gate.exclusive(work('alone', delay(5))),
    gate.shared(work('c')),
  ];
  await delay(5);
  expect(log).toEqual(['+a', '+b', '-b']);
  open();
  await Promise.all(all);
  expect(log).toEqual(['+a', '+b', '-b', '-a', '+alone', '-alone', '+c', '-c']);
});

/** An extractor on the test's database whose stage records the number of memories in progress. */
class Extraction {
  readonly inHandWith = new Map<string, number[]>();
  errors = 0;
  readonly turns: ScopeScheduler;
  private readonly suspects: Suspects;

  constructor() {
    const pool = store.pool();
    const stage: Stage = {
      ...capitals,
      run: async (input, ...rest) => {
        const { rowCount } = await pool.query(
          `SELECT FROM memory_extractions WHERE worker_id = $1 AND state = 'pending'`,
          [this.turns.worker],
        );
        this.inHandWith.set(input.text, [...(this.inHandWith.get(input.text) ?? []), rowCount ?? 0]);
        return capitals.run(input, ...rest);
      },
    };
    const memories = new ExtractMemories({
      ...{ pool, stages: [stage], llmPolicy: 'never' as const, stageBudgetMs: PATIENT.stageBudgetMs },
      now: () => new Date(),
      onPoison: () => undefined,
    });
    const onError = (): void => {
      this.errors += 1;
    };
    this.turns = new ScopeScheduler({
      ...{ system: pool, concurrency: 3, batchSize: 8, onError },
      extract: (scopeId, ids) => memories.extractScope(scopeId, ids),
    });
    const { worker, gate } = this.turns;
    this.suspects = new Suspects({
      ...{ system: pool, worker, gate, leaseMs: 60_000, pauseMs: 10, pollMs: 10, onError },
      extract: (scopeId, id) => memories.extractAlone(scopeId, id),
      park: (scopeId, id, reason) => memories.park(scopeId, id, reason),
    });
  }

  start(): void {
    this.turns.start();
    this.suspects.start();
  }

  async stop(): Promise<void> {
    await Promise.all([this.turns.stop(), this.suspects.stop()]);
  }
}

function startExtractor(url: string, stageMs: number) {
  const root = fileURLToPath(new URL('../../', import.meta.url));
  const script = ['--import', './test/harness/run-typescript.mjs', 'test/extractor/extractor-process.ts'];
  return spawn(process.execPath, ['--no-warnings', ...script, url, String(stageMs)], {
    ...{ cwd: root, stdio: ['ignore', 'ignore', 'inherit'] },
  });
}
