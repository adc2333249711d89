import { SortedLists } from './sorted-lists.js';
import { beginningOf, gramsOf, LONGER, TERMS_EACH } from './scope-index.js';

/** Terms of which every four letters are kept, as in the table search_grams. */
const SPELT = /^[^0-9@]{4,32}$/u;

/** The vocabulary of a scope by beginnings and by runs of four characters. */
export class Spelling {
  private readonly beginnings = new SortedLists();
  private readonly grams = new SortedLists();

  /** A rough figure of what one term takes. */
  static readonly BYTES_OF_TERM = 300;

  add(term: string): void {
    if (term.length >= 4) this.beginnings.add(beginningOf(term), term);
    if (SPELT.test(term)) for (const gram of gramsOf(term)) this.grams.add(gram, term);
  }

  remove(term: string): void {
    this.beginnings.remove(beginningOf(term), term);
    if (SPELT.test(term)) for (const gram of gramsOf(term)) this.grams.remove(gram, term);
  }

  /** Terms with the same beginning as this one, the first of them in their order. */
  beginningLike(term: string): string[] {
    return this.beginnings
      .of(beginningOf(term))
      .slice(0, TERMS_EACH + 1)
      .filter((other) => other !== term)
      .slice(0, TERMS_EACH);
  }

  /** Terms of nearly the same length that share any four characters with this one. */
  sharingGrams(term: string): Set<string> {
    const found = new Set<string>();
    for (const gram of gramsOf(term)) {
      const terms = this.grams.of(gram);
      for (let i = 0; i < Math.min(terms.length, TERMS_EACH); i += 1) {
        const other = terms[i] ?? '';
        if (Math.abs(other.length - term.length) <= LONGER) found.add(other);
      }
    }
    return found;
  }
}
