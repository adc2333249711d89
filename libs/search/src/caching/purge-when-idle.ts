import type { LRUCache } from 'lru-cache';

const LOOK_EVERY_MS = 60_000;

/** Lets go of what is past its time within a minute, not when it is next asked for; keeps no process alive. */
export function purgeWhenIdle<Cache extends Pick<LRUCache<string, object>, 'purgeStale'>>(cache: Cache): Cache {
  setInterval(() => cache.purgeStale(), LOOK_EVERY_MS).unref();
  return cache;
}
