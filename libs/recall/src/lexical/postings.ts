import type { Sql } from '#database/sql.js';
import { filterSql } from '../filter-sql.js';
import type { RecallFilter } from '../retriever.js';
import type { WeightedTerm } from './term-weights.js';

/** Saturation of a term's frequency, and how much long texts are held back: the usual values of BM25. */
const K1 = 1.2;
const B = 0.75;

/** Postings read to find candidates; a term that is past it only adds to the score of what others found. */
export const MAX_POSTINGS = 20_000;

/** A memory with the terms it was found by. */
export interface Hit {
  readonly score: number;
  readonly terms: readonly string[];
}

/** BM25 of one posting `p` under weight `w`; $4 is the mean length. A speaker's mark has no length. */
const SCORE = `sum(w.weight * CASE WHEN p.term LIKE '@%' THEN 1
  ELSE p.frequency * ${String(K1 + 1)} / (p.frequency + ${String(K1)} * (${String(1 - B)} + ${String(B)} * p.length / greatest($4::float8, 1))) END)`;

/** The memories of the given terms that pass the filter, by their scores, best first. */
export async function readPostings(
  sql: Sql,
  scopeId: string,
  terms: readonly WeightedTerm[],
  meanLength: number,
  filter: RecallFilter,
  limit: number,
): Promise<Map<string, Hit>> {
  const values: unknown[] = [scopeId, terms.map((t) => t.term), terms.map((t) => t.weight), meanLength, limit];
  const { rows } = await sql.query<{ memory_id: string; score: number; terms: string[] }>(
    `SELECT p.memory_id, ${SCORE} AS score, array_agg(p.term) AS terms
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

/** What the other terms add to memories that were found. */
export async function readMore(
  sql: Sql,
  scopeId: string,
  terms: readonly WeightedTerm[],
  meanLength: number,
  memoryIds: readonly string[],
): Promise<Map<string, Hit>> {
  if (terms.length === 0 || memoryIds.length === 0) return new Map();
  const { rows } = await sql.query<{ memory_id: string; score: number; terms: string[] }>(
    `SELECT p.memory_id, ${SCORE} AS score, array_agg(p.term) AS terms
     FROM unnest($2::text[], $3::float8[]) AS w (term, weight)
     JOIN search_postings AS p ON p.scope_id = $1 AND p.term = w.term AND p.memory_id = ANY ($5::uuid[])
     GROUP BY p.memory_id`,
    [scopeId, terms.map((t) => t.term), terms.map((t) => t.weight), meanLength, memoryIds],
  );
  return new Map(rows.map(({ memory_id, score, terms: matched }) => [memory_id, { score, terms: matched }]));
}
