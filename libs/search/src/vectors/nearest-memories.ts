import type { Sql } from '#database/sql.js';
import { filterMemories } from '../filter/filter-memories.js';
import { idSetOf, type MemoryIdSet } from '../filter/memory-id-set.js';
import type { VectorMatch, ScopeVectors } from './scope-vectors.js';
import { EXTENDED_SHORTLIST, UNFILTERED_SHORTLIST, nearestAmong, type VectorQuery } from './vector-query.js';

/**
 * Minimum number of memories of a large scope that are reranked by exact vectors. Of one million, the hundred nearest
 * by quantized vectors contain 98 % of the ten nearest.
 */
const SHORTLIST = 100;

/** Nearest memories that pass the filter, best first, by cached vectors. */
export async function nearestMemories(sql: Sql, vectors: ScopeVectors, query: VectorQuery): Promise<VectorMatch[]> {
  const { scopeId, filter, limit } = query;
  if (Object.keys(filter).length === 0) return rank(sql, vectors, query);
  if (filter.memoryIds) return rank(sql, vectors, query, filter.memoryIds);
  for (const shortlist of [UNFILTERED_SHORTLIST, EXTENDED_SHORTLIST]) {
    const unfiltered = await rank(sql, vectors, { ...query, limit: Math.max(shortlist, limit) });
    const ids = unfiltered.map(({ memoryId }) => memoryId);
    const passing = await filterMemories(sql, scopeId, filter, ids);
    const passed = unfiltered.filter(({ memoryId }) => passing.has(memoryId));
    if (passed.length >= limit || unfiltered.length >= vectors.size) return passed.slice(0, limit);
  }
  return rank(sql, vectors, query, idSetOf(await filterMemories(sql, scopeId, filter, null)));
}

async function rank(sql: Sql, vectors: ScopeVectors, query: VectorQuery, among?: MemoryIdSet): Promise<VectorMatch[]> {
  const { vector, limit } = query;
  if (vectors.isExact) return vectors.nearest(vector, limit, among);
  return nearestAmong(sql, query, await vectors.shortlist(vector, Math.max(SHORTLIST, limit), among));
}
