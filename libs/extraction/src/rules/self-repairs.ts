import { type Item, wordAt } from './language/items.js';

const EDITING_TERM =
  /^(?:no|sorry|wait|oops|actually|rather|correction|i|mean|meant|make|that|scratch|not|er|uh|um|—|–|-|,|…|\.\.\.?)$/;
/** One of these must be among the words: commas alone make a list. */
const REPAIR_MARKER = /^(?:sorry|wait|oops|correction|mean|meant|scratch)$/;
const MAX_WORDS = 8;

/**
 * Leaves out a slip that its sentence corrects: of "I live in Bergen, sorry, I mean Stavanger" remains
 * "I live in Stavanger".
 */
export function removeReparanda(items: readonly Item[]): readonly Item[] {
  const dropped = new Set<number>();
  for (let i = 0; i < items.length; i++) {
    if (!REPAIR_MARKER.test(wordAt(items, i))) continue;
    const slip = reach(items, i, -1);
    const meant = reach(items, i, 1);
    if (slip === null || meant === null) continue;
    for (let k = slip; k < meant; k++) dropped.add(k);
    i = meant;
  }
  return dropped.size === 0 ? items : items.filter((_, i) => !dropped.has(i));
}

/** The name that correcting words lead to from item `i`, or null. */
function reach(items: readonly Item[], i: number, step: 1 | -1): number | null {
  for (let n = 1; n <= MAX_WORDS; n++) {
    const k = i + n * step;
    if (items[k]?.name) return k;
    if (!EDITING_TERM.test(wordAt(items, k))) return null;
  }
  return null;
}
