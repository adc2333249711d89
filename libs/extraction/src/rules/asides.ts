import { isNameAt, type Item, wordAt } from './language/items.js';

/** Items between the marks of an aside. */
const MAX_ASIDE = 6;
/** Items of an age between commas, with both: ", aged 41 ,". */
const MAX_AGE = 4;
const AGE = /^(?:aged|\d{1,3})$/;

/**
 * Items without what stands beside names: "our kids, Mira (9) and Luca (6)", "Marchetti, 41, runs a bakery". Null if
 * nothing does.
 */
export function withoutAsides(items: readonly Item[]): readonly Item[] | null {
  const kept: Item[] = [];
  for (let i = 0; i < items.length; i++) {
    const item = items[i];
    if (item === undefined) break;
    const behind = isNameAt(items, i - 1) ? behindAside(items, i) : i;
    if (behind > i) i = behind - 1;
    else kept.push(item);
  }
  return kept.length === items.length ? null : kept;
}

/** Index behind an aside that opens at an index; the index itself if none does. */
function behindAside(items: readonly Item[], at: number): number {
  const opening = wordAt(items, at);
  if (opening === '(') return behindMark(items, at, ')');
  if (opening !== ',' || !AGE.test(wordAt(items, at + 1))) return at;
  const behind = behindMark(items, at, ',');
  return behind <= at + MAX_AGE ? behind : at;
}

function behindMark(items: readonly Item[], at: number, mark: string): number {
  for (let k = at + 1; k <= at + MAX_ASIDE + 1; k++) {
    if (items[k] === undefined) return at;
    if (wordAt(items, k) === mark) return k + 1;
  }
  return at;
}
