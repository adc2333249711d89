import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { expireMemories } from '#memories/forget/expire-memories.js';
import { PeriodicJob } from './periodic-job.js';

/** Reads hide an expired memory by themselves; this bounds how long the graph still has its facts. */
const INTERVAL_MS = 2_000;
const BATCH_SIZE = 50;

/** Forgets memories whose time is over. */
export function memoryExpiry(pool: Pool, now: () => Date, log: Logger): PeriodicJob {
  return new PeriodicJob({ name: 'expiry of memories', intervalMs: INTERVAL_MS, log }, async () => {
    return (await expireMemories(pool, now(), BATCH_SIZE)) === BATCH_SIZE;
  });
}
