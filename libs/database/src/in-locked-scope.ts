import { setTimeout as delay } from 'node:timers/promises';
import type { ClientBase, PoolClient } from 'pg';
import { isLockTimeout, ScopeBusy } from './errors.js';
import type { ScopedSql } from './in-scope.js';
import { KeyedQueue } from '#fairness/keyed-queue.js';

/**
 * How long to wait for a lock of another process while holding a connection, in milliseconds; then it pauses and tries
 * again.
 */
const LOCK_WAIT_MS = 100;
const PAUSE_MS = 50;

/** Total wait in milliseconds; longer than any single projection should take. */
const MAX_WAIT_MS = 20_000;

/** Queues of all writers of this process by scope, those of requests and of extraction. */
const queues = new KeyedQueue();

/** Begins transactions: a scope's view of a pool, or the owner's. */
export type ScopedTransactions = Pick<ScopedSql, 'transaction'>;

/**
 * Runs `work` in a transaction that holds the scope's lock (`lockScope`) from its beginning. Writers of one scope wait
 * for each other without a connection: within this process in the order of their calls, and for other processes by
 * polling. The caller must not hold a connection either.
 * @throws ScopeBusy, or what the work throws
 */
export function inLockedScope<T>(
  sql: ScopedTransactions,
  scopeId: string,
  work: (tx: PoolClient) => Promise<T>,
): Promise<T> {
  return queues.run(scopeId, async () => {
    const giveUpAt = performance.now() + MAX_WAIT_MS;
    for (;;) {
      const outcome = await lockedOnce(sql, scopeId, work);
      if (outcome !== LOCKED_ELSEWHERE) return outcome;
      if (performance.now() > giveUpAt) throw new ScopeBusy(scopeId);
      await delay(PAUSE_MS * Math.random());
    }
  });
}

const LOCKED_ELSEWHERE = Symbol('locked elsewhere');

async function lockedOnce<T>(sql: ScopedTransactions, scopeId: string, work: (tx: PoolClient) => Promise<T>) {
  const at = { isLocked: false };
  try {
    return await sql.transaction(async (tx) => {
      at.isLocked = false;
      await lockScope(tx, scopeId, LOCK_WAIT_MS);
      await tx.query('SET LOCAL lock_timeout TO DEFAULT');
      at.isLocked = true;
      return work(tx);
    });
  } catch (error) {
    if (!at.isLocked && isLockTimeout(error)) return LOCKED_ELSEWHERE;
    throw error;
  }
}

/**
 * Takes the lock that writers of a scope's graph hold until the end of their transaction.
 * @param waitMs maximum wait for it, and for any other lock of this transaction, in milliseconds; no limit by default
 * @throws an error with SQLSTATE 55P03 after that time
 */
export async function lockScope(tx: ClientBase, scopeId: string, waitMs?: number): Promise<void> {
  const lock = `engraph graph ${scopeId}`;
  if (waitMs === undefined) await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended($1, 0))`, [lock]);
  else
    await tx.query(`SELECT set_config('lock_timeout', $2, true), pg_advisory_xact_lock(hashtextextended($1, 0))`, [
      lock,
      String(waitMs),
    ]);
}
