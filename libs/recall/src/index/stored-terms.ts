import type { Sql } from '#database/sql.js';
import { beginningOf, gramsOf, LONGER, TERMS_EACH, type AlikeTerm, type TermCounts } from './scope-index.js';

/** In how many memories of the scope each term stands. */
export async function readCounts(sql: Sql, scopeId: string, terms: readonly string[]): Promise<TermCounts> {
  const { rows } = await sql.query<{ term: string; documents: number; total: bigint; length: bigint }>(
    `SELECT asked.term, coalesce(t.documents, 0) AS documents, s.documents AS total, s.length
     FROM search_scopes AS s CROSS JOIN unnest($2::text[]) AS asked (term)
     LEFT JOIN search_terms AS t ON t.scope_id = $1 AND t.term = asked.term
     WHERE s.scope_id = $1`,
    [scopeId, terms],
  );
  return {
    documents: new Map(rows.map((row) => [row.term, row.documents])),
    total: Number(rows[0]?.total ?? 0),
    length: Number(rows[0]?.length ?? 0),
  };
}

/** See `ScopeIndex.alike`. */
export async function readAlike(
  sql: Sql,
  scopeId: string,
  asked: readonly string[],
  known: ReadonlySet<string>,
): Promise<AlikeTerm[]> {
  const spelt = asked
    .filter((term) => !known.has(term))
    .flatMap((term) => [...gramsOf(term)].map((gram) => ({ term, gram })));
  const { rows } = await sql.query<AlikeTerm>(
    `SELECT asked.term AS asked, t.term, t.documents
     FROM unnest($2::text[], $3::text[], $4::text[]) AS asked (term, least, beyond) CROSS JOIN LATERAL (
       SELECT term, documents FROM search_terms
       WHERE scope_id = $1 AND term >= asked.least AND term < asked.beyond AND term <> asked.term
       ORDER BY term LIMIT ${String(TERMS_EACH)}
     ) AS t
     UNION
     SELECT g.asked, t.term, t.documents
     FROM (
       SELECT DISTINCT asked.term AS asked, g.term FROM unnest($5::text[], $6::text[]) AS asked (term, gram)
       CROSS JOIN LATERAL (
         SELECT term FROM search_grams WHERE scope_id = $1 AND gram = asked.gram ORDER BY term LIMIT ${String(TERMS_EACH)}
       ) AS g
       WHERE abs(length(g.term) - length(asked.term)) <= ${String(LONGER)}
     ) AS g JOIN search_terms AS t ON t.scope_id = $1 AND t.term = g.term`,
    [
      ...[scopeId, asked, asked.map(beginningOf), asked.map((term) => `${beginningOf(term)}\u{10ffff}`)],
      ...[spelt.map(({ term }) => term), spelt.map(({ gram }) => gram)],
    ],
  );
  return rows;
}
