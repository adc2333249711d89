import type { Sql } from '#database/sql.js';
import { filterSql } from '../filter/filter-sql.js';
import type { SearchFilter } from '../filter/search-filter.js';
import { BM25_B, BM25_K1, MAX_POSTINGS, type ScoredDocument, type TermWeight } from '../scope-index/scope-index.js';

/**
 * SQL of the BM25 score of postings `p` with weights `w`; $4 is the average document length. Speaker terms are not
 * length-normalized.
 */
const BM25_SCORE_SQL = `sum(w.weight * CASE WHEN p.term LIKE '@%' THEN 1
  ELSE p.frequency * ${String(BM25_K1 + 1)} / (p.frequency + ${String(BM25_K1)} * (${String(1 - BM25_B)} + ${String(BM25_B)} * p.length / greatest($4::float8, 1))) END)`;

/** See `ScopeIndex.searchTopK`. */
export async function readTopK(
  sql: Sql,
  scopeId: string,
  terms: readonly TermWeight[],
  averageDocumentLength: number,
  filter: SearchFilter,
  limit: number,
): Promise<Map<string, ScoredDocument>> {
  const values: unknown[] = [
    scopeId,
    terms.map((t) => t.term),
    terms.map((t) => t.weight),
    averageDocumentLength,
    limit,
  ];
  const { rows } = await sql.query<{ memory_id: string; score: number; terms: string[] }>(
    `SELECT p.memory_id, ${BM25_SCORE_SQL} AS score, array_agg(p.term) AS terms
     FROM unnest($2::text[], $3::float8[]) AS w (term, weight)
     CROSS JOIN LATERAL (
       SELECT term, memory_id, frequency, length FROM search_postings AS posting
       WHERE posting.scope_id = $1 AND posting.term = w.term${filterSql(filter, 'posting.memory_id', values)}
       ORDER BY memory_id DESC LIMIT ${String(MAX_POSTINGS)}
     ) AS p
     GROUP BY p.memory_id ORDER BY score DESC, p.memory_id DESC LIMIT $5`,
    values,
  );
  return new Map(rows.map(({ memory_id, score, terms: matched }) => [memory_id, { score, terms: matched }]));
}

/** See `ScopeIndex.scoreDocuments`. */
export async function readScores(
  sql: Sql,
  scopeId: string,
  terms: readonly TermWeight[],
  averageDocumentLength: number,
  memoryIds: readonly string[],
): Promise<Map<string, ScoredDocument>> {
  if (terms.length === 0 || memoryIds.length === 0) return new Map();
  const { rows } = await sql.query<{ memory_id: string; score: number; terms: string[] }>(
    `SELECT p.memory_id, ${BM25_SCORE_SQL} AS score, array_agg(p.term) AS terms
     FROM unnest($2::text[], $3::float8[]) AS w (term, weight)
     JOIN search_postings AS p ON p.scope_id = $1 AND p.term = w.term AND p.memory_id = ANY ($5::uuid[])
     GROUP BY p.memory_id`,
    [scopeId, terms.map((t) => t.term), terms.map((t) => t.weight), averageDocumentLength, memoryIds],
  );
  return new Map(rows.map(({ memory_id, score, terms: matched }) => [memory_id, { score, terms: matched }]));
}

/**
 * See `ScopeIndex.termOverlap`. Ids are returned as one string: parsing hundreds of rows takes the driver longer than
 * Postgres needs to find them.
 */
export async function readTermOverlap(
  sql: Sql,
  scopeId: string,
  memoryIds: readonly string[],
  words: readonly TermWeight[],
  filter: SearchFilter,
): Promise<Map<string, number>> {
  const totalWeight = words.reduce((sum, { weight }) => sum + weight, 0);
  const values: unknown[] = [scopeId, memoryIds, words.map((w) => w.term), words.map((w) => w.weight)];
  const { rows } = await sql.query<{ memory_ids: string | null; weights: string | null }>(
    `WITH found AS (
       SELECT p.memory_id, sum(w.weight) AS weight FROM unnest($3::text[], $4::float8[]) AS w (term, weight)
       CROSS JOIN LATERAL ( -- each word by itself: joined, all of the scope's postings would be read
         SELECT memory_id FROM search_postings
         WHERE scope_id = $1 AND term = w.term AND memory_id = ANY ($2::uuid[]) OFFSET 0
       ) AS p
       GROUP BY p.memory_id
     )
     SELECT string_agg(d.memory_id::text, ' ') AS memory_ids, string_agg(coalesce(found.weight, 0)::text, ' ') AS weights
     FROM search_documents AS d LEFT JOIN found USING (memory_id)
     WHERE d.scope_id = $1 AND d.memory_id = ANY ($2::uuid[])${filterSql(filter, 'd.memory_id', values)}`,
    values,
  );
  const [row] = rows;
  if (!row?.memory_ids) return new Map();
  const weights = row.weights?.split(' ') ?? [];
  return new Map(
    row.memory_ids.split(' ').map((id, i) => [id, totalWeight === 0 ? 0 : Number(weights[i]) / totalWeight]),
  );
}
