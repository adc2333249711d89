import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { removeFullBuckets } from '#access/lease-tokens.js';
import { PeriodicJob } from './periodic-job.js';

const INTERVAL_MS = 60 * 60 * 1000;
const ROWS_AT_A_TIME = 5_000;

/** Removes the rate buckets of callers that have been away for so long that they are full again. */
export function rateBucketExpiry(pool: Pool, now: () => Date, log: Logger): PeriodicJob {
  return new PeriodicJob({ name: 'expiry of rate buckets', intervalMs: INTERVAL_MS, log }, async () => {
    return (await removeFullBuckets(pool, now(), ROWS_AT_A_TIME)) === ROWS_AT_A_TIME;
  });
}
