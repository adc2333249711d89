import type { EntityType } from '#contracts/ontology.js';
import { fillSlot, type Filler, type SlotSource } from './slots.js';
import { isImplied } from './implied-subjects.js';
import { wordAt, type Item } from './language/items.js';

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
  forcesType = false,
): Filler[] {
  const first = fillSlot(source, item, types, null, forcesType);
  if (first === null) return [];
  if (side === 'left' && isAlone(source.items, item)) return [first];
  if (side === 'left' && isSingularVerb(wordAt(source.items, item + 1))) return [first];
  const { fillers, sawAnd } = linked(source, item, types, side, forcesType);
  return sawAnd ? [first, ...fillers] : [first];
}

/** Fillers that hang on the one at an item, and whether an "and" is among the links: commas alone may mean anything. */
function linked(
  source: SlotSource,
  item: number,
  types: readonly EntityType[],
  side: 'left' | 'right',
  forcesType: boolean,
): { fillers: Filler[]; sawAnd: boolean } {
  const step = side === 'left' ? -1 : 1;
  const fillers: Filler[] = [];
  let sawAnd = false;
  for (let k = item; fillers.length < MAX_LINKED;) {
    const link = linkLength(source, k, step);
    const next = k + step * (link + 1);
    const filler = link > 0 && isSubjectLike(source, next) ? fillSlot(source, next, types, null, forcesType) : null;
    if (filler === null || (side === 'right' && !isPlural(source, item) && opensNewClause(source, next))) break;
    sawAnd ||= link === 2 || wordAt(source.items, k + step) !== ',';
    fillers.push(filler);
    k = next;
  }
  return { fillers, sawAnd };
}

/** "Ana and my son": what stands before a possessor is not a second one, nor before a subject that was left out. */
function isAlone(items: readonly Item[], item: number): boolean {
  return isImplied(items[item]) || /^(?:my|our|his|her|their)$/.test(wordAt(items, item));
}

function isSubjectLike({ items }: SlotSource, i: number): boolean {
  const item = items[i];
  return item !== undefined && (item.name !== null || item.word === 'i');
}

/** Items of a link: 1 for "," or "and", 2 for ", and", else 0. */
function linkLength({ items }: SlotSource, k: number, step: number): number {
  const near = wordAt(items, k + step);
  const far = wordAt(items, k + 2 * step);
  if ((near === ',' && far === 'and') || (near === 'and' && far === ',')) return 2;
  return near === ',' || near === 'and' || near === '&' ? 1 : 0;
}

function isSingularVerb(word: string): boolean {
  return /^(?:'s|is|was|has|does|'m|am)$/.test(word) || (/[a-z]{2}s$/.test(word) && !/^(?:always|also)$/.test(word));
}

/** "my kids Mia and Leo love it": a plural before the first of the names belongs to them all. */
function isPlural({ items }: SlotSource, item: number): boolean {
  const before = wordAt(items, item - 1) === ',' ? wordAt(items, item - 2) : wordAt(items, item - 1);
  return before === 'children' || /^[a-z]{2,}[^s']s$/.test(before);
}

/** "I met Ana and Bo left": a name that a verb follows is the subject of the next clause. */
function opensNewClause({ items }: SlotSource, i: number): boolean {
  const next = wordAt(items, i + 1);
  return (
    next !== '' &&
    !/^(?:[,.;:!?)…]+|and|&|in|on|at|for|to|with|from|but|so|today|yesterday|last|too|this|every|as)$/.test(next)
  );
}
