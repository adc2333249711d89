import { setImmediate } from 'node:timers/promises';
import type { Sql } from '#database/sql.js';
import { scorePassages, type PassageScore } from '#search/lexical/passage-scores.js';
import type { SearchFilter } from '#search/filter/search-filter.js';
import type { Candidate, RetrieverResult } from '../retriever.js';
import type { PendingQuery } from '../../query/analyzed-query.js';
import { MAX_POSTINGS, type MaybePromise } from '#search/scope-index/scope-index.js';
import type { QueryTermWeights, ScoringTerm } from '../../query/term-weights.js';

/**
 * Finds memories by BM25 (Robertson and Zaragoza 2009, as Lucene computes it) over the postings of the question's
 * rarest terms. Reading every posting of a common word would take seconds in a scope of a million memories and hardly
 * change the first ranks. A long memory is then scored by its best passage.
 */
export async function lexicalRetriever(
  sql: Sql,
  scopeId: string,
  query: PendingQuery,
  pendingFilter: MaybePromise<SearchFilter>,
  limit: number,
): Promise<RetrieverResult> {
  const [index, weights, filter] = await Promise.all([query.index, query.termWeights, pendingFilter]);
  await yieldToIo();
  const { essentialTerms, nonEssentialTerms } = splitByMaxScore(weights);
  if (essentialTerms.length === 0) return { candidates: [], notes: { terms: [] } };
  const found = await index.searchTopK(essentialTerms, weights.averageDocumentLength, filter, limit);
  const extraScores = await index.scoreDocuments(nonEssentialTerms, weights.averageDocumentLength, [...found.keys()]);
  const passages = await scorePassages(
    ...([sql, scopeId, weights.terms, weights.averageDocumentLength] as const),
    index.longMemories([...found.keys()]),
  );
  const candidates = [...found].map(([memoryId, hit]) => {
    const extra = extraScores.get(memoryId);
    const matched = [...hit.terms, ...(extra?.terms ?? [])];
    const passage = passages.get(memoryId);
    if (passage) return passageCandidate(memoryId, passage, matched, weights);
    return candidate(memoryId, hit.score + (extra?.score ?? 0), matched, weights);
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
 * Yields to the event loop before scoring, which takes milliseconds in a large scope, so that other threads and
 * Postgres get their work first and run meanwhile. Two iterations are needed: events that arrive during the first are
 * handled in the second.
 */
async function yieldToIo(): Promise<void> {
  await setImmediate();
  await setImmediate();
}

/**
 * Splits terms as MaxScore does: essential terms are the rarest ones that fit in the budget of postings, at least one;
 * the others only add to scores.
 */
function splitByMaxScore({ terms, speakers }: QueryTermWeights): {
  essentialTerms: ScoringTerm[];
  nonEssentialTerms: ScoringTerm[];
} {
  const essentialTerms: ScoringTerm[] = [];
  let budget = MAX_POSTINGS;
  for (const term of terms) {
    if (essentialTerms.length > 0 && term.documentFrequency > budget) break;
    essentialTerms.push(term);
    budget -= term.documentFrequency;
  }
  if (essentialTerms.length === 0) return { essentialTerms: [...speakers], nonEssentialTerms: [] };
  return { essentialTerms, nonEssentialTerms: [...terms.slice(essentialTerms.length), ...speakers] };
}

/** A long memory by its best passage, and by the terms of its speaker. */
function passageCandidate(
  memoryId: string,
  { passage, score, terms }: PassageScore,
  matched: readonly string[],
  weights: QueryTermWeights,
): Candidate {
  const speakers = weights.speakers.filter(({ term }) => matched.includes(term));
  const whole = speakers.reduce((sum, { weight }) => sum + weight, score);
  return { ...candidate(memoryId, whole, [...terms, ...speakers.map(({ term }) => term)], weights), passage };
}

function candidate(memoryId: string, score: number, matched: readonly string[], weights: QueryTermWeights): Candidate {
  return { memoryId, score, support: coverage(matched, weights), because: () => [...matched].sort().join(' ') };
}

/** Weighted share of the query terms that the matched terms cover, 0..1. */
function coverage(matched: readonly string[], { terms, queryWeights }: QueryTermWeights): number {
  const totalWeight = [...queryWeights.values()].reduce((sum, weight) => sum + weight, 0);
  if (totalWeight === 0) return 0;
  const found = new Set(matched);
  const shares = new Map<string, number>();
  for (const { term, queryTerm, share } of terms)
    if (found.has(term)) shares.set(queryTerm, Math.max(shares.get(queryTerm) ?? 0, share));
  const covered = [...queryWeights].reduce((sum, [term, weight]) => sum + weight * (shares.get(term) ?? 0), 0);
  return Math.min(1, covered / totalWeight);
}

function bestFirst(a: Candidate, b: Candidate): number {
  return b.score - a.score || (a.memoryId > b.memoryId ? -1 : 1);
}

function describeTerm({ term, documentFrequency, weight }: ScoringTerm): object {
  return { term, documents: documentFrequency, weight: Number(weight.toFixed(4)) };
}
