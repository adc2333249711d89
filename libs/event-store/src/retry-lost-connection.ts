import { ExponentialBackoff, handleWhen, retry } from 'cockatiel';
import { isConnectionLost, isDatabaseUnavailable, isStatementTimeout } from '#database/errors.js';

/** Retries for about half a second in total: enough for another connection, not for a server that is starting. */
const again = retry(
  handleWhen((error) => isDatabaseUnavailable(error) && !isStatementTimeout(error)),
  { maxAttempts: 4, backoff: new ExponentialBackoff({ initialDelay: 30, maxDelay: 300 }) },
);

/**
 * Runs `work`, and runs it again when its connection broke: the lost message may have been the reply to its commit.
 * Fails at once when there was no connection in the first place.
 * @param work idempotent, as a write under its request id is
 * @throws the last error of `work`
 */
export async function retryOnLostConnection<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isConnectionLost(error)) throw error;
    return again.execute(work);
  }
}
