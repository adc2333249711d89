import type { Sql } from '#database/sql.js';
import { indexPredicateSql, quantizedSql, type VectorIndex } from './vector-index.js';
import { nextFilteredMemories, filterMemories } from '../filter/filter-memories.js';
import { resolveFilter } from '../filter/resolve-filter.js';
import { unselected } from '../filter/search-filter.js';
import { MemorySelection } from '../in-memory-index/memory-selection.js';
import type { VectorMatch } from '../vectors/scope-vectors.js';
import {
  EXTENDED_SHORTLIST,
  UNFILTERED_SHORTLIST,
  closestFirst,
  nearestAmong,
  rankByCosine,
  type StoredVector,
  type VectorQuery,
} from '../vectors/vector-query.js';

/**
 * Page size of the exhaustive comparison of memories that pass a filter. Reading a quarter of a page takes as long as
 * asking the index for more.
 */
const MAX_EXHAUSTIVE = 20_000;
/**
 * Size of the shortlist, whose exact vectors are read: a minimum, a multiple of the limit, and a share of the scope. Of
 * one million vectors, the ten nearest are among the first 1,500 of the index with recall 0.97, among 1,000 with 0.95;
 * of 200,000, among the first 500 with 0.98.
 */
const SHORTLIST = 500;
const SHORTLIST_PER_RESULT = 4;
const SHORTLIST_ONE_IN = 667;
/** Shortlist sizes are rounded up to a multiple of this, because each size is a prepared statement of its own. */
const SHORTLIST_STEP = 500;

/** Number of index results that are reranked by exact cosine. */
function shortlistOf(limit: number, size: number): number {
  return Math.max(SHORTLIST, limit * SHORTLIST_PER_RESULT, Math.ceil(size / SHORTLIST_ONE_IN));
}

/** Nearest memories that pass the filter, best first, by a pgvector index and exact reranking. */
export async function nearestByIndex(sql: Sql, index: VectorIndex, asked: VectorQuery): Promise<VectorMatch[]> {
  const query = await withResolvedFilter(sql, asked);
  const { vector, filter, limit } = query;
  const shortlist = Math.ceil(shortlistOf(limit, index.size) / SHORTLIST_STEP) * SHORTLIST_STEP;
  const isFiltered = Object.keys(filter).length > 0;
  const rows = await nearestRows(sql, index, query, isFiltered ? Math.max(UNFILTERED_SHORTLIST, shortlist) : shortlist);
  const near = rankByCosine(isFiltered ? await filteredRows(sql, query, rows) : rows, vector);
  if (!isFiltered || near.length >= limit) return near.slice(0, limit);
  return nearestFiltered(sql, index, query);
}

/** A selection of an in-memory index lacks memories without a term, which have vectors too. */
async function withResolvedFilter(sql: Sql, query: VectorQuery): Promise<VectorQuery> {
  if (!(query.filter.memoryIds instanceof MemorySelection)) return query;
  return { ...query, filter: await resolveFilter(sql, query.scopeId, unselected(query.filter)) };
}

/**
 * Search for when few of the nearest memories pass the filter. If few memories pass, all of them are compared;
 * otherwise a longer shortlist is filtered; if that is not enough either, all that pass are compared after all.
 */
async function nearestFiltered(sql: Sql, index: VectorIndex, query: VectorQuery): Promise<VectorMatch[]> {
  const { scopeId, filter, vector, limit } = query;
  let best: VectorMatch[] = [];
  let last = '00000000-0000-0000-0000-000000000000';
  for (let page = 0; ; page += 1) {
    const ids = await nextFilteredMemories(sql, scopeId, filter, last, MAX_EXHAUSTIVE);
    best = [...best, ...(await nearestAmong(sql, query, ids))].sort(closestFirst).slice(0, limit);
    if (ids.length < MAX_EXHAUSTIVE) return best;
    if (page === 0) {
      const rows = await filteredRows(sql, query, await nearestRows(sql, index, query, EXTENDED_SHORTLIST));
      const farther = rankByCosine(rows, vector);
      if (farther.length >= limit) return farther.slice(0, limit);
    }
    last = ids.at(-1) ?? last;
  }
}

/**
 * Rows with the smallest Hamming distances, nearly in order; forgotten memories are excluded. The quantized query is
 * computed once, in a subselect: Postgres evaluates the distance expression again for every row it returns, which would
 * take half of the time.
 */
async function nearestRows(sql: Sql, index: VectorIndex, query: VectorQuery, limit: number): Promise<StoredVector[]> {
  const { rows } = await sql.query<StoredVector>(
    `SELECT memory_id, passage, vector FROM memory_vectors WHERE ${indexPredicateSql(query)}
     ORDER BY ${quantizedSql('vector', index.bits)} OPERATOR(${index.schema}.<~>) (SELECT ${quantizedSql('$1', index.bits)})
     LIMIT ${String(limit)}`,
    [Buffer.from(query.vector.buffer, query.vector.byteOffset, query.vector.length)],
  );
  return rows;
}

async function filteredRows(
  sql: Sql,
  { scopeId, filter }: VectorQuery,
  rows: readonly StoredVector[],
): Promise<StoredVector[]> {
  const { memoryIds } = filter;
  if (memoryIds) return rows.filter((row) => memoryIds.has(row.memory_id));
  const ids = rows.map((row) => row.memory_id);
  const passing = await filterMemories(sql, scopeId, filter, ids);
  return rows.filter((row) => passing.has(row.memory_id));
}
