import { type Item, wordAt } from './language/items.js';

const EDITING_TERM =
  /^(?:no|sorry|wait|oops|actually|rather|correction|i|mean|meant|make|that|scratch|not|er|uh|um|—|–|-|,|…|\.\.\.?)$/;
/** A repair needs one of these words: commas alone are a list. */
const REPAIR_MARKER = /^(?:sorry|wait|oops|correction|mean|meant|scratch)$/;
const MAX_WORDS = 8;

/**
 * Removes a reparandum that the sentence repairs: "I live in Bergen, sorry, I mean Stavanger" becomes "I live in
 * Stavanger".
 */
export function removeReparanda(items: readonly Item[]): readonly Item[] {
  const dropped = new Set<number>();
  for (let i = 0; i < items.length; i++) {
    if (!REPAIR_MARKER.test(wordAt(items, i))) continue;
    const reparandum = nameAcrossEditingTerms(items, i, -1);
    const repair = nameAcrossEditingTerms(items, i, 1);
    if (reparandum === null || repair === null) continue;
    for (let k = reparandum; k < repair; k++) dropped.add(k);
    i = repair;
  }
  return dropped.size === 0 ? items : items.filter((_, i) => !dropped.has(i));
}

/** Index of the name that editing terms connect to item `i`, or null. */
function nameAcrossEditingTerms(items: readonly Item[], i: number, step: 1 | -1): number | null {
  for (let n = 1; n <= MAX_WORDS; n++) {
    const k = i + n * step;
    if (items[k]?.name) return k;
    if (!EDITING_TERM.test(wordAt(items, k))) return null;
  }
  return null;
}
