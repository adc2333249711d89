import { LRUCache } from 'lru-cache';
import type { Sql } from '#database/sql.js';
import { findVectorIndex, type IndexedVectors, type VectorIndex } from '#graph/search/vector-index.js';

/** How long it is believed that an index is there, or not: without it the same statement takes seconds, and says the same. */
const KNOWN_MS = 30_000;
const MOST = 10_000;

interface Look {
  readonly found: Promise<VectorIndex | null>;
}

/** Which vectors have an index in Postgres, looked up at most every half a minute. */
export class KnownIndexes {
  private readonly looks = new LRUCache<string, Look>({ max: MOST, ttl: KNOWN_MS });

  /** The index of these vectors; null where there is none. */
  async find(sql: Sql, vectors: IndexedVectors): Promise<VectorIndex | null> {
    const key = `${vectors.scopeId} ${vectors.model}`;
    const known = this.looks.get(key);
    if (known) return known.found;
    const look = { found: findVectorIndex(sql, vectors) };
    this.looks.set(key, look);
    // What failed is no answer for the next question.
    look.found.catch(() => this.looks.delete(key));
    return look.found;
  }
}
