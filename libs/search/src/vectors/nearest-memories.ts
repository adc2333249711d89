import type { Sql } from '#database/sql.js';
import { filterMemories } from '../filter/filter-memories.js';
import type { VectorMatch, ScopeVectors } from './scope-vectors.js';
import { UNFILTERED_SHORTLIST, nearestAmong, type VectorQuery } from './vector-query.js';

/** Memories of a large scope whose vectors are read, at least: of a million, the hundred nearest by their bits hold 98 % of the ten nearest. */
const SHORTLIST = 100;

/** The memories that pass the filter and are nearest to a vector, best first, by vectors that are held in memory. */
export async function nearestMemories(sql: Sql, vectors: ScopeVectors, query: VectorQuery): Promise<VectorMatch[]> {
  const { scopeId, filter, limit } = query;
  if (Object.keys(filter).length === 0) return rank(sql, vectors, query);
  const first = await rank(sql, vectors, { ...query, limit: Math.max(UNFILTERED_SHORTLIST, limit) });
  const ids = first.map(({ memoryId }) => memoryId);
  const passing = await filterMemories(sql, scopeId, filter, ids);
  const passed = first.filter(({ memoryId }) => passing.has(memoryId));
  if (passed.length >= limit || first.length >= vectors.size) return passed.slice(0, limit);
  return rank(sql, vectors, query, await filterMemories(sql, scopeId, filter, null));
}

async function rank(
  sql: Sql,
  vectors: ScopeVectors,
  query: VectorQuery,
  among?: ReadonlySet<string>,
): Promise<VectorMatch[]> {
  const { vector, limit } = query;
  if (vectors.isExact) return vectors.nearest(vector, limit, among);
  return nearestAmong(sql, query, await vectors.shortlist(vector, Math.max(SHORTLIST, limit), among));
}
