import type { Pool } from 'pg';
import { isDatabaseUnavailable, isLockTimeout, isRetryable, isStatementTimeout } from '#database/errors.js';

/** A projection exceeded the statement timeout: either the server or the memories may be the cause. */
class ProjectionTimeoutError extends Error {
  override readonly name = 'ProjectionTimeoutError';
}

/** A server that does not answer a probe within this time is at fault itself. */
const PROBE_MS = 2_000;

/**
 * Runs a projection and marks its statement timeouts. The caller already holds the scope's lock, so waiting for it is
 * not included.
 */
export async function markTimeouts(projection: () => Promise<void>): Promise<void> {
  try {
    await projection();
  } catch (error) {
    if (isStatementTimeout(error)) throw new ProjectionTimeoutError('statement timeout', { cause: error });
    throw error;
  }
}

/**
 * Whether the infrastructure failed, not the memories: the database is unreachable or busy for too long. If a
 * projection timed out on a server that answers, its memories are at fault: it would time out again.
 */
export async function isInfrastructureError(pool: Pool, error: unknown): Promise<boolean> {
  if (error instanceof ProjectionTimeoutError) return !(await isResponsive(pool));
  return isDatabaseUnavailable(error) || isRetryable(error) || isLockTimeout(error);
}

async function isResponsive(pool: Pool): Promise<boolean> {
  const startedAt = performance.now();
  try {
    await pool.query('SELECT 1');
    return performance.now() - startedAt < PROBE_MS;
  } catch {
    return false;
  }
}
