import type { EntityType } from '#contracts/ontology.js';
import { fillSlot, type Filler, type SlotSource } from './slots.js';
import { wordAt } from './items.js';

const MAX_LINKED = 8;

/**
 * The filler at an item and those that "and" or commas link to it: "Ana, Bo and I", read to the left of a subject or to
 * the right of an object.
 */
export function coordinated(
  source: SlotSource,
  item: number,
  types: readonly EntityType[],
  side: 'left' | 'right',
): Filler[] {
  const first = fillSlot(source, item, types, null);
  if (first === null) return [];
  const fillers = [first];
  if (side === 'left' && isSingularVerb(wordAt(source.items, item + 1))) return fillers;
  let sawAnd = false;
  const step = side === 'left' ? -1 : 1;
  for (let k = item; fillers.length < MAX_LINKED;) {
    const link = linkLength(source, k, step);
    if (link === 0) break;
    const next = k + step * (link + 1);
    const isName = source.items[next]?.name != null || source.items[next]?.word === 'i';
    const filler = isName ? fillSlot(source, next, types, null) : null;
    if (filler === null || opensNewClause(source, next, side)) break;
    sawAnd ||= source.items[k + step]?.word === 'and' || link === 2;
    fillers.push(filler);
    k = next;
  }
  return sawAnd ? fillers : [first];
}

/** Items of a link: 1 for "," or "and", 2 for ", and", else 0. */
function linkLength({ items }: SlotSource, k: number, step: number): number {
  const near = wordAt(items, k + step);
  const far = wordAt(items, k + 2 * step);
  if ((near === ',' && far === 'and') || (near === 'and' && far === ',')) return 2;
  return near === ',' || near === 'and' || near === '&' ? 1 : 0;
}

function isSingularVerb(word: string): boolean {
  return /^(?:'s|is|was|has|does|'m|am)$/.test(word) || (/[a-z]{2,}s$/.test(word) && !/^(?:always|also)$/.test(word));
}

/** "I met Ana and Bo left": a name that a verb follows is the subject of the next clause. */
function opensNewClause({ items }: SlotSource, i: number, side: 'left' | 'right'): boolean {
  if (side === 'left') return false;
  const next = wordAt(items, i + 1);
  return (
    next !== '' &&
    !/^(?:[,.;:!?)…]+|and|&|in|on|at|for|to|with|from|but|so|today|yesterday|last|too|this|every|as)$/.test(next)
  );
}
