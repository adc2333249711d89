import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { expireRequests } from '#event-store/request-ledger.js';
import { failpoint } from '#failpoints/failpoints.js';
import { PeriodicJob } from './periodic-job.js';

const INTERVAL_MS = 5 * 60 * 1000;
const BATCH_SIZE = 5_000;

/** Deletes request ids older than 24 hours. Readers ignore expired ids, whether or not they are deleted yet. */
export function ledgerExpiry(pool: Pool, now: () => Date, log: Logger): PeriodicJob {
  return new PeriodicJob({ name: 'ledger expiry', intervalMs: INTERVAL_MS, log }, async () => {
    const expired = await expireRequests(pool, now(), BATCH_SIZE);
    failpoint('expire.after-ledger');
    return expired === BATCH_SIZE;
  });
}
