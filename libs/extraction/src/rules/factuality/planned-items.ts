import { type Item, wordAt } from '../language/items.js';
import { clauseEnd } from './clauses.js';

/** Marks items that are still to come: after "will", "going to", "about to", "planning to". */
export function plannedItems(items: readonly Item[]): readonly boolean[] {
  const planned = new Array<boolean>(items.length).fill(false);
  for (let i = 0; i < items.length; i++) {
    if (isFuture(items, i)) planned.fill(true, i + 1, clauseEnd(items, i));
  }
  return planned;
}

function isFuture(items: readonly Item[], i: number): boolean {
  const [word, next] = [wordAt(items, i), wordAt(items, i + 1)];
  if (/^(?:will|'ll|shall|wo|gonna)$/.test(word) || (word === 'gon' && next === 'na')) return i > 0;
  return (
    next === 'to' &&
    !items[i + 2]?.name &&
    /^(?:going|about|planning|plan|plans|planned|hoping|hope|hopes|due|set|aiming|intend|intends)$/.test(word)
  );
}
