import { type Item, wordAt } from '../language/items.js';

const CLAUSE_BREAK = /^(?:[,;:.!()–—-]|but|and|so|because)$/;

/** First item of the clause that contains item `i`. */
export function clauseStart(items: readonly Item[], i: number): number {
  for (let k = i; k > 0; k--) {
    if (CLAUSE_BREAK.test(wordAt(items, k - 1))) return k;
  }
  return 0;
}

/** Index after the last item of the clause that contains item `i`. */
export function clauseEnd(items: readonly Item[], i: number): number {
  for (let k = i + 1; k < items.length; k++) {
    if (CLAUSE_BREAK.test(wordAt(items, k))) return k;
  }
  return items.length;
}
