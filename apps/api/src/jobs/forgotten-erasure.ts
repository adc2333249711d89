import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { eraseForgotten } from '#memories/forget/erase-forgotten.js';
import { dropInterruptedRebuild } from '#graph/rebuild/interrupted-rebuild.js';
import { PeriodicJob } from './periodic-job.js';

const INTERVAL_MS = 5 * 60 * 1000;
const BATCH_SIZE = 20;

/** Erases softly forgotten memories after 7 days, and drops the tables of an interrupted rebuild. */
export function forgottenErasure(pool: Pool, now: () => Date, log: Logger): PeriodicJob {
  return new PeriodicJob({ name: 'erasure of forgotten memories', intervalMs: INTERVAL_MS, log }, async () => {
    await dropInterruptedRebuild(pool);
    return (await eraseForgotten(pool, now(), BATCH_SIZE)) === BATCH_SIZE;
  });
}
