import { SortedMultimap } from './sorted-lists.js';
import { prefixOf, ngramsOf, MAX_LENGTH_DIFFERENCE, MAX_TERMS_PER_KEY } from '../scope-index/scope-index.js';

/** Terms whose 4-grams are indexed, the same as in the table search_ngrams. */
const INDEXED_TERM = /^[^0-9@]{4,32}$/u;

/** Vocabulary of a scope by prefix and by character 4-gram, for fuzzy expansion. */
export class NgramTermIndex {
  private readonly prefixes = new SortedMultimap();
  private readonly ngrams = new SortedMultimap();

  /** Estimated size of one term. */
  static readonly BYTES_OF_TERM = 300;

  add(term: string): void {
    if (term.length >= 4) this.prefixes.add(prefixOf(term), term);
    if (INDEXED_TERM.test(term)) for (const gram of ngramsOf(term)) this.ngrams.add(gram, term);
  }

  remove(term: string): void {
    this.prefixes.remove(prefixOf(term), term);
    if (INDEXED_TERM.test(term)) for (const gram of ngramsOf(term)) this.ngrams.remove(gram, term);
  }

  /** Terms with the same prefix as this one, in order, at most MAX_TERMS_PER_KEY. */
  withSamePrefix(term: string): string[] {
    return this.prefixes
      .of(prefixOf(term))
      .slice(0, MAX_TERMS_PER_KEY + 1)
      .filter((other) => other !== term)
      .slice(0, MAX_TERMS_PER_KEY);
  }

  /** Terms of nearly the same length that share a 4-gram with this one. */
  sharingNgrams(term: string): Set<string> {
    const found = new Set<string>();
    for (const gram of ngramsOf(term)) {
      const terms = this.ngrams.of(gram);
      for (let i = 0; i < Math.min(terms.length, MAX_TERMS_PER_KEY); i += 1) {
        const other = terms[i] ?? '';
        if (Math.abs(other.length - term.length) <= MAX_LENGTH_DIFFERENCE) found.add(other);
      }
    }
    return found;
  }
}
