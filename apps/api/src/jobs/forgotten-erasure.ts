import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { eraseForgotten } from '#memories/forget/erase-forgotten.js';
import { dropInterruptedRebuild } from '#graph/rebuild/interrupted-rebuild.js';
import { PeriodicJob } from './periodic-job.js';

const INTERVAL_MS = 5 * 60 * 1000;
const MEMORIES_AT_A_TIME = 20;

/** Erases memories that were forgotten softly, once their 7 days are over, and what a killed rebuild left of any. */
export function forgottenErasure(pool: Pool, now: () => Date, log: Logger): PeriodicJob {
  return new PeriodicJob({ name: 'erasure of forgotten memories', intervalMs: INTERVAL_MS, log }, async () => {
    await dropInterruptedRebuild(pool);
    return (await eraseForgotten(pool, now(), MEMORIES_AT_A_TIME)) === MEMORIES_AT_A_TIME;
  });
}
