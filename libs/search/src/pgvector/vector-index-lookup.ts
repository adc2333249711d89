import { LRUCache } from 'lru-cache';
import type { Sql } from '#database/sql.js';
import { findVectorIndex, type IndexedVectors, type VectorIndex } from './vector-index.js';

/**
 * Time for which the presence or absence of an index is cached. If an index is dropped meanwhile, the same statement
 * takes seconds and gives the same result.
 */
const LOOKUP_TTL_MS = 30_000;
const MAX_LOOKUPS = 10_000;

interface Lookup {
  readonly found: Promise<VectorIndex | null>;
}

/** Looks up vector indexes in Postgres, at most every half minute per scope and model. */
export class VectorIndexLookup {
  private readonly lookups = new LRUCache<string, Lookup>({ max: MAX_LOOKUPS, ttl: LOOKUP_TTL_MS });

  /** The index of these vectors; null if there is none. */
  async find(sql: Sql, vectors: IndexedVectors): Promise<VectorIndex | null> {
    const key = `${vectors.scopeId} ${vectors.model}`;
    const known = this.lookups.get(key);
    if (known) return known.found;
    const look = { found: findVectorIndex(sql, vectors) };
    this.lookups.set(key, look);
    // A failed lookup is not cached.
    look.found.catch(() => this.lookups.delete(key));
    return look.found;
  }
}
