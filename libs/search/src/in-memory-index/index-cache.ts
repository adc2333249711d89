import { setTimeout as delay } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { Sql } from '#database/sql.js';
import { singleFlight } from '../caching/single-flight.js';
import { ScopeIndexLoader } from './scope-index-loader.js';
import type { ScopeIndex } from '../scope-index/scope-index.js';
import type { InMemoryScopeIndex } from './in-memory-scope-index.js';

/** Idle time after which the index of a scope is evicted. */
const IDLE_MS = 15 * 60 * 1000;
/** Time after which a scope that was too large is tried again. */
const TOO_LARGE_MS = 60 * 60 * 1000;
const MAX_TOO_LARGE = 1_000;
/** Delay before catching up in the background, so that the current question is answered first. */
const CATCH_UP_AFTER_MS = 250;
/** Overhead of a cache entry. */
const ENTRY_BYTES = 2_000;

/**
 * LRU cache of in-memory indexes, bounded in bytes. Each question first reads the changes: memories stored before the
 * question are found, forgotten ones are not. If there are more changes than a question can wait for, they are read in
 * the background and the question uses Postgres.
 */
export class IndexCache {
  private readonly scopes: LRUCache<string, ScopeIndexLoader>;
  private readonly tooLarge = new LRUCache<string, true>({ max: MAX_TOO_LARGE, ttl: TOO_LARGE_MS });

  /**
   * Creates an empty cache.
   * @param maxBytes size limit
   * @param rowsAtOnce rows that a question waits for, see ScopeIndexLoader
   */
  constructor(
    private readonly maxBytes: number,
    private readonly rowsAtOnce?: number,
  ) {
    this.scopes = new LRUCache<string, ScopeIndexLoader>({
      maxSize: maxBytes,
      sizeCalculation: sizeOf,
      ttl: IDLE_MS,
      ttlAutopurge: true,
      updateAgeOnGet: true,
    });
  }

  /** Current index of a scope; null if it is not cached or not completely loaded. */
  async read(sql: Sql, scopeId: string): Promise<InMemoryScopeIndex | null> {
    if (this.tooLarge.get(scopeId)) return null;
    let loader = this.scopes.get(scopeId) ?? this.store(scopeId, new ScopeIndexLoader(scopeId, this.rowsAtOnce));
    if (loader.catchingUp) return null;
    await singleFlight(loader, () => loader.loadMore(sql));
    if (loader.progress === 'replaced') {
      loader = this.store(scopeId, new ScopeIndexLoader(scopeId, this.rowsAtOnce));
      await singleFlight(loader, () => loader.loadMore(sql));
    }
    if (!this.fits(scopeId, loader)) return null;
    if (loader.progress === 'all') return loader.index;
    void this.catchUp(sql, scopeId, loader);
    return null;
  }

  /**
   * Index of a scope as the last question left it, without newer changes. For work that starts before the changes are
   * read and is repeated if they affect it. Null if the index is not completely loaded.
   */
  lastRead(scopeId: string): ScopeIndex | null {
    const loader = this.scopes.peek(scopeId);
    return loader !== undefined && loader.progress === 'all' && !loader.catchingUp ? loader.index : null;
  }

  private store(scopeId: string, loader: ScopeIndexLoader): ScopeIndexLoader {
    this.scopes.set(scopeId, loader);
    return loader;
  }

  /**
   * Loads the rest in the background, while questions use Postgres. After an error the index is dropped, so that the
   * next question starts again.
   */
  private async catchUp(sql: Sql, scopeId: string, loader: ScopeIndexLoader): Promise<void> {
    if (loader.catchingUp) return;
    loader.catchingUp = true;
    try {
      await delay(CATCH_UP_AFTER_MS, undefined, { ref: false });
      while (loader.progress === 'more' && this.fits(scopeId, loader))
        await singleFlight(loader, () => loader.loadMore(sql));
      if (loader.progress === 'replaced') this.scopes.delete(scopeId);
    } catch {
      if (this.scopes.peek(scopeId) === loader) this.scopes.delete(scopeId);
    } finally {
      loader.catchingUp = false;
    }
  }

  /** Whether the index is still cached: it may have been evicted, or have grown too large for the cache. */
  private fits(scopeId: string, loader: ScopeIndexLoader): boolean {
    if (sizeOf(loader) > this.maxBytes) {
      this.scopes.delete(scopeId);
      this.tooLarge.set(scopeId, true);
      return false;
    }
    if (this.scopes.peek(scopeId) !== loader) return false;
    // lru-cache measures an entry when it is inserted and keeps that size if the same value is set again, so delete it
    // first.
    this.scopes.delete(scopeId);
    this.scopes.set(scopeId, loader);
    return this.scopes.peek(scopeId) === loader;
  }
}

function sizeOf(loader: ScopeIndexLoader): number {
  return loader.bytes + ENTRY_BYTES;
}
