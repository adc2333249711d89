import { withGenericPlan } from '#database/generic-plan.js';
import type { Sql } from '#database/sql.js';
import type { SearchFilter } from '../filter/search-filter.js';
import { cosineOf, type VectorMatch } from './scope-vectors.js';

/** A nearest-neighbour query on the vectors of a scope. */
export interface VectorQuery {
  readonly scopeId: string;
  /** Model name with version. */
  readonly model: string;
  readonly vector: Int8Array;
  readonly filter: SearchFilter;
  readonly limit: number;
}

/** Number of nearest memories that are filtered first, before all memories that pass the filter are read. */
export const UNFILTERED_SHORTLIST = 1_000;
/** Number of those that are filtered next, if too few of the first pass. */
export const EXTENDED_SHORTLIST = 5_000;

/** A row of memory_vectors with a non-null vector. */
export interface StoredVector {
  readonly memory_id: string;
  readonly passage: number;
  readonly vector: Buffer;
}

/** Ranks memories by exact cosine of their nearest passage, best first. Rows of another dimension are dropped. */
export function rankByCosine(rows: readonly StoredVector[], vector: Int8Array): VectorMatch[] {
  const matches = rows
    .filter((row) => row.vector.length === vector.length)
    .map(({ memory_id, passage, vector: { buffer, byteOffset, length } }) => {
      const own = new Int8Array(buffer, byteOffset, length);
      return { memoryId: memory_id, passage, cosine: cosineOf(vector, own), vector: own };
    })
    .sort(closestFirst);
  const seen = new Set<string>();
  return matches.filter(({ memoryId }) => !seen.has(memoryId) && seen.add(memoryId));
}

/** Orders by cosine, descending; on equal cosines the newer memory first. */
export function closestFirst(a: VectorMatch, b: VectorMatch): number {
  return b.cosine - a.cosine || (a.memoryId > b.memoryId ? -1 : 1);
}

/** Nearest of the given memories by exact cosine; reads the vectors of all their passages. */
export async function nearestAmong(
  sql: Sql,
  { scopeId, model, vector, limit }: VectorQuery,
  memoryIds: readonly string[],
): Promise<VectorMatch[]> {
  const { rows } = await sql.query<StoredVector>(
    withGenericPlan(`SELECT memory_id, passage, vector FROM memory_vectors
     WHERE scope_id = $1 AND model = $2 AND memory_id = ANY ($3::uuid[]) AND vector IS NOT NULL`),
    [scopeId, model, memoryIds],
  );
  return rankByCosine(rows, vector).slice(0, limit);
}
