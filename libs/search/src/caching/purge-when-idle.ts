import type { LRUCache } from 'lru-cache';

const PURGE_INTERVAL_MS = 60_000;

/**
 * Purges expired entries of a cache every minute rather than at their next access. The timer does not keep the process
 * alive.
 */
export function purgeWhenIdle<Cache extends Pick<LRUCache<string, object>, 'purgeStale'>>(cache: Cache): Cache {
  setInterval(() => cache.purgeStale(), PURGE_INTERVAL_MS).unref();
  return cache;
}
