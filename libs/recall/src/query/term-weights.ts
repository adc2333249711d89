import { SPEAKER_MARK } from '#search/terms/terms.js';
import type { ScopeIndex } from '#search/scope-index/scope-index.js';
import { fuzzyVariantsOf } from './fuzzy-expansion.js';

/** A term by which memories are scored for a question. */
export interface ScoringTerm {
  readonly term: string;
  /** Memories it stands in. */
  readonly documentFrequency: number;
  readonly weight: number;
  /** The term of the question that it stands for, and how much of it that is, 0..1. */
  readonly asked: string;
  readonly share: number;
}

export interface QueryTermWeights {
  /** Terms by which memories are found, rarest first: the question's own, and those spelt like them. */
  readonly terms: readonly ScoringTerm[];
  /** Terms that name a speaker of the scope, with the speaker's mark: they add to what others find. */
  readonly speakers: readonly ScoringTerm[];
  /** What each of the question's terms weighs, of many the most telling; those that the scope does not know included; no speakers' names. */
  readonly asked: ReadonlyMap<string, number>;
  /** Mean length of the memories in the index, in terms. */
  readonly averageDocumentLength: number;
}

/**
 * Share of its weight that the name of a speaker keeps in a text: "Ana!" is said by others, to her, in passing. As a
 * speaker's mark it has the whole, and that is little where she says half of all turns.
 */
const SPEAKER_IN_TEXT = 0.3;
/** A variant counts less than its likeness says: another word is another word. */
const VARIANT_WEIGHT = 0.6;

/**
 * Weighs the terms of a question by their rarity in the scope: ln(1 + (N - n + 0.5) / (n + 0.5)), the idf of BM25 as
 * Lucene has it (never negative).
 * @param most of more terms than these the most telling are weighed, and variants looked for of them alone
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
    return { term, documentFrequency: known, weight, asked: term, share: 1 };
  });
  const searched = mostSelective(own, most);
  const things = searched.filter(({ term }) => !isSpeaker(term));
  const matters = things.length > 0 ? things : searched;
  const alike = await expandFuzzily(index, matters, documentCount);
  return {
    terms: [...searched.filter((term) => term.documentFrequency > 0), ...alike].sort(rarestFirst),
    speakers: terms.filter(isSpeaker).map((asked) => {
      const term = SPEAKER_MARK + asked;
      const known = documentFrequencies.get(term) ?? 0;
      return { term, documentFrequency: known, weight: idf(known, documentCount), asked, share: 1 };
    }),
    asked: new Map(matters.map(({ term, weight }) => [term, weight])),
    averageDocumentLength: documentCount === 0 ? 0 : totalLength / documentCount,
  };
}

/** Of more than are wanted: the rarest that the scope knows, then the first of the others. */
function mostSelective(terms: readonly ScoringTerm[], most: number): readonly ScoringTerm[] {
  if (terms.length <= most) return terms;
  const rarest = terms.filter(({ documentFrequency }) => documentFrequency > 0).sort(rarestFirst);
  const unknown = terms.filter(({ documentFrequency }) => documentFrequency === 0);
  const kept = new Set([...rarest, ...unknown].slice(0, most));
  return terms.filter((term) => kept.has(term));
}

/** Terms of the scope that are spelt like those of the question, and are none of them. */
async function expandFuzzily(index: ScopeIndex, terms: readonly ScoringTerm[], total: number): Promise<ScoringTerm[]> {
  const own = new Map(terms.map((term) => [term.term, term]));
  const found = new Map<string, ScoringTerm>();
  for (const { asked, term, documents: documentFrequency, similarity } of await fuzzyVariantsOf(index, terms)) {
    const share = similarity * VARIANT_WEIGHT;
    const weight = Math.min(idf(documentFrequency, total), own.get(asked)?.weight ?? 0) * share;
    if (own.has(term) || (found.get(term)?.weight ?? 0) >= weight) continue;
    found.set(term, { term, documentFrequency, weight, asked, share });
  }
  return [...found.values()];
}

function idf(documents: number, total: number): number {
  return Math.log(1 + (total - documents + 0.5) / (documents + 0.5));
}

function rarestFirst(a: ScoringTerm, b: ScoringTerm): number {
  return a.documentFrequency - b.documentFrequency || (a.term < b.term ? -1 : 1);
}
