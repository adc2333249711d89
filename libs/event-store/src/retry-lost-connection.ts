import { ExponentialBackoff, handleWhen, retry } from 'cockatiel';
import { isConnectionLost, isDatabaseUnavailable, isStatementTimeout } from '#database/errors.js';

/** Together about half a second: long enough for another connection, and not for a server that starts. */
const again = retry(
  handleWhen((error) => isDatabaseUnavailable(error) && !isStatementTimeout(error)),
  { maxAttempts: 4, backoff: new ExponentialBackoff({ initialDelay: 30, maxDelay: 300 }) },
);

/**
 * Carries out what may be carried out again, and does so when a connection broke under it: the answer to its commit may be
 * what was lost. Where there was no connection in the first place it fails at once.
 * @param work idempotent, as a write under its request id is
 * @throws what the work threw last
 */
export async function retryOnLostConnection<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isConnectionLost(error)) throw error;
    return again.execute(work);
  }
}
