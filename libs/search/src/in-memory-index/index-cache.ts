import { setTimeout as delay } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { Sql } from '#database/sql.js';
import { singleFlight } from '../caching/single-flight.js';
import { purgeWhenIdle } from '../caching/purge-when-idle.js';
import { ScopeIndexLoader } from './scope-index-loader.js';
import type { ScopeIndex } from '../scope-index/scope-index.js';

/** Indexes of scopes that nobody asks leave memory after this, at most a minute later. */
const IDLE_MS = 15 * 60 * 1000;
/** After this a scope that did not fit is looked at again. */
const TOO_LARGE_MS = 60 * 60 * 1000;
const MAX_TOO_LARGE = 1_000;
/** Let the question be answered first that found so much to read. */
const CATCH_UP_AFTER_MS = 250;
/** What an entry of the cache itself takes. */
const ENTRY_BYTES = 2_000;

/**
 * Indexes of the scopes that were asked last, up to so many bytes. Each question first reads what is new: what was stored
 * before the question is found, what was forgotten is not. Where more is new than a question can wait for, it is read
 * meanwhile, and Postgres is asked.
 */
export class IndexCache {
  private readonly scopes: LRUCache<string, ScopeIndexLoader>;
  private readonly tooLarge = new LRUCache<string, true>({ max: MAX_TOO_LARGE, ttl: TOO_LARGE_MS });

  /** @param rowsAtOnce rows that a question waits for, see ScopeIndexLoader */
  constructor(
    private readonly maxBytes: number,
    private readonly rowsAtOnce?: number,
  ) {
    this.scopes = purgeWhenIdle(
      new LRUCache<string, ScopeIndexLoader>({
        maxSize: maxBytes,
        sizeCalculation: sizeOf,
        ttl: IDLE_MS,
        updateAgeOnGet: true,
      }),
    );
  }

  /** The index of a scope as it stands now; null where it is not here, or not yet. */
  async read(sql: Sql, scopeId: string): Promise<ScopeIndex | null> {
    if (this.tooLarge.get(scopeId)) return null;
    let held = this.scopes.get(scopeId) ?? this.store(scopeId, new ScopeIndexLoader(scopeId, this.rowsAtOnce));
    if (held.catchingUp) return null;
    await singleFlight(held, () => held.loadMore(sql));
    if (held.progress === 'replaced') {
      held = this.store(scopeId, new ScopeIndexLoader(scopeId, this.rowsAtOnce));
      await singleFlight(held, () => held.loadMore(sql));
    }
    if (!this.fits(scopeId, held)) return null;
    if (held.progress === 'all') return held.index;
    void this.catchUp(sql, scopeId, held);
    return null;
  }

  /**
   * The index of a scope as the last question left it, without what is new since: for work that begins before it is read,
   * and is done again where it was begun on what has changed. Null where it is not all here.
   */
  lastRead(scopeId: string): ScopeIndex | null {
    const held = this.scopes.peek(scopeId);
    return held !== undefined && held.progress === 'all' && !held.catchingUp ? held.index : null;
  }

  private store(scopeId: string, held: ScopeIndexLoader): ScopeIndexLoader {
    this.scopes.set(scopeId, held);
    return held;
  }

  /** Reads on to the end while Postgres answers. After a fault the next question begins anew. */
  private async catchUp(sql: Sql, scopeId: string, held: ScopeIndexLoader): Promise<void> {
    if (held.catchingUp) return;
    held.catchingUp = true;
    try {
      await delay(CATCH_UP_AFTER_MS, undefined, { ref: false });
      while (held.progress === 'more' && this.fits(scopeId, held)) await singleFlight(held, () => held.loadMore(sql));
      if (held.progress === 'replaced') this.scopes.delete(scopeId);
    } catch {
      if (this.scopes.peek(scopeId) === held) this.scopes.delete(scopeId);
    } finally {
      held.catchingUp = false;
    }
  }

  /** Whether it is still held: others may have taken its room, or it has become too large for the cache. */
  private fits(scopeId: string, held: ScopeIndexLoader): boolean {
    if (sizeOf(held) > this.maxBytes) {
      this.scopes.delete(scopeId);
      this.tooLarge.set(scopeId, true);
      return false;
    }
    if (this.scopes.peek(scopeId) !== held) return false;
    // The cache knows the size that a scope had when it was put in, and keeps to that where the same is put in again.
    this.scopes.delete(scopeId);
    this.scopes.set(scopeId, held);
    return this.scopes.peek(scopeId) === held;
  }
}

function sizeOf(held: ScopeIndexLoader): number {
  return held.bytes + ENTRY_BYTES;
}
