import { SPEAKER_MARK } from '#search/terms/terms.js';
import type { ScopeIndex } from '#search/scope-index/scope-index.js';
import { fuzzyVariantsOf } from './fuzzy-expansion.js';
import { LANGUAGE_TERMS, stemVariantsOf, type StemVariants } from './stem-variants.js';

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
  /** Search terms, rarest first: query terms, their stems in other languages, and their spelling variants. */
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
 * @param text the question, whose words are stemmed in the other languages of the scope
 */
export async function weighQueryTerms(
  index: ScopeIndex,
  terms: readonly string[],
  most: number,
  text: string,
): Promise<QueryTermWeights> {
  const statistics = await index.documentFrequencies([
    ...terms,
    ...terms.map((term) => SPEAKER_MARK + term),
    ...LANGUAGE_TERMS,
  ]);
  const { documentFrequencies, documentCount, totalLength } = statistics;
  const inLanguages = await stemVariantsOf(index, statistics, text);
  const isSpeaker = (term: string): boolean => (documentFrequencies.get(SPEAKER_MARK + term) ?? 0) > 0;
  const own = withoutStopTerms(terms, inLanguages).map((term): ScoringTerm => {
    const known = documentFrequencies.get(term) ?? 0;
    const found = Math.max(known, ...(inLanguages.stems.get(term)?.values() ?? []));
    const weight = idf(found, documentCount) * (isSpeaker(term) ? SPEAKER_IN_TEXT : 1);
    return { term, documentFrequency: known, weight, queryTerm: term, share: 1 };
  });
  const searched = mostSelective(own, most);
  const stems = stemTerms(searched, inLanguages, documentCount);
  const nonSpeakers = searched.filter(({ term }) => !isSpeaker(term));
  const weighted = nonSpeakers.length > 0 ? nonSpeakers : searched;
  const variants = await expandFuzzily(index, weighted, stems, documentCount);
  return {
    terms: [...searched.filter((term) => term.documentFrequency > 0), ...stems, ...variants].sort(rarestFirst),
    speakers: terms.filter(isSpeaker).map((queryTerm) => {
      const term = SPEAKER_MARK + queryTerm;
      const known = documentFrequencies.get(term) ?? 0;
      return { term, documentFrequency: known, weight: idf(known, documentCount), queryTerm, share: 1 };
    }),
    queryWeights: new Map(weighted.map(({ term, weight }) => [term, weight])),
    averageDocumentLength: documentCount === 0 ? 0 : totalLength / documentCount,
  };
}

/** Query terms without stop words of the question's language, unless there are no others. */
function withoutStopTerms(terms: readonly string[], { stopTerms }: StemVariants): readonly string[] {
  const kept = terms.filter((term) => !stopTerms.has(term));
  return kept.length > 0 ? kept : terms;
}

/** Stems of the query terms in other languages, each once; they count as the words themselves. */
function stemTerms(terms: readonly ScoringTerm[], { stems }: StemVariants, total: number): ScoringTerm[] {
  const found = new Map<string, ScoringTerm>();
  const own = new Set(terms.map(({ term }) => term));
  for (const { term: queryTerm, weight } of terms)
    for (const [term, documentFrequency] of stems.get(queryTerm) ?? [])
      if (!own.has(term) && !found.has(term))
        found.set(term, {
          ...{ term, documentFrequency, queryTerm, share: 1 },
          weight: Math.min(idf(documentFrequency, total), weight),
        });
  return [...found.values()];
}

/** The `most` most selective terms: the rarest known ones, then the first unknown ones, in their original order. */
function mostSelective(terms: readonly ScoringTerm[], most: number): readonly ScoringTerm[] {
  if (terms.length <= most) return terms;
  const rarest = terms.filter(({ documentFrequency }) => documentFrequency > 0).sort(rarestFirst);
  const unknown = terms.filter(({ documentFrequency }) => documentFrequency === 0);
  const kept = new Set([...rarest, ...unknown].slice(0, most));
  return terms.filter((term) => kept.has(term));
}

/** Fuzzy variants of the terms that are neither among the terms themselves nor among their stems. */
async function expandFuzzily(
  index: ScopeIndex,
  terms: readonly ScoringTerm[],
  stems: readonly ScoringTerm[],
  total: number,
): Promise<ScoringTerm[]> {
  const own = new Map(terms.map((term) => [term.term, term]));
  const stemmed = new Map(stems.map((stem) => [stem.queryTerm, stem]));
  const taken = new Set([...own.keys(), ...stems.map(({ term }) => term)]);
  // A word whose stem the scope contains is no misspelling.
  const known = terms.map((one) => ({
    term: one.term,
    documentFrequency: Math.max(one.documentFrequency, stemmed.get(one.term)?.documentFrequency ?? 0),
  }));
  const found = new Map<string, ScoringTerm>();
  for (const { queryTerm, term, documents: documentFrequency, similarity } of await fuzzyVariantsOf(index, known)) {
    const share = similarity * VARIANT_WEIGHT;
    const weight = Math.min(idf(documentFrequency, total), own.get(queryTerm)?.weight ?? 0) * share;
    if (taken.has(term) || (found.get(term)?.weight ?? 0) >= weight) continue;
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
