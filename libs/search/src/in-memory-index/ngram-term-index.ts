import { SortedMultimap } from './sorted-lists.js';
import { prefixOf, ngramsOf, MAX_LENGTH_DIFFERENCE, MAX_TERMS_PER_KEY } from '../scope-index/scope-index.js';

/** Terms whose 4-grams are indexed, the same as in the table search_ngrams. */
const INDEXED_TERM = /^[^0-9@]{4,32}$/u;

/**
 * Number of terms up to which 4-grams are looked for in each of them: a misspelt term takes 0.3 ms among 1,200, and to
 * index these takes 1.3 ms, for which the first question to a scope would wait.
 */
const MAX_SCANNED = 4_000;

/** Vocabulary of a scope by prefix and by character 4-gram, for fuzzy expansion. */
export class NgramTermIndex {
  private readonly prefixes = new SortedMultimap();
  private readonly ngrams = new SortedMultimap();
  /** Terms whose 4-grams are not indexed, as long as they are few; null from then on. */
  private scanned: Set<string> | null = new Set();

  /** @param maxScanned number of terms up to which their 4-grams are not indexed; a test passes another */
  constructor(private readonly maxScanned = MAX_SCANNED) {}

  /** Estimated size of one term. */
  static readonly BYTES_OF_TERM = 300;

  add(term: string): void {
    if (term.length >= 4) this.prefixes.add(prefixOf(term), term);
    if (!INDEXED_TERM.test(term)) return;
    if (this.scanned === null) this.index(term);
    else if (this.scanned.add(term).size > this.maxScanned) {
      for (const one of this.scanned) this.index(one);
      this.scanned = null;
    }
  }

  remove(term: string): void {
    this.prefixes.remove(prefixOf(term), term);
    if (!INDEXED_TERM.test(term) || this.scanned?.delete(term) === true) return;
    for (const gram of ngramsOf(term)) this.ngrams.remove(gram, term);
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
      const terms = this.withNgram(gram);
      for (let i = 0; i < Math.min(terms.length, MAX_TERMS_PER_KEY); i += 1) {
        const other = terms[i] ?? '';
        if (Math.abs(other.length - term.length) <= MAX_LENGTH_DIFFERENCE) found.add(other);
      }
    }
    return found;
  }

  /** Terms with a 4-gram, in order. */
  private withNgram(gram: string): readonly string[] {
    if (this.scanned === null) return this.ngrams.of(gram);
    return [...this.scanned].filter((term) => `^${term}$`.includes(gram)).sort();
  }

  private index(term: string): void {
    for (const gram of ngramsOf(term)) this.ngrams.add(gram, term);
  }
}
