import { editDistance } from '#entity-resolution/resolve/edit-distance.js';
import { prefixOf, ngramsOf, type FuzzyMatch, type ScopeIndex } from '#search/scope-index/scope-index.js';

/** A term of the scope that is spelt like one of the question. */
export interface FuzzyVariant extends FuzzyMatch {
  /** 0..1: how alike they are. */
  readonly similarity: number;
}

/** Terms taken of each term of the question. */
const MAX_VARIANTS = 4;
/** Terms of the question that variants are looked for, the first ones. */
const MAX_EXPANDED_TERMS = 32;
/** Share of four-character runs that two terms must have in common (Dice). */
const MIN_DICE = 0.4;
/** What a term is worth that a slip of the pen explains. */
const TYPO_SIMILARITY = 0.8;

/**
 * Terms of the scope that are spelt like those of the question: of a word that the scope knows, other forms with the
 * same beginning ("counsel", "counselor"); of one that it does not know, also those that a slip or two explain
 * ("Lisobn"). Words of four letters or more.
 */
export async function fuzzyVariantsOf(
  index: ScopeIndex,
  terms: readonly { readonly term: string; readonly documentFrequency: number }[],
): Promise<FuzzyVariant[]> {
  const asked = terms.filter(({ term }) => /^\p{L}{4,32}$/u.test(term)).slice(0, MAX_EXPANDED_TERMS);
  const known = new Set(asked.filter(({ documentFrequency }) => documentFrequency > 0).map(({ term }) => term));
  if (asked.length === 0) return [];
  const alike = await index.fuzzyTerms(
    asked.map(({ term }) => term),
    known,
  );
  const variants = alike.map((row) => {
    return { ...row, similarity: similarityOf(row.asked, row.term, known.has(row.asked)) };
  });
  return asked.flatMap(({ term }) =>
    variants
      .filter((variant) => variant.asked === term && variant.similarity > 0)
      .sort((a, b) => b.similarity - a.similarity || (a.term < b.term ? -1 : 1))
      .slice(0, MAX_VARIANTS),
  );
}

/** 0 where they are not alike. */
function similarityOf(asked: string, term: string, known: boolean): number {
  const slips = asked.length < 8 ? 1 : 2;
  if (!known && editDistance(asked, term, slips) !== null) return TYPO_SIMILARITY;
  if (prefixOf(asked) !== prefixOf(term)) return 0;
  const dice = diceCoefficient(ngramsOf(asked), ngramsOf(term));
  return dice < MIN_DICE ? 0 : dice;
}

function diceCoefficient(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const shared = [...a].filter((gram) => b.has(gram)).length;
  return (2 * shared) / (a.size + b.size);
}
