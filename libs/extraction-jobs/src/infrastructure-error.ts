import type { Pool } from 'pg';
import { isDatabaseUnavailable, isLockTimeout, isRetryable, isStatementTimeout } from '#database/errors.js';

/** A projection took longer than a statement may: the server may be at fault, or the memories. */
class ProjectionTimeout extends Error {
  override readonly name = 'ProjectionTooSlow';
}

/** A server that answers nothing within this time is itself at fault. */
const PROBE_MS = 2_000;

/** Runs a projection, for which the caller holds the scope's lock: waiting for that is nobody's fault. */
export async function markTimeouts(projection: () => Promise<void>): Promise<void> {
  try {
    await projection();
  } catch (error) {
    if (isStatementTimeout(error)) throw new ProjectionTimeout('statement timeout', { cause: error });
    throw error;
  }
}

/**
 * Whether the infrastructure failed, not the memories: the database is out of reach, or busy with others for too long.
 * A projection that took too long on a server that answers is a fault of its memories: it would take too long again.
 */
export async function isInfrastructureError(pool: Pool, error: unknown): Promise<boolean> {
  if (error instanceof ProjectionTimeout) return !(await answers(pool));
  return isDatabaseUnavailable(error) || isRetryable(error) || isLockTimeout(error);
}

async function answers(pool: Pool): Promise<boolean> {
  const startedAt = performance.now();
  try {
    await pool.query('SELECT 1');
    return performance.now() - startedAt < PROBE_MS;
  } catch {
    return false;
  }
}
