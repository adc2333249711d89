import { setTimeout as delay } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { Sql } from '#database/sql.js';
import { singleFlight, type SingleFlightState } from '../caching/single-flight.js';
import { scopeVectorBytes, ScopeVectors, type VectorRow } from './scope-vectors.js';

/** Rows read per statement. */
const ROWS_AT_ONCE = 5_000;
/**
 * Rows read per statement in the background, some 5 ms each; and the delay before reading ahead, so that the current
 * question is answered first.
 */
const ROWS_AHEAD = 500;
const READ_AHEAD_AFTER_MS = 250;
/** Idle time after which the vectors of a scope are evicted. */
const IDLE_MS = 15 * 60 * 1000;
/** Time after which a scope that was too large is tried again. */
const TOO_LARGE_MS = 60 * 60 * 1000;
const MAX_TOO_LARGE = 1_000;

interface CachedVectors extends SingleFlightState {
  readonly vectors: ScopeVectors;
  /** Whether all vectors were read at least once. */
  isWhole: boolean;
  /** Version of the scope's index when the vectors were last read completely. */
  version: string | null;
}

/** The vectors of a scope do not fit in the cache. */
class TooLarge extends Error {
  override readonly name = 'TooLarge';
}

/**
 * LRU cache of scope vectors, bounded in bytes. Each question first reads new rows, by row number: memories stored
 * before the question are found, forgotten ones are not.
 */
export class VectorCache {
  private readonly scopes: LRUCache<string, CachedVectors>;
  private readonly readingAhead = new Set<string>();
  private readonly tooLarge = new LRUCache<string, true>({ max: MAX_TOO_LARGE, ttl: TOO_LARGE_MS });

  /**
   * Creates an empty cache.
   * @param maxBytes size limit
   * @param maxExact number of vectors per scope that are kept exactly, see ScopeVectors
   */
  constructor(
    private readonly maxBytes: number,
    private readonly maxExact?: number,
  ) {
    this.scopes = new LRUCache<string, CachedVectors>({
      maxSize: maxBytes,
      sizeCalculation: ({ vectors }) => sizeOf(vectors),
      ttl: IDLE_MS,
      ttlAutopurge: true,
      updateAgeOnGet: true,
    });
  }

  /** Whether the vectors of a scope were read completely, so that a question has to read only what is new. */
  isCached(scopeId: string, model: string): boolean {
    return this.scopes.peek(keyOf(scopeId, model))?.isWhole === true;
  }

  /** Reads the vectors of a scope in the background, if they fit. */
  readAhead(sql: Sql, scopeId: string, model: string, vectors: { size: number; dimensions: number }): void {
    const key = keyOf(scopeId, model);
    if (
      this.readingAhead.has(key) ||
      this.tooLarge.has(key) ||
      scopeVectorBytes(vectors, this.maxExact) > this.maxBytes
    )
      return;
    this.readingAhead.add(key);
    void delay(READ_AHEAD_AFTER_MS, undefined, { ref: false })
      .then(() => this.read(sql, scopeId, model, vectors.dimensions, null, ROWS_AHEAD))
      // After a failure, the next question starts again.
      .catch(() => undefined)
      .finally(() => this.readingAhead.delete(key));
  }

  /**
   * Current vectors of a scope; null if they do not fit in the cache.
   * @param model name with version
   * @param version version of the scope's index, read before this call: while it is the same, no vector has changed;
   *   null if unknown
   */
  async read(
    sql: Sql,
    scopeId: string,
    model: string,
    dimensions: number,
    version: string | null,
    rowsAtOnce = ROWS_AT_ONCE,
  ): Promise<ScopeVectors | null> {
    const key = keyOf(scopeId, model);
    if (this.tooLarge.get(key)) return null;
    const entry = this.scopes.get(key) ?? {
      vectors: new ScopeVectors(dimensions, this.maxExact),
      ...{ isWhole: false, version: null, reading: null, next: null },
    };
    if (!this.scopes.has(key)) this.scopes.set(key, entry);
    const { vectors } = entry;
    if (version !== null && entry.version === version) return vectors;
    const before = vectors.bytes;
    try {
      await singleFlight(entry, () => this.readChanges(sql, scopeId, model, vectors, rowsAtOnce));
    } catch (error) {
      if (!(error instanceof TooLarge)) throw error;
      this.scopes.delete(key);
      this.tooLarge.set(key, true);
      return null;
    }
    entry.isWhole = true;
    entry.version = version;
    // lru-cache measures an entry when it is inserted and keeps that size if the same value is set again, so delete it
    // first.
    if (vectors.bytes !== before && this.scopes.peek(key) === entry) {
      this.scopes.delete(key);
      this.scopes.set(key, entry);
    }
    return vectors;
  }

  private async readChanges(
    sql: Sql,
    scopeId: string,
    model: string,
    vectors: ScopeVectors,
    rowsAtOnce: number,
  ): Promise<void> {
    for (;;) {
      const { rows } = await sql.query<VectorRow>(
        `SELECT memory_id, passage, number, vector FROM memory_vectors
         WHERE scope_id = $1 AND model = $2 AND number > $3 AND due_at IS NULL ORDER BY number LIMIT $4`,
        [scopeId, model, vectors.lastNumber, rowsAtOnce],
      );
      vectors.add(rows);
      if (sizeOf(vectors) > this.maxBytes) throw new TooLarge();
      if (rows.length < rowsAtOnce) return;
    }
  }
}

function keyOf(scopeId: string, model: string): string {
  return `${scopeId} ${model}`;
}

/** Size of the vectors and of the cache entry, in bytes. */
function sizeOf(vectors: ScopeVectors): number {
  return vectors.bytes + 1_000;
}
