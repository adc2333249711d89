import { SPEAKER_MARK } from '#search/terms/terms.js';
import type { ScopeIndex } from '#search/scope-index/scope-index.js';
import { fuzzyVariantsOf } from './fuzzy-expansion.js';

/** A term by which memories are scored. */
export interface ScoringTerm {
  readonly term: string;
  /** Number of memories that contain the term. */
  readonly documentFrequency: number;
  readonly weight: number;
  /** The query term that this term matches, and how much of it it counts for, 0..1. */
  readonly queryTerm: string;
  readonly share: number;
}

export interface QueryTermWeights {
  /** Search terms, rarest first: query terms and their spelling variants. */
  readonly terms: readonly ScoringTerm[];
  /** Speaker terms (with SPEAKER_MARK) of the speakers that the question names. They only add to scores. */
  readonly speakers: readonly ScoringTerm[];
  /**
   * Weight of each query term, of many the most selective. Includes terms unknown in the scope; excludes speaker names
   * unless there are no other terms.
   */
  readonly queryWeights: ReadonlyMap<string, number>;
  /** Average document length in the index, in terms. */
  readonly averageDocumentLength: number;
}

/**
 * Factor on the weight of a speaker's name in a text: others use the name in passing, as in "Ana!". As a speaker term
 * the name has its full weight, which is small for someone who speaks half of all messages.
 */
const SPEAKER_IN_TEXT = 0.3;
/** Factor on the similarity of a variant: another word is still another word. */
const VARIANT_WEIGHT = 0.6;

/**
 * Weighs query terms by inverse document frequency, ln(1 + (N - n + 0.5) / (n + 0.5)), the non-negative idf of BM25 as
 * Lucene computes it.
 * @param most maximum number of query terms; the most selective are kept, and only they are expanded
 */
export async function weighQueryTerms(
  index: ScopeIndex,
  terms: readonly string[],
  most: number,
): Promise<QueryTermWeights> {
  const { documentFrequencies, documentCount, totalLength } = await index.documentFrequencies([
    ...terms,
    ...terms.map((term) => SPEAKER_MARK + term),
  ]);
  const isSpeaker = (term: string): boolean => (documentFrequencies.get(SPEAKER_MARK + term) ?? 0) > 0;
  const own = terms.map((term): ScoringTerm => {
    const known = documentFrequencies.get(term) ?? 0;
    const weight = idf(known, documentCount) * (isSpeaker(term) ? SPEAKER_IN_TEXT : 1);
    return { term, documentFrequency: known, weight, queryTerm: term, share: 1 };
  });
  const searched = mostSelective(own, most);
  const nonSpeakers = searched.filter(({ term }) => !isSpeaker(term));
  const weighted = nonSpeakers.length > 0 ? nonSpeakers : searched;
  const variants = await expandFuzzily(index, weighted, documentCount);
  return {
    terms: [...searched.filter((term) => term.documentFrequency > 0), ...variants].sort(rarestFirst),
    speakers: terms.filter(isSpeaker).map((queryTerm) => {
      const term = SPEAKER_MARK + queryTerm;
      const known = documentFrequencies.get(term) ?? 0;
      return { term, documentFrequency: known, weight: idf(known, documentCount), queryTerm, share: 1 };
    }),
    queryWeights: new Map(weighted.map(({ term, weight }) => [term, weight])),
    averageDocumentLength: documentCount === 0 ? 0 : totalLength / documentCount,
  };
}

/** The `most` most selective terms: the rarest known ones, then the first unknown ones, in their original order. */
function mostSelective(terms: readonly ScoringTerm[], most: number): readonly ScoringTerm[] {
  if (terms.length <= most) return terms;
  const rarest = terms.filter(({ documentFrequency }) => documentFrequency > 0).sort(rarestFirst);
  const unknown = terms.filter(({ documentFrequency }) => documentFrequency === 0);
  const kept = new Set([...rarest, ...unknown].slice(0, most));
  return terms.filter((term) => kept.has(term));
}

/** Fuzzy variants of the terms that are not among the terms themselves. */
async function expandFuzzily(index: ScopeIndex, terms: readonly ScoringTerm[], total: number): Promise<ScoringTerm[]> {
  const own = new Map(terms.map((term) => [term.term, term]));
  const found = new Map<string, ScoringTerm>();
  for (const { queryTerm, term, documents: documentFrequency, similarity } of await fuzzyVariantsOf(index, terms)) {
    const share = similarity * VARIANT_WEIGHT;
    const weight = Math.min(idf(documentFrequency, total), own.get(queryTerm)?.weight ?? 0) * share;
    if (own.has(term) || (found.get(term)?.weight ?? 0) >= weight) continue;
    found.set(term, { term, documentFrequency, weight, queryTerm, share });
  }
  return [...found.values()];
}

function idf(documents: number, total: number): number {
  return Math.log(1 + (total - documents + 0.5) / (documents + 0.5));
}

function rarestFirst(a: ScoringTerm, b: ScoringTerm): number {
  return a.documentFrequency - b.documentFrequency || (a.term < b.term ? -1 : 1);
}
