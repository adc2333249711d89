import { editDistance } from '#entity-resolution/resolve/edit-distance.js';
import { prefixOf, ngramsOf, type FuzzyMatch, type ScopeIndex } from '#search/scope-index/scope-index.js';

/** A term of the scope that is a spelling variant of a query term. */
export interface FuzzyVariant extends FuzzyMatch {
  /** Similarity of the two terms, 0..1. */
  readonly similarity: number;
}

/** Maximum number of variants per query term. */
const MAX_VARIANTS = 4;
/** Maximum number of query terms that are expanded; the first ones are used. */
const MAX_EXPANDED_TERMS = 32;
/** Minimum Dice coefficient of the 4-grams of two terms. */
const MIN_DICE = 0.4;
/** Similarity of a term within the allowed edit distance. */
const TYPO_SIMILARITY = 0.8;

/**
 * Fuzzy expansion of query terms by terms of the scope. For a known term, other forms with the same prefix ("counsel",
 * "counselor"); for an unknown term, also terms within an edit distance of one or two ("Lisobn"). Only terms of 4 to 32
 * letters are expanded.
 */
export async function fuzzyVariantsOf(
  index: ScopeIndex,
  terms: readonly { readonly term: string; readonly documentFrequency: number }[],
): Promise<FuzzyVariant[]> {
  const expanded = terms.filter(({ term }) => /^\p{L}{4,32}$/u.test(term)).slice(0, MAX_EXPANDED_TERMS);
  const known = new Set(expanded.filter(({ documentFrequency }) => documentFrequency > 0).map(({ term }) => term));
  if (expanded.length === 0) return [];
  const matches = await index.fuzzyTerms(
    expanded.map(({ term }) => term),
    known,
  );
  const variants = matches.map((row) => {
    return { ...row, similarity: similarityOf(row.queryTerm, row.term, known.has(row.queryTerm)) };
  });
  return expanded.flatMap(({ term }) =>
    variants
      .filter((variant) => variant.queryTerm === term && variant.similarity > 0)
      .sort((a, b) => b.similarity - a.similarity || (a.term < b.term ? -1 : 1))
      .slice(0, MAX_VARIANTS),
  );
}

/** Similarity of two terms, 0..1; 0 if they are no variants. */
function similarityOf(queryTerm: string, term: string, known: boolean): number {
  const maxEdits = queryTerm.length < 8 ? 1 : 2;
  if (!known && editDistance(queryTerm, term, maxEdits) !== null) return TYPO_SIMILARITY;
  if (prefixOf(queryTerm) !== prefixOf(term)) return 0;
  const dice = diceCoefficient(ngramsOf(queryTerm), ngramsOf(term));
  return dice < MIN_DICE ? 0 : dice;
}

function diceCoefficient(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const shared = [...a].filter((gram) => b.has(gram)).length;
  return (2 * shared) / (a.size + b.size);
}
