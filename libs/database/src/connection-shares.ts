import type { Pool } from 'pg';
import { FairSemaphore, type Release } from '#fairness/fair-semaphore.js';
import { ConnectTimeout } from './errors.js';

/** Connections of a pool that are lent by scope. */
interface Shares {
  readonly semaphore: FairSemaphore;
  readonly timeoutMs: number;
}

const sharesOfPools = new WeakMap<Pool, Shares>();

/** Batches of several scopes share their connections in turns of their own. */
const BATCHES = 'batches';

/**
 * Has the scopes of a pool take turns at its connections (`inScope`): one scope holds at most half of them, and one is
 * kept for a scope that holds none. Its statements wait here, not in the pool, whose own queue knows no scopes.
 * @param size connections of the pool
 * @param timeoutMs how long a statement waits for one
 */
export function shareConnections(pool: Pool, size: number, timeoutMs: number): void {
  const perKey = Math.max(1, Math.floor(size / 2));
  const semaphore = new FairSemaphore({ capacity: size, perKey, reserve: Math.min(1, size - perKey) });
  sharesOfPools.set(pool, { semaphore, timeoutMs });
}

/**
 * Waits until a connection of the pool may be taken for the scopes, and returns what to call when it is back in the pool.
 * @throws ConnectTimeout
 */
export async function takeShare(pool: Pool, scopes: string | readonly string[]): Promise<Release> {
  const shares = sharesOfPools.get(pool);
  if (!shares) return () => undefined;
  const { semaphore, timeoutMs } = shares;
  const key = typeof scopes === 'string' ? scopes : BATCHES;
  const free = semaphore.tryAcquire(key);
  if (free) return free;
  const over = new AbortController();
  const timer = setTimeout(() => {
    over.abort(new ConnectTimeout());
  }, timeoutMs);
  try {
    return await semaphore.acquire(key, 1, over.signal);
  } finally {
    clearTimeout(timer);
  }
}
