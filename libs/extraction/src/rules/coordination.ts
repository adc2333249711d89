import type { EntityType } from '#contracts/ontology.js';
import { fillSlot, type Filler, type SlotSource } from './slots.js';
import { isImplied } from './implied-subjects.js';
import { isNameAt, wordAt, type Item } from './language/items.js';
import { ROLE_NOUNS } from '#lexicon/kinship.js';
import { POSSESSIVES } from '#lexicon/pronouns.js';

const MAX_LINKED = 8;
/** Words between a role and the name of who has it. */
const NAMING = /^(?:,|:|is|called|named)$/;
const SINGULAR_ROLES: ReadonlySet<string> = new Set(
  Object.values(ROLE_NOUNS).flatMap((nouns) => [...nouns].filter((noun) => noun === 'boss' || !isPluralNoun(noun))),
);

/**
 * Fillers at an item and those coordinated with it: "Ana, Bo and I", to the left of a subject or to the right of an
 * object.
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
  if (side === 'left' ? isAlone(source.items, item) : isOfOneRole(source.items, item)) return [first];
  const { fillers, sawAnd } = linked(source, item, types, side, forcesType);
  if (side === 'left' && isGoverned(source.items, fillers.at(-1)?.item ?? null)) return [first];
  return sawAnd ? [first, ...fillers] : [first];
}

/** Fillers linked to the one at an item, and whether an "and" is among the links: commas alone are ambiguous. */
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

/**
 * Whether an item has no coordination to its left: a possessive ("Ana and my son"), an implied subject, a pronoun
 * with which another clause begins ("a house in Ilkley and we will move"), or one before "is".
 */
function isAlone(items: readonly Item[], item: number): boolean {
  const word = wordAt(items, item);
  if (isImplied(items[item]) || isSingularVerb(wordAt(items, item + 1))) return true;
  return POSSESSIVES.has(word) || /^(?:we|he|she|they)$/.test(word);
}

function isSubjectLike({ items }: SlotSource, i: number): boolean {
  const item = items[i];
  return item !== undefined && (item.name !== null || item.word === 'i' || isFirstOfSubjects(items, i));
}

/** Whether "me" begins a clause as one of its subjects, as in chats: "me and Ana live here". */
export function isFirstOfSubjects(items: readonly Item[], i: number): boolean {
  const opens = i === 0 || /^(?:[.,;:!?…–—-]+|so|and|but|ok|well|then|because|that)$/.test(wordAt(items, i - 1));
  return opens && wordAt(items, i) === 'me' && /^(?:and|&)$/.test(wordAt(items, i + 1)) && isNameAt(items, i + 2);
}

/** Whether a preposition stands before a name, which then belongs to the clause before: "in Ilkley and Bo left". */
function isGoverned(items: readonly Item[], item: number | null): boolean {
  return item !== null && /^(?:in|at|from|of|to|with|for|on|near)$/.test(wordAt(items, item - 1));
}

/** Number of items of a link: 1 for "," or "and", 2 for ", and", else 0. */
function linkLength({ items }: SlotSource, k: number, step: number): number {
  const near = wordAt(items, k + step);
  const far = wordAt(items, k + 2 * step);
  if ((near === ',' && far === 'and') || (near === 'and' && far === ',')) return 2;
  return near === ',' || near === 'and' || near === '&' ? 1 : 0;
}

function isSingularVerb(word: string): boolean {
  return /^(?:'s|is|was|has|does|'m|am)$/.test(word) || (/[a-z]{2}s$/.test(word) && !/^(?:always|also)$/.test(word));
}

/** Whether a noun before a name says the role of that one only: "my husband Jon and Ana", "our dog is Rex". */
function isOfOneRole(items: readonly Item[], item: number): boolean {
  let at = item - 1;
  while (at > item - 3 && NAMING.test(wordAt(items, at))) at -= 1;
  return SINGULAR_ROLES.has(wordAt(items, at)) && !isListed(items, at);
}

/** "My sister and brother Ana and Bo" */
function isListed(items: readonly Item[], at: number): boolean {
  return /^(?:and|&)$/.test(wordAt(items, at - 1));
}

/** Whether a plural noun before the first name applies to all of them: "my kids Mia and Leo love it". */
function isPlural({ items }: SlotSource, item: number): boolean {
  const before = wordAt(items, item - 1) === ',' ? wordAt(items, item - 2) : wordAt(items, item - 1);
  return isPluralNoun(before);
}

function isPluralNoun(word: string): boolean {
  return word === 'children' || word === 'kids' || (word !== 'sis' && /^[a-z-]{2,}[^s']s$/.test(word));
}

/** Whether a name is the subject of a new clause, because a verb follows: "I met Ana and Bo left". */
export function opensNewClause({ items }: Pick<SlotSource, 'items'>, i: number): boolean {
  const next = wordAt(items, i + 1);
  return (
    next !== '' &&
    !/^(?:[,.;:!?)…]+|and|&|in|on|at|for|to|with|from|but|so|today|yesterday|last|too|this|every|as)$/.test(next)
  );
}
