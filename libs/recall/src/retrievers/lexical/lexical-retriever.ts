import { setImmediate } from 'node:timers/promises';
import type { Sql } from '#database/sql.js';
import type { RecallFilter } from '#search/filter/recall-filter.js';
import type { Candidate, RetrieverResult } from '../retriever.js';
import type { PendingQuery } from '../../query/analyzed-query.js';
import { MAX_POSTINGS } from '#search/scope-index/scope-index.js';
import type { QueryTermWeights, ScoringTerm } from '../../query/term-weights.js';

/**
 * BM25 over the postings of the question's rarest terms (Robertson and Zaragoza 2009, as Lucene computes it). Reading
 * every posting of a common word costs seconds in a scope of a million memories and hardly changes the first ranks.
 */
export async function lexicalRetriever(
  _sql: Sql,
  _scopeId: string,
  query: PendingQuery,
  filter: RecallFilter,
  limit: number,
): Promise<RetrieverResult> {
  const [index, weights] = await Promise.all([query.index, query.termWeights]);
  await yieldToIo();
  const { essentialTerms, nonEssentialTerms } = splitByMaxScore(weights);
  if (essentialTerms.length === 0) return { candidates: [], notes: { terms: [] } };
  const found = await index.searchTopK(essentialTerms, weights.averageDocumentLength, filter, limit);
  const more = await index.scoreDocuments(nonEssentialTerms, weights.averageDocumentLength, [...found.keys()]);
  const candidates = [...found].map(([memoryId, hit]) => {
    const extra = more.get(memoryId);
    return candidate(memoryId, hit.score + (extra?.score ?? 0), [...hit.terms, ...(extra?.terms ?? [])], weights);
  });
  return {
    candidates: candidates.sort(bestFirst),
    notes: {
      terms: essentialTerms.map(describeTerm),
      added: nonEssentialTerms.map(describeTerm),
      mean_length: weights.averageDocumentLength,
      held: index.version !== null,
    },
  };
}

/**
 * Adding up postings takes milliseconds of a large scope: those who wait for other threads and Postgres meanwhile go on first, so that
 * these work at the same time. What came in meanwhile is seen at the second turn of the event loop.
 */
async function yieldToIo(): Promise<void> {
  await setImmediate();
  await setImmediate();
}

/** The rarest terms, as many as the budget of postings allows and at least one; and those that only add. */
function splitByMaxScore({ terms, speakers }: QueryTermWeights): {
  essentialTerms: ScoringTerm[];
  nonEssentialTerms: ScoringTerm[];
} {
  const essentialTerms: ScoringTerm[] = [];
  let left = MAX_POSTINGS;
  for (const term of terms) {
    if (essentialTerms.length > 0 && term.documentFrequency > left) break;
    essentialTerms.push(term);
    left -= term.documentFrequency;
  }
  if (essentialTerms.length === 0) return { essentialTerms: [...speakers], nonEssentialTerms: [] };
  return { essentialTerms, nonEssentialTerms: [...terms.slice(essentialTerms.length), ...speakers] };
}

function candidate(memoryId: string, score: number, matched: readonly string[], weights: QueryTermWeights): Candidate {
  return { memoryId, score, support: coverage(matched, weights), because: () => [...matched].sort().join(' ') };
}

/** 0..1: what share of the weight of all that is asked for the matched terms stand for. */
function coverage(matched: readonly string[], { terms, asked }: QueryTermWeights): number {
  const all = [...asked.values()].reduce((sum, weight) => sum + weight, 0);
  if (all === 0) return 0;
  const found = new Set(matched);
  const shares = new Map<string, number>();
  for (const { term, asked: whole, share } of terms)
    if (found.has(term)) shares.set(whole, Math.max(shares.get(whole) ?? 0, share));
  const covered = [...asked].reduce((sum, [term, weight]) => sum + weight * (shares.get(term) ?? 0), 0);
  return Math.min(1, covered / all);
}

function bestFirst(a: Candidate, b: Candidate): number {
  return b.score - a.score || (a.memoryId > b.memoryId ? -1 : 1);
}

function describeTerm({ term, documentFrequency, weight }: ScoringTerm): object {
  return { term, documents: documentFrequency, weight: Number(weight.toFixed(4)) };
}
