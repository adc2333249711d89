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
