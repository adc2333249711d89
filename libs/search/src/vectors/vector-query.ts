import { withGenericPlan } from '#database/generic-plan.js';
import type { Sql } from '#database/sql.js';
import type { RecallFilter } from '../filter/recall-filter.js';
import { cosineOf, type VectorMatch } from './scope-vectors.js';

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
export const UNFILTERED_SHORTLIST = 1_000;

/** A row of memory_vectors that has a vector. */
export interface StoredVector {
  readonly memory_id: string;
  readonly vector: Buffer;
}

/** By the vectors themselves, best first. */
export function rankByCosine(rows: readonly StoredVector[], vector: Int8Array): VectorMatch[] {
  return rows
    .filter((row) => row.vector.length === vector.length)
    .map(({ memory_id, vector: { buffer, byteOffset, length } }) => ({
      memoryId: memory_id,
      cosine: cosineOf(vector, new Int8Array(buffer, byteOffset, length)),
    }))
    .sort(closestFirst);
}

/** Of two that are as near the newer. */
export function closestFirst(a: VectorMatch, b: VectorMatch): number {
  return b.cosine - a.cosine || (a.memoryId > b.memoryId ? -1 : 1);
}

/** The nearest of these memories, by their vectors, which are read. */
export async function nearestAmong(
  sql: Sql,
  { scopeId, model, vector, limit }: VectorQuery,
  memoryIds: readonly string[],
): Promise<VectorMatch[]> {
  const { rows } = await sql.query<StoredVector>(
    withGenericPlan(`SELECT memory_id, vector FROM memory_vectors
     WHERE scope_id = $1 AND model = $2 AND memory_id = ANY ($3::uuid[]) AND vector IS NOT NULL`),
    [scopeId, model, memoryIds],
  );
  return rankByCosine(rows, vector).slice(0, limit);
}
