import type { Sql } from '#database/sql.js';
import { SPEAKER_MARK } from '#graph/search/search-terms.js';

/** What a term of the question weighs in a scope. */
export interface WeightedTerm {
  readonly term: string;
  /** Memories it stands in. */
  readonly documents: number;
  readonly weight: number;
}

export interface TermWeights {
  /** Terms by which memories are found, rarest first. */
  readonly terms: readonly WeightedTerm[];
  /** Terms that name a speaker of the scope, with the speaker's mark: they lift memories, they find none. */
  readonly speakers: readonly WeightedTerm[];
  /** Sum of the weights of all that the question asks for, words that the scope does not know included. */
  readonly asked: number;
  /** Mean length of the memories in the index, in terms. */
  readonly meanLength: number;
}

/** Share of its weight that the name of a speaker keeps in a text: "Ana!" is said by others, to her. */
const SPEAKER_IN_TEXT = 0.3;
/** What being said by the speaker who is asked about adds, as a share of the weight of all other terms. */
const SPEAKER_LIFT = 0.15;

/**
 * Weighs the terms of a question by their rarity in the scope: ln(1 + (N - n + 0.5) / (n + 0.5)), the idf of BM25 as
 * Lucene has it (never negative).
 */
export async function weighTerms(sql: Sql, scopeId: string, terms: readonly string[]): Promise<TermWeights> {
  const { rows } = await sql.query<{ term: string; documents: number; total: bigint; length: bigint }>(
    `SELECT asked.term, coalesce(t.documents, 0) AS documents, s.documents AS total, s.length
     FROM search_scopes AS s CROSS JOIN unnest($2::text[]) AS asked (term)
     LEFT JOIN search_terms AS t ON t.scope_id = $1 AND t.term = asked.term
     WHERE s.scope_id = $1`,
    [scopeId, [...terms, ...terms.map((term) => SPEAKER_MARK + term)]],
  );
  const total = Number(rows[0]?.total ?? 0);
  const documents = new Map(rows.map((row) => [row.term, row.documents]));
  const isSpeaker = (term: string): boolean => (documents.get(SPEAKER_MARK + term) ?? 0) > 0;
  const weighted = terms.map((term) => {
    const known = documents.get(term) ?? 0;
    return { term, documents: known, weight: idf(known, total) * (isSpeaker(term) ? SPEAKER_IN_TEXT : 1) };
  });
  const asked = weighted.filter(({ term }) => !isSpeaker(term)).reduce((sum, { weight }) => sum + weight, 0);
  const lift = SPEAKER_LIFT * (asked === 0 ? 1 : asked);
  return {
    terms: weighted.filter((term) => term.documents > 0).sort(rarestFirst),
    speakers: terms.filter(isSpeaker).map((term) => {
      const marked = SPEAKER_MARK + term;
      return { term: marked, documents: documents.get(marked) ?? 0, weight: lift };
    }),
    asked: asked === 0 ? weighted.reduce((sum, { weight }) => sum + weight, 0) : asked,
    meanLength: total === 0 ? 0 : Number(rows[0]?.length ?? 0) / total,
  };
}

function idf(documents: number, total: number): number {
  return Math.log(1 + (total - documents + 0.5) / (documents + 0.5));
}

function rarestFirst(a: WeightedTerm, b: WeightedTerm): number {
  return a.documents - b.documents || (a.term < b.term ? -1 : 1);
}
