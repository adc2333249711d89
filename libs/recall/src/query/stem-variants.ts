import { likeliestLanguage } from '#languages/identify-language.js';
import { INDEXED_LANGUAGES, type IndexedLanguage } from '#languages/indexed-languages.js';
import type { ScopeIndex, TermStatistics } from '#search/scope-index/scope-index.js';
import { stemsOf, writtenWords } from '#search/terms/stems.js';
import { languageTerm, termsOf } from '#search/terms/terms.js';

/** Query terms in the languages, other than English, in which memories of the scope are indexed. */
export interface StemVariants {
  /** Stems of each query term that the scope contains, with their document frequencies. */
  readonly stems: ReadonlyMap<string, ReadonlyMap<string, number>>;
  /** Query terms that are stop words of the question's language. */
  readonly stopTerms: ReadonlySet<string>;
}

/** Terms whose document frequencies say in which languages a scope's memories are indexed. */
export const LANGUAGE_TERMS: readonly string[] = INDEXED_LANGUAGES.map(languageTerm);

const NO_VARIANTS: StemVariants = { stems: new Map(), stopTerms: new Set() };

/**
 * Stems the words of a question in each language of the scope: a question is often too short to tell its language, and
 * names are asked for in any. A scope with English memories alone has no variants.
 * @param statistics document frequencies of LANGUAGE_TERMS
 */
export async function stemVariantsOf(
  index: Pick<ScopeIndex, 'documentFrequencies'>,
  { documentFrequencies }: TermStatistics,
  text: string,
): Promise<StemVariants> {
  const languages = INDEXED_LANGUAGES.filter((one) => (documentFrequencies.get(languageTerm(one)) ?? 0) > 0);
  if (languages.length === 0) return NO_VARIANTS;
  const { stems, stopTerms } = stemWords(text, languages);
  const distinct = [...new Set([...stems.values()].flatMap((own) => [...own]))];
  const { documentFrequencies: known } = await index.documentFrequencies(distinct);
  const inScope = (own: ReadonlySet<string>): Map<string, number> =>
    new Map([...own].flatMap((stem): [string, number][] => (known.get(stem) ? [[stem, known.get(stem) ?? 0]] : [])));
  return { stems: new Map([...stems].map(([term, own]) => [term, inScope(own)])), stopTerms };
}

function stemWords(
  text: string,
  languages: readonly IndexedLanguage[],
): {
  stems: Map<string, Set<string>>;
  stopTerms: Set<string>;
} {
  const stems = new Map<string, Set<string>>();
  const stopTerms = new Set<string>();
  const language = likeliestLanguage(text, languages);
  for (const word of writtenWords(text)) {
    const [term, ...others] = termsOf(word);
    if (term === undefined || others.length > 0) continue;
    if (language !== null && [...stemsOf(language, word)].length === 0) stopTerms.add(term);
    const own = stems.get(term) ?? new Set<string>();
    for (const one of languages) for (const stem of stemsOf(one, word)) if (stem !== term) own.add(stem);
    stems.set(term, own);
  }
  return { stems, stopTerms };
}
