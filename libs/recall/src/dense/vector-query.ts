import { plannedOnce } from '#database/planned-once.js';
import type { Sql } from '#database/sql.js';
import type { RecallFilter } from '../recall-filter.js';
import { cosineOf, type Near } from './scope-vectors.js';

/** What is asked of the vectors of a scope. */
export interface VectorQuery {
  readonly scopeId: string;
  /** Model, with its version. */
  readonly model: string;
  readonly vector: Int8Array;
  readonly filter: RecallFilter;
  readonly limit: number;
}

/** Nearest memories that a filter is held against before all that pass it are read. */
export const BEFORE_FILTER = 1_000;

/**
 * Memories of a large scope whose vectors are read: at least, for each that is wanted, and one in so many. The ten nearest of
 * a million are among the first 1,000 by their bits with 0.98, of 200,000 among the first 500 with 0.98.
 */
const SHORTLIST = 500;
const SHORTLIST_PER_RESULT = 4;
const SHORTLIST_ONE_IN = 1_000;

/** How many that are near by their bits are compared by the vectors themselves, for so many results in a scope of a size. */
export function shortlistOf(limit: number, size: number): number {
  return Math.max(SHORTLIST, limit * SHORTLIST_PER_RESULT, Math.ceil(size / SHORTLIST_ONE_IN));
}

/** A row of memory_vectors that has a vector. */
export interface StoredVector {
  readonly memory_id: string;
  readonly vector: Buffer;
}

/** By the vectors themselves, best first. */
export function ranked(rows: readonly StoredVector[], vector: Int8Array): Near[] {
  return rows
    .filter((row) => row.vector.length === vector.length)
    .map(({ memory_id, vector: { buffer, byteOffset, length } }) => ({
      memoryId: memory_id,
      cosine: cosineOf(vector, new Int8Array(buffer, byteOffset, length)),
    }))
    .sort(nearerFirst);
}

/** Of two that are as near the newer. */
export function nearerFirst(a: Near, b: Near): number {
  return b.cosine - a.cosine || (a.memoryId > b.memoryId ? -1 : 1);
}

/** The nearest of these memories, by their vectors, which are read. */
export async function nearestAmong(
  sql: Sql,
  { scopeId, model, vector, limit }: VectorQuery,
  memoryIds: readonly string[],
): Promise<Near[]> {
  const { rows } = await sql.query<StoredVector>(
    plannedOnce(`SELECT memory_id, vector FROM memory_vectors
     WHERE scope_id = $1 AND model = $2 AND memory_id = ANY ($3::uuid[]) AND vector IS NOT NULL`),
    [scopeId, model, memoryIds],
  );
  return ranked(rows, vector).slice(0, limit);
}
