import type { Sql } from '#database/sql.js';
import { filterSql } from '../filter-sql.js';
import type { Candidate, RecallFilter, RecallQuery, Retrieved } from '../retriever.js';
import { weighTerms, type TermWeights, type WeightedTerm } from './term-weights.js';

/** Saturation of a term's frequency, and how much long texts are held back: the usual values of BM25. */
const K1 = 1.2;
const B = 0.75;

/** Postings read to find candidates; a term that is past it only adds to the score of what others found. */
const POSTINGS = 20_000;

/**
 * BM25 over the postings of the question's rarest terms (Robertson and Zaragoza 2009, as Lucene computes it). Reading
 * every posting of a common word costs seconds in a scope of a million memories and hardly changes the first ranks.
 */
export async function lexicalRetriever(
  sql: Sql,
  scopeId: string,
  query: RecallQuery,
  filter: RecallFilter,
  limit: number,
): Promise<Retrieved> {
  const weights = await weighTerms(sql, scopeId, query.terms);
  const { finding, adding } = divide(weights);
  if (finding.length === 0) return { candidates: [], notes: { terms: [] } };
  const found = await readPostings(sql, scopeId, finding, weights.meanLength, filter, limit);
  const more = await readMore(sql, scopeId, adding, weights.meanLength, [...found.keys()]);
  const candidates = [...found].map(([memoryId, hit]) => {
    const extra = more.get(memoryId);
    return candidate(memoryId, hit.score + (extra?.score ?? 0), [...hit.terms, ...(extra?.terms ?? [])], weights);
  });
  return {
    candidates: candidates.sort(bestFirst),
    notes: { terms: finding.map(shown), added: adding.map(shown), mean_length: weights.meanLength },
  };
}

/** The rarest terms, as many as the budget of postings allows and at least one; and those that only add. */
function divide({ terms, speakers }: TermWeights): { finding: WeightedTerm[]; adding: WeightedTerm[] } {
  const finding: WeightedTerm[] = [];
  let left = POSTINGS;
  for (const term of terms) {
    if (finding.length > 0 && term.documents > left) break;
    finding.push(term);
    left -= term.documents;
  }
  if (finding.length === 0) return { finding: [...speakers], adding: [] };
  return { finding, adding: [...terms.slice(finding.length), ...speakers] };
}

interface Hit {
  readonly score: number;
  readonly terms: readonly string[];
}

/** BM25 of one posting `p` under weight `w`; $4 is the mean length. A speaker's mark has no length. */
const SCORE = `sum(w.weight * CASE WHEN p.term LIKE '@%' THEN 1
  ELSE p.frequency * ${String(K1 + 1)} / (p.frequency + ${String(K1)} * (${String(1 - B)} + ${String(B)} * p.length / greatest($4::float8, 1))) END)`;

async function readPostings(
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
       ORDER BY memory_id DESC LIMIT ${String(POSTINGS)}
     ) AS p
     GROUP BY p.memory_id ORDER BY score DESC, p.memory_id DESC LIMIT $5`,
    values,
  );
  return new Map(rows.map(({ memory_id, score, terms: matched }) => [memory_id, { score, terms: matched }]));
}

/** What the other terms add to memories that were found. */
async function readMore(
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

function candidate(memoryId: string, score: number, matched: readonly string[], weights: TermWeights): Candidate {
  const weightOf = new Map(weights.terms.map(({ term, weight }) => [term, weight]));
  const covered = matched.reduce((sum, term) => sum + (weightOf.get(term) ?? 0), 0);
  return {
    memoryId,
    score,
    support: weights.asked === 0 ? 0 : Math.min(1, covered / weights.asked),
    because: [...matched].sort().join(' '),
  };
}

function bestFirst(a: Candidate, b: Candidate): number {
  return b.score - a.score || (a.memoryId > b.memoryId ? -1 : 1);
}

function shown({ term, documents, weight }: WeightedTerm): object {
  return { term, documents, weight: Number(weight.toFixed(4)) };
}
