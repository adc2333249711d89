import type { Token } from '../../text/tokenizer.js';
import type { NameSpan } from '../../names/find-names.js';

/** A word or a whole name of a sentence: the unit that patterns match. */
export interface Item {
  /** Word in lower case; empty for a name. */
  readonly word: string;
  readonly name: NameSpan | null;
  /** Token span, both ends inclusive. */
  readonly first: number;
  readonly last: number;
}

/** Combines tokens and names into items. A hyphen or emoji is an item of its own. */
export function itemsOf(tokens: readonly Token[], names: readonly NameSpan[]): Item[] {
  const items: Item[] = [];
  let next = 0;
  for (let i = 0; i < tokens.length; i++) {
    const name = names[next];
    if (name?.first === i) {
      items.push({ word: '', name, first: name.first, last: name.last });
      i = name.last;
      next += 1;
    } else {
      items.push({ word: tokens[i]?.lower ?? '', name: null, first: i, last: i });
    }
  }
  return items;
}

/** Whether the item at an index is a name. */
export function isNameAt(items: readonly Item[], i: number): boolean {
  return items[i]?.name !== null && items[i] !== undefined;
}

/** Word of the item at an index; empty for a name or beyond the sentence. */
export function wordAt(items: readonly Item[], i: number): string {
  return items[i]?.word ?? '';
}
