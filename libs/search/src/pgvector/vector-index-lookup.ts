import { LRUCache } from 'lru-cache';
import type { Sql } from '#database/sql.js';
import { findVectorIndex, type IndexedVectors, type VectorIndex } from './vector-index.js';

/** How long it is believed that an index is there, or not: without it the same statement takes seconds, and says the same. */
const LOOKUP_TTL_MS = 30_000;
const MAX_LOOKUPS = 10_000;

interface Lookup {
  readonly found: Promise<VectorIndex | null>;
}

/** Which vectors have an index in Postgres, looked up at most every half a minute. */
export class VectorIndexLookup {
  private readonly lookups = new LRUCache<string, Lookup>({ max: MAX_LOOKUPS, ttl: LOOKUP_TTL_MS });

  /** The index of these vectors; null where there is none. */
  async find(sql: Sql, vectors: IndexedVectors): Promise<VectorIndex | null> {
    const key = `${vectors.scopeId} ${vectors.model}`;
    const known = this.lookups.get(key);
    if (known) return known.found;
    const look = { found: findVectorIndex(sql, vectors) };
    this.lookups.set(key, look);
    // What failed is no answer for the next question.
    look.found.catch(() => this.lookups.delete(key));
    return look.found;
  }
}
