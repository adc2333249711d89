import { createDataSource, poolOf } from '#database/data-source.js';
import type { Stage } from '#extraction/stage.js';
import { ExtractMemories } from '#apps/extractor/src/extract-memories.js';
import { LogFeed } from '#apps/extractor/src/log-feed.js';
import { until } from '../harness/until.js';
import { capitals } from './capitals.js';

/**
 * An extractor in a process of its own, on the database in its first argument, for tests of what takes a process down:
 * a text with KILL in it ends the process while its stage runs. Ends by itself when nothing is pending.
 */
const deadly: Stage = {
  ...capitals,
  run: (input, found, budget) => {
    if (input.text.includes('KILL')) process.exit(9);
    return capitals.run(input, found, budget);
  },
};

const [, , url = ''] = process.argv;
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
  concurrency: 3,
  now: () => new Date(),
  onPoison: () => undefined,
});
const feed = new LogFeed({ pool, chunk: 100, pollMs: 20, onError });
await feed.start((events) => memories.handle(events));
await until(async () => {
  const { rows } = await pool.query(`SELECT FROM memory_extractions WHERE state = 'pending' LIMIT 1`);
  return rows.length === 0;
});
await feed.stop();
await source.destroy();
