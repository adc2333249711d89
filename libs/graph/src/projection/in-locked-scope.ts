import { setTimeout as delay } from 'node:timers/promises';
import type { PoolClient } from 'pg';
import { isLockTimeout, ScopeBusy } from '#database/errors.js';
import type { ScopedSql } from '#database/in-scope.js';
import { KeyedTurns } from '#fairness/keyed-turns.js';
import { lockScope } from './project-memories.js';

/** A lock that another process holds is waited for so long with a connection in hand, and then after a pause again. */
const LOCK_WAIT_MS = 100;
const PAUSE_MS = 50;
/** Longer than any one projection should take. */
const GIVE_UP_MS = 20_000;

/** All writers of this process, by scope: those of requests and those of extraction. */
const turns = new KeyedTurns();

/** Begins transactions: a scope's view of a pool, or the owner's. */
export type Transactions = Pick<ScopedSql, 'transaction'>;

/**
 * Runs `work` in a transaction that holds the scope's lock (`lockScope`) from its begin. Writers of one scope wait for
 * each other without a connection: in this process in the order of their calls, and for another process in short looks.
 * The caller holds no connection either.
 * @throws ScopeBusy, or what the work throws
 */
export function inLockedScope<T>(sql: Transactions, scopeId: string, work: (tx: PoolClient) => Promise<T>): Promise<T> {
  return turns.take(scopeId, async () => {
    const giveUpAt = performance.now() + GIVE_UP_MS;
    for (;;) {
      const outcome = await lockedOnce(sql, scopeId, work);
      if (outcome !== LOCKED_ELSEWHERE) return outcome;
      if (performance.now() > giveUpAt) throw new ScopeBusy(scopeId);
      await delay(PAUSE_MS * Math.random());
    }
  });
}

const LOCKED_ELSEWHERE = Symbol('locked elsewhere');

async function lockedOnce<T>(sql: Transactions, scopeId: string, work: (tx: PoolClient) => Promise<T>) {
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
