import type { Sql } from '#database/sql.js';
import { conditionSql, indexedSql, type VectorIndex } from '#graph/search/vector-index.js';
import { nextPassing, passingMemories } from '../passing-memories.js';
import type { Near } from './scope-vectors.js';
import {
  BEFORE_FILTER,
  nearerFirst,
  nearestAmong,
  ranked,
  type StoredVector,
  type VectorQuery,
} from './vector-query.js';

/** Memories that pass a filter and are all compared, before the index is asked for more; it takes as long over a quarter of them. */
const COMPARED = 20_000;
const FARTHER = 5_000;
/**
 * Memories of a scope whose vectors are read: at least, for each that is wanted, and one in so many. The ten nearest of
 * a million are among the first 1,500 by the index with 0.97, among 1,000 with 0.95; of 200,000 among the first 500 with 0.98.
 */
const SHORTLIST = 500;
const SHORTLIST_PER_RESULT = 4;
const SHORTLIST_ONE_IN = 667;
/** Lengths of shortlists differ by this at least: each is a statement of its own. */
const STEP = 500;

/** How many that are near by their bits are compared by the vectors themselves, for so many results in a scope of a size. */
function shortlistOf(limit: number, size: number): number {
  return Math.max(SHORTLIST, limit * SHORTLIST_PER_RESULT, Math.ceil(size / SHORTLIST_ONE_IN));
}

/** The memories that pass the filter and are nearest to a vector, best first, by an index in Postgres. */
export async function nearestIndexed(sql: Sql, index: VectorIndex, query: VectorQuery): Promise<Near[]> {
  const { vector, filter, limit } = query;
  const shortlist = Math.ceil(shortlistOf(limit, index.size) / STEP) * STEP;
  const isFiltered = Object.keys(filter).length > 0;
  const rows = await nearestRows(sql, index, query, isFiltered ? Math.max(BEFORE_FILTER, shortlist) : shortlist);
  const near = isFiltered ? await passingOf(sql, query, rows) : rows;
  if (!isFiltered || near.length >= limit) return ranked(near, vector).slice(0, limit);
  return nearestPassing(sql, index, query);
}

/**
 * Where few of the nearest pass: all that pass are compared if they are few, else those that pass of many more, and in the
 * end all the same.
 */
async function nearestPassing(sql: Sql, index: VectorIndex, query: VectorQuery): Promise<Near[]> {
  const { scopeId, filter, vector, limit } = query;
  let best: Near[] = [];
  let last = '00000000-0000-0000-0000-000000000000';
  for (let page = 0; ; page += 1) {
    const ids = await nextPassing(sql, scopeId, filter, last, COMPARED);
    best = [...best, ...(await nearestAmong(sql, query, ids))].sort(nearerFirst).slice(0, limit);
    if (ids.length < COMPARED) return best;
    if (page === 0) {
      const farther = await passingOf(sql, query, await nearestRows(sql, index, query, FARTHER));
      if (farther.length >= limit) return ranked(farther, vector).slice(0, limit);
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
    `SELECT memory_id, vector FROM memory_vectors WHERE ${conditionSql(query)}
     ORDER BY ${indexedSql('vector', index.bits)} OPERATOR(${index.schema}.<~>) (SELECT ${indexedSql('$1', index.bits)})
     LIMIT ${String(limit)}`,
    [Buffer.from(query.vector.buffer, query.vector.byteOffset, query.vector.length)],
  );
  return rows;
}

async function passingOf(
  sql: Sql,
  { scopeId, filter }: VectorQuery,
  rows: readonly StoredVector[],
): Promise<StoredVector[]> {
  const ids = rows.map((row) => row.memory_id);
  const passing = await passingMemories(sql, scopeId, filter, ids);
  return rows.filter((row) => passing.has(row.memory_id));
}
