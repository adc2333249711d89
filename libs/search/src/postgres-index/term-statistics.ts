import type { Sql } from '#database/sql.js';
import {
  prefixOf,
  ngramsOf,
  MAX_LENGTH_DIFFERENCE,
  MAX_TERMS_PER_KEY,
  type FuzzyMatch,
  type TermStatistics,
} from '../scope-index/scope-index.js';

/** See `ScopeIndex.documentFrequencies`. */
export async function readDocumentFrequencies(
  sql: Sql,
  scopeId: string,
  terms: readonly string[],
): Promise<TermStatistics> {
  const { rows } = await sql.query<{ term: string; documents: number; total: bigint; length: bigint }>(
    `SELECT asked.term, coalesce(t.documents, 0) AS documents, s.documents AS total, s.length
     FROM search_stats AS s CROSS JOIN unnest($2::text[]) AS asked (term)
     LEFT JOIN search_terms AS t ON t.scope_id = $1 AND t.term = asked.term
     WHERE s.scope_id = $1`,
    [scopeId, terms],
  );
  return {
    documentFrequencies: new Map(rows.map((row) => [row.term, row.documents])),
    documentCount: Number(rows[0]?.total ?? 0),
    totalLength: Number(rows[0]?.length ?? 0),
  };
}

/** See `ScopeIndex.fuzzyTerms`. */
export async function readFuzzyTerms(
  sql: Sql,
  scopeId: string,
  queryTerms: readonly string[],
  known: ReadonlySet<string>,
): Promise<FuzzyMatch[]> {
  const grams = queryTerms
    .filter((term) => !known.has(term))
    .flatMap((term) => [...ngramsOf(term)].map((ngram) => ({ term, ngram })));
  const { rows } = await sql.query<FuzzyMatch>(
    `SELECT asked.term AS "queryTerm", t.term, t.documents
     FROM unnest($2::text[], $3::text[], $4::text[]) AS asked (term, least, beyond) CROSS JOIN LATERAL (
       SELECT term, documents FROM search_terms
       WHERE scope_id = $1 AND term >= asked.least AND term < asked.beyond AND term <> asked.term
       ORDER BY term LIMIT ${String(MAX_TERMS_PER_KEY)}
     ) AS t
     UNION
     SELECT g.asked, t.term, t.documents
     FROM (
       SELECT DISTINCT asked.term AS asked, g.term FROM unnest($5::text[], $6::text[]) AS asked (term, ngram)
       CROSS JOIN LATERAL (
         SELECT term FROM search_ngrams WHERE scope_id = $1 AND ngram = asked.ngram ORDER BY term LIMIT ${String(MAX_TERMS_PER_KEY)}
       ) AS g
       WHERE abs(length(g.term) - length(asked.term)) <= ${String(MAX_LENGTH_DIFFERENCE)}
     ) AS g JOIN search_terms AS t ON t.scope_id = $1 AND t.term = g.term`,
    [
      ...[scopeId, queryTerms, queryTerms.map(prefixOf), queryTerms.map((term) => `${prefixOf(term)}\u{10ffff}`)],
      ...[grams.map(({ term }) => term), grams.map(({ ngram }) => ngram)],
    ],
  );
  return rows;
}
