import type { Pool } from 'pg';
import { FairSemaphore, type Release } from '#fairness/fair-semaphore.js';
import { ConnectTimeout } from './errors.js';

/** Connections of a pool that are shared among scopes. */
interface Shares {
  readonly semaphore: FairSemaphore;
  readonly timeoutMs: number;
}

const sharesOfPools = new WeakMap<Pool, Shares>();

/** Key under which batches of several scopes share connections. */
const BATCHES = 'batches';

/**
 * Shares the connections of a pool fairly among scopes (`inScope`): one scope gets at most half of them, and one is
 * reserved for a scope that has none. Statements wait here instead of in the pool, whose queue does not know scopes.
 * @param size number of connections in the pool
 * @param timeoutMs how long a statement waits for a connection
 */
export function shareConnections(pool: Pool, size: number, timeoutMs: number): void {
  const perKey = Math.max(1, Math.floor(size / 2));
  const semaphore = new FairSemaphore({ capacity: size, perKey, reserve: Math.min(1, size - perKey) });
  sharesOfPools.set(pool, { semaphore, timeoutMs });
}

/**
 * Waits until the scopes may take a connection of the pool.
 * @returns a function to call when the connection is back in the pool
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
