import type { Sql } from '#database/sql.js';
import { filterMemories } from '../filter/filter-memories.js';
import { idSetOf } from '../filter/memory-id-set.js';
import { resolveFilter } from '../filter/resolve-filter.js';
import { unselected } from '../filter/search-filter.js';
import { UNINDEXED } from '../in-memory-index/index-places.js';
import { MemorySelection } from '../in-memory-index/memory-selection.js';
import type { RowTest, VectorMatch, ScopeVectors } from './scope-vectors.js';
import { EXTENDED_SHORTLIST, UNFILTERED_SHORTLIST, nearestAmong, type VectorQuery } from './vector-query.js';

/**
 * Minimum number of memories of a large scope that are reranked by exact vectors. Of one million, the hundred nearest
 * by quantized vectors contain 98 % of the ten nearest.
 */
const SHORTLIST = 100;
/** Number of memories without a term up to which Postgres tells those that pass; beyond, it resolves the filter. */
const MAX_UNINDEXED = 1_000;

/** Nearest memories that pass the filter, best first, by cached vectors. */
export async function nearestMemories(sql: Sql, vectors: ScopeVectors, query: VectorQuery): Promise<VectorMatch[]> {
  const { scopeId, filter, limit } = query;
  if (Object.keys(filter).length === 0) return rank(sql, vectors, query);
  const { memoryIds } = filter;
  if (memoryIds instanceof MemorySelection) return nearestSelected(sql, vectors, query, memoryIds);
  if (memoryIds) return rank(sql, vectors, query, vectors.rowsOf(memoryIds));
  for (const shortlist of [UNFILTERED_SHORTLIST, EXTENDED_SHORTLIST]) {
    const unfiltered = await rank(sql, vectors, { ...query, limit: Math.max(shortlist, limit) });
    const ids = unfiltered.map(({ memoryId }) => memoryId);
    const passing = await filterMemories(sql, scopeId, filter, ids);
    const passed = unfiltered.filter(({ memoryId }) => passing.has(memoryId));
    if (passed.length >= limit || unfiltered.length >= vectors.size) return passed.slice(0, limit);
  }
  return rank(sql, vectors, query, vectors.rowsOf(idSetOf(await filterMemories(sql, scopeId, filter, null))));
}

/**
 * Nearest of the memories that an in-memory index selected. Of memories that have no term, and so are not in the index,
 * Postgres tells which pass.
 */
async function nearestSelected(
  sql: Sql,
  vectors: ScopeVectors,
  query: VectorQuery,
  { index, rows }: MemorySelection,
): Promise<VectorMatch[]> {
  const { scopeId } = query;
  const filter = unselected(query.filter);
  const { places, unindexed } = vectors.placesIn(index);
  if (unindexed.size > MAX_UNINDEXED)
    return nearestMemories(sql, vectors, { ...query, filter: await resolveFilter(sql, scopeId, filter) });
  const others = [...unindexed];
  const passing =
    others.length === 0
      ? NONE
      : await filterMemories(
          sql,
          scopeId,
          filter,
          others.map((row) => vectors.idOf(row)),
        );
  const passes: RowTest = (row) => {
    const place = places[row] ?? UNINDEXED;
    return place === UNINDEXED ? passing.has(vectors.idOf(row)) : rows.has(place);
  };
  return rank(sql, vectors, query, passes);
}

const NONE: ReadonlySet<string> = new Set();

async function rank(sql: Sql, vectors: ScopeVectors, query: VectorQuery, passes?: RowTest): Promise<VectorMatch[]> {
  const { vector, limit } = query;
  if (vectors.isExact) return vectors.nearest(vector, limit, passes);
  return nearestAmong(sql, query, await vectors.shortlist(vector, Math.max(SHORTLIST, limit), passes));
}
