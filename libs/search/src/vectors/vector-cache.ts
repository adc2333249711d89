import { setTimeout as delay } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { Sql } from '#database/sql.js';
import { singleFlight, type SingleFlightState } from '../caching/single-flight.js';
import { purgeWhenIdle } from '../caching/purge-when-idle.js';
import { scopeVectorBytes, ScopeVectors, type VectorRow } from './scope-vectors.js';

/** Rows that one statement reads. */
const ROWS_AT_ONCE = 5_000;
/** The same while other questions are answered: some 5 ms. Let the question be answered first that began it. */
const ROWS_AHEAD = 500;
const READ_AHEAD_AFTER_MS = 250;
/** Vectors of a scope that nobody asks leave memory after this. */
const IDLE_MS = 15 * 60 * 1000;
/** After this a scope that did not fit is looked at again. */
const TOO_LARGE_MS = 60 * 60 * 1000;
const MAX_TOO_LARGE = 1_000;

interface CachedVectors extends SingleFlightState {
  readonly vectors: ScopeVectors;
  /** Whether all that there were have been read once. */
  isWhole: boolean;
  /** Of the scope's index when all vectors were read last. */
  version: string | null;
}

/** The vectors of a scope do not fit in the cache. */
class TooLarge extends Error {
  override readonly name = 'TooLarge';
}

/**
 * Vectors of the scopes that were asked last, up to so many bytes. Each question first reads what is new, by its
 * number: what was stored before the question is found, what was forgotten is not.
 */
export class VectorCache {
  private readonly scopes: LRUCache<string, CachedVectors>;
  private readonly ahead = new Set<string>();
  private readonly tooLarge = new LRUCache<string, true>({ max: MAX_TOO_LARGE, ttl: TOO_LARGE_MS });

  /** @param maxExact vectors of a scope that are held as they are, see ScopeVectors */
  constructor(
    private readonly maxBytes: number,
    private readonly maxExact?: number,
  ) {
    this.scopes = purgeWhenIdle(
      new LRUCache<string, CachedVectors>({
        maxSize: maxBytes,
        sizeCalculation: ({ vectors }) => sizeOf(vectors),
        ttl: IDLE_MS,
        updateAgeOnGet: true,
      }),
    );
  }

  /** Whether all vectors of a scope were read, so that a question has only to read what is new. */
  isCached(scopeId: string, model: string): boolean {
    return this.scopes.peek(keyOf(scopeId, model))?.isWhole === true;
  }

  /** Reads the vectors of a scope while nobody waits for them, if so many fit. */
  readAhead(sql: Sql, scopeId: string, model: string, vectors: { size: number; dimensions: number }): void {
    const key = keyOf(scopeId, model);
    if (this.ahead.has(key) || this.tooLarge.has(key) || scopeVectorBytes(vectors, this.maxExact) > this.maxBytes)
      return;
    this.ahead.add(key);
    void delay(READ_AHEAD_AFTER_MS, undefined, { ref: false })
      .then(() => this.read(sql, scopeId, model, vectors.dimensions, null, ROWS_AHEAD))
      // The next question begins anew.
      .catch(() => undefined)
      .finally(() => this.ahead.delete(key));
  }

  /**
   * All vectors of a scope as they stand now; null where they alone would fill the cache.
   * @param model with its version
   * @param version of the scope's index, read before: while it stays the same, no vector has changed; null: not known
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
    const held = this.scopes.get(key) ?? {
      vectors: new ScopeVectors(dimensions, this.maxExact),
      ...{ isWhole: false, version: null, reading: null, next: null },
    };
    if (!this.scopes.has(key)) this.scopes.set(key, held);
    const { vectors } = held;
    if (version !== null && held.version === version) return vectors;
    const before = vectors.bytes;
    try {
      await singleFlight(held, () => this.readChanges(sql, scopeId, model, vectors, rowsAtOnce));
    } catch (error) {
      if (!(error instanceof TooLarge)) throw error;
      this.scopes.delete(key);
      this.tooLarge.set(key, true);
      return null;
    }
    held.isWhole = true;
    held.version = version;
    // The cache knows the size that a scope had when it was put in, and keeps to that where the same is put in again.
    if (vectors.bytes !== before && this.scopes.peek(key) === held) {
      this.scopes.delete(key);
      this.scopes.set(key, held);
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
        `SELECT memory_id, number, vector FROM memory_vectors
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

/** With what the entry itself takes. */
function sizeOf(vectors: ScopeVectors): number {
  return vectors.bytes + 1_000;
}
