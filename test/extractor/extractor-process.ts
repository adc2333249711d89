import { setTimeout as delay } from 'node:timers/promises';
import { createDataSource, poolOf } from '#database/data-source.js';
import type { Stage } from '#extraction/pipeline/stage.js';
import { ExtractMemories } from '#extraction-jobs/extract-memories.js';
import { Suspects } from '#extraction-jobs/suspects/suspects.js';
import { ScopeScheduler } from '#extraction-jobs/scheduling/scope-scheduler.js';
import { LogFeed } from '#apps/extractor/src/log-feed.js';
import { PATIENT } from '../harness/patient.js';
import { until } from '../harness/until.js';
import { capitals } from './capitals.js';

const [, , url = '', stageMs = '0'] = process.argv;
/** Short, because a test waits for them. */
const times = { leaseMs: 500, pauseMs: 20 };

/**
 * An extractor in a process of its own, on the database in its first argument, for tests of what takes a process down:
 * a text with KILL in it ends the process while its stage runs, which takes as many milliseconds as the second argument
 * says. What falls silent is taken for dead after half a second. Ends by itself when nothing is pending.
 */
const deadly: Stage = {
  ...capitals,
  run: async (input, found, budget) => {
    await delay(Number(stageMs));
    if (input.text.includes('KILL')) process.exit(9);
    return capitals.run(input, found, budget);
  },
};

const source = await createDataSource({
  url,
  poolSize: 6,
  connectTimeoutMs: 5_000,
  statementTimeoutMs: 0,
}).initialize();
const pool = poolOf(source);
const onError = (error: unknown): void => {
  process.stderr.write(`${String(error)}\n`);
};
const memories = new ExtractMemories({
  pool,
  stages: [deadly],
  llmPolicy: 'never',
  stageBudgetMs: PATIENT.stageBudgetMs,
  now: () => new Date(),
  onPoison: () => undefined,
});
const turns = new ScopeScheduler({
  ...{ system: pool, concurrency: 3, batchSize: 100, leaseMs: times.leaseMs, suspectPauseMs: times.pauseMs, onError },
  extract: (scopeId, ids) => memories.extractScope(scopeId, ids),
});
const suspects = new Suspects({
  ...{ system: pool, worker: turns.worker, gate: turns.gate, ...times, pollMs: 20, onError },
  extract: (scopeId, id) => memories.extractAlone(scopeId, id),
  park: (scopeId, id, reason) => memories.park(scopeId, id, reason),
});
const feed = new LogFeed({ pool, chunk: 100, pollMs: 20, onError });
turns.start();
suspects.start();
await feed.start((events) => turns.register(events.map((event) => event.scope.scopeId)));
await until(async () => {
  const { rows } = await pool.query(`SELECT FROM memory_extractions WHERE state = 'pending' LIMIT 1`);
  return rows.length === 0;
});
await feed.stop();
await Promise.all([turns.stop(), suspects.stop()]);
await source.destroy();
