import type { LRUCache } from 'lru-cache';

const PURGE_INTERVAL_MS = 60_000;

/**
 * Purges expired entries of a cache of many small entries every minute, rather than at their next access. lru-cache's
 * own `ttlAutopurge` has a timer for each entry: for 100,000 entries 26 MB more, and twice the CPU of a `set`. The
 * timer does not keep the process alive.
 */
export function purgeWhenIdle<Cache extends Pick<LRUCache<string, object>, 'purgeStale'>>(cache: Cache): Cache {
  setInterval(() => cache.purgeStale(), PURGE_INTERVAL_MS).unref();
  return cache;
}
