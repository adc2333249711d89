import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { removeFullBuckets } from '#access/lease-tokens.js';
import { PeriodicJob } from './periodic-job.js';

const INTERVAL_MS = 60 * 60 * 1000;
const BATCH_SIZE = 5_000;

/** Deletes rate buckets that are full again because their callers have been idle. */
export function rateBucketExpiry(pool: Pool, now: () => Date, log: Logger): PeriodicJob {
  return new PeriodicJob({ name: 'expiry of rate buckets', intervalMs: INTERVAL_MS, log }, async () => {
    return (await removeFullBuckets(pool, now(), BATCH_SIZE)) === BATCH_SIZE;
  });
}
