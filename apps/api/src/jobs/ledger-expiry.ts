import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { expireRequests } from '#event-store/request-ledger.js';
import { failpoint } from '#failpoints/failpoints.js';
import { PeriodicJob } from './periodic-job.js';

const INTERVAL_MS = 5 * 60 * 1000;
const ROWS_AT_A_TIME = 5_000;

/** Removes request ids past their 24 hours; they stopped counting when they were read, not when they go. */
export function ledgerExpiry(pool: Pool, now: () => Date, log: Logger): PeriodicJob {
  return new PeriodicJob({ name: 'ledger expiry', intervalMs: INTERVAL_MS, log }, async () => {
    const expired = await expireRequests(pool, now(), ROWS_AT_A_TIME);
    failpoint('expire.after-ledger');
    return expired === ROWS_AT_A_TIME;
  });
}
