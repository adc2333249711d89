import { LRUCache } from 'lru-cache';
import type { Sql } from '#database/sql.js';
import { ScopeVectors, type VectorRow } from './scope-vectors.js';

/** Rows that one statement reads. */
const ROWS_AT_ONCE = 5_000;
/** Vectors of a scope that nobody asks leave memory after this. */
const IDLE_MS = 15 * 60 * 1000;

interface Held {
  readonly vectors: ScopeVectors;
  /** The read under way, and the one after it, which all share who came meanwhile. */
  reading: Promise<void> | null;
  next: Promise<void> | null;
}

/**
 * Vectors of the scopes that were asked last, up to so many bytes. Each question first reads what is new, by its
 * number: what was stored before the question is found, what was forgotten is not.
 */
export class VectorCache {
  private readonly scopes: LRUCache<string, Held>;

  constructor(maxBytes: number) {
    this.scopes = new LRUCache<string, Held>({
      maxSize: maxBytes,
      sizeCalculation: ({ vectors }) => vectors.bytes + 1_000,
      ttl: IDLE_MS,
      updateAgeOnGet: true,
    });
  }

  /** All vectors of a scope as they stand now. @param model with its version */
  async read(sql: Sql, scopeId: string, model: string, dimensions: number): Promise<ScopeVectors> {
    const key = `${scopeId} ${model}`;
    const held = this.scopes.get(key) ?? { vectors: new ScopeVectors(dimensions), reading: null, next: null };
    this.scopes.set(key, held);
    const { vectors } = held;
    const before = vectors.bytes;
    await inTurn(held, () => readNews(sql, scopeId, model, vectors));
    // The cache knows the size that a scope had when it was put in.
    if (vectors.bytes !== before && this.scopes.peek(key) === held) this.scopes.set(key, held);
    return vectors;
  }
}

/** What was stored before the call may have come too late for a read that is under way: the next one has it. */
async function inTurn(held: Held, read: () => Promise<void>): Promise<void> {
  if (held.reading !== null) {
    held.next ??= held.reading
      .catch(() => undefined)
      .then(() => {
        held.next = null;
        return inTurn(held, read);
      });
    return held.next;
  }
  held.reading = read().finally(() => {
    held.reading = null;
  });
  return held.reading;
}

async function readNews(sql: Sql, scopeId: string, model: string, vectors: ScopeVectors): Promise<void> {
  for (;;) {
    const { rows } = await sql.query<VectorRow>(
      `SELECT memory_id, number, vector FROM memory_vectors
       WHERE scope_id = $1 AND model = $2 AND number > $3 AND due_at IS NULL ORDER BY number LIMIT $4`,
      [scopeId, model, vectors.lastNumber, ROWS_AT_ONCE],
    );
    vectors.add(rows);
    if (rows.length < ROWS_AT_ONCE) return;
  }
}
