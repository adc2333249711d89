import { plannedOnce } from '#database/planned-once.js';
import type { Sql } from '#database/sql.js';
import { filterSql } from '../filter-sql.js';
import type { RecallFilter } from '../recall-filter.js';
import { cosineOf, type Near, type ScopeVectors } from './scope-vectors.js';

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
const BEFORE_FILTER = 1_000;
/**
 * Memories of a large scope whose vectors are read: at least, for each that is wanted, and one in so many. Of 17,500
 * sentences, the 10 nearest to a question are among the first 200 by signs with 0.958, 500 with 0.990, 1,000 with 0.996.
 */
const SHORTLIST = 500;
const SHORTLIST_PER_RESULT = 4;
const SHORTLIST_ONE_IN = 1_000;

/** The memories that pass the filter and are nearest to a vector, best first. */
export async function nearestMemories(sql: Sql, vectors: ScopeVectors, query: VectorQuery): Promise<Near[]> {
  if (Object.keys(query.filter).length === 0) return rank(sql, vectors, query);
  const first = await rank(sql, vectors, { ...query, limit: Math.max(BEFORE_FILTER, query.limit) });
  const passing = await passingOf(
    sql,
    query,
    first.map(({ memoryId }) => memoryId),
  );
  const passed = first.filter(({ memoryId }) => passing.has(memoryId));
  if (passed.length >= query.limit || first.length >= vectors.size) return passed.slice(0, query.limit);
  return rank(sql, vectors, query, await passingOf(sql, query, null));
}

async function rank(sql: Sql, vectors: ScopeVectors, query: VectorQuery, among?: ReadonlySet<string>): Promise<Near[]> {
  const { vector, limit } = query;
  if (vectors.isExact) return vectors.nearest(vector, limit, among);
  const shortlist = Math.max(SHORTLIST, limit * SHORTLIST_PER_RESULT, Math.ceil(vectors.size / SHORTLIST_ONE_IN));
  return rescore(sql, query, await vectors.shortlist(vector, shortlist, among));
}

/** By the vectors themselves, which are read. */
async function rescore(
  sql: Sql,
  { scopeId, model, vector, limit }: VectorQuery,
  memoryIds: readonly string[],
): Promise<Near[]> {
  const { rows } = await sql.query<{ memory_id: string; vector: Buffer }>(
    plannedOnce(`SELECT memory_id, vector FROM memory_vectors
     WHERE scope_id = $1 AND model = $2 AND memory_id = ANY ($3::uuid[]) AND vector IS NOT NULL`),
    [scopeId, model, memoryIds],
  );
  return rows
    .map(({ memory_id, vector: { buffer, byteOffset, length } }) => ({
      memoryId: memory_id,
      cosine: cosineOf(vector, new Int8Array(buffer, byteOffset, length)),
    }))
    .sort((a, b) => b.cosine - a.cosine || (a.memoryId > b.memoryId ? -1 : 1))
    .slice(0, limit);
}

/** Which memories pass the filter, of some or of all. */
async function passingOf(
  sql: Sql,
  { scopeId, filter }: VectorQuery,
  memoryIds: readonly string[] | null,
): Promise<Set<string>> {
  const values: unknown[] = [scopeId];
  const among = memoryIds === null ? '' : ` AND found.memory_id = ANY ($${String(values.push(memoryIds))}::uuid[])`;
  const { rows } = await sql.query<{ memory_id: string }>(
    `SELECT memory_id FROM memories AS found
     WHERE found.scope_id = $1 AND found.state = 0${among}${filterSql(filter, 'found.memory_id', values)}`,
    values,
  );
  return new Set(rows.map((row) => row.memory_id));
}
