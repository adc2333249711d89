import type { Sql } from '#database/sql.js';
import { indexPredicateSql, quantizedSql, type VectorIndex } from './vector-index.js';
import { nextFilteredMemories, filterMemories } from '../filter/filter-memories.js';
import type { VectorMatch } from '../vectors/scope-vectors.js';
import {
  UNFILTERED_SHORTLIST,
  closestFirst,
  nearestAmong,
  rankByCosine,
  type StoredVector,
  type VectorQuery,
} from '../vectors/vector-query.js';

/** Memories that pass a filter and are all compared, before the index is asked for more; it takes as long over a quarter of them. */
const MAX_EXHAUSTIVE = 20_000;
const EXTENDED_SHORTLIST = 5_000;
/**
 * Memories of a scope whose vectors are read: at least, for each that is wanted, and one in so many. The ten nearest of
 * a million are among the first 1,500 by the index with 0.97, among 1,000 with 0.95; of 200,000 among the first 500 with 0.98.
 */
const SHORTLIST = 500;
const SHORTLIST_PER_RESULT = 4;
const SHORTLIST_ONE_IN = 667;
/** Lengths of shortlists differ by this at least: each is a statement of its own. */
const SHORTLIST_STEP = 500;

/** How many that are near by their bits are compared by the vectors themselves, for so many results in a scope of a size. */
function shortlistOf(limit: number, size: number): number {
  return Math.max(SHORTLIST, limit * SHORTLIST_PER_RESULT, Math.ceil(size / SHORTLIST_ONE_IN));
}

/** The memories that pass the filter and are nearest to a vector, best first, by an index in Postgres. */
export async function nearestByIndex(sql: Sql, index: VectorIndex, query: VectorQuery): Promise<VectorMatch[]> {
  const { vector, filter, limit } = query;
  const shortlist = Math.ceil(shortlistOf(limit, index.size) / SHORTLIST_STEP) * SHORTLIST_STEP;
  const isFiltered = Object.keys(filter).length > 0;
  const rows = await nearestRows(sql, index, query, isFiltered ? Math.max(UNFILTERED_SHORTLIST, shortlist) : shortlist);
  const near = isFiltered ? await filteredRows(sql, query, rows) : rows;
  if (!isFiltered || near.length >= limit) return rankByCosine(near, vector).slice(0, limit);
  return nearestFiltered(sql, index, query);
}

/**
 * Where few of the nearest pass: all that pass are compared if they are few, else those that pass of many more, and in the
 * end all the same.
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
      const farther = await filteredRows(sql, query, await nearestRows(sql, index, query, EXTENDED_SHORTLIST));
      if (farther.length >= limit) return rankByCosine(farther, vector).slice(0, limit);
    }
    last = ids.at(-1) ?? last;
  }
}

/**
 * The rows that differ in the fewest bits, nearly in this order; what is forgotten is none of them. The bits that are asked for are
 * made once, in a sub-select: Postgres makes distances anew for each row that it gives back, and takes half its time for that.
 */
async function nearestRows(sql: Sql, index: VectorIndex, query: VectorQuery, limit: number): Promise<StoredVector[]> {
  const { rows } = await sql.query<StoredVector>(
    `SELECT memory_id, vector FROM memory_vectors WHERE ${indexPredicateSql(query)}
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
  const ids = rows.map((row) => row.memory_id);
  const passing = await filterMemories(sql, scopeId, filter, ids);
  return rows.filter((row) => passing.has(row.memory_id));
}
