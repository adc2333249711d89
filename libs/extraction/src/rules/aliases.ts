import type { EntityType } from '#contracts/ontology.js';
import { type Item, wordAt } from './language/items.js';
import type { SlotSource } from './slots.js';
import { UNKNOWN_SPEAKER } from '../genre/speaker.js';

/** Two names of one entity, with the items that mention them; the speaker has no item. */
export interface AliasMatch {
  readonly type: EntityType;
  readonly name: string;
  readonly alias: string;
  readonly items: readonly number[];
  readonly confidence: number;
}

const KNOWN_AS = [
  ['also', 'known', 'as'],
  ['better', 'known', 'as'],
  ['formerly', 'known', 'as'],
  ['a.k.a.'],
  ['a.k.a'],
  ['aka'],
  ['formerly'],
  ['now', 'called'],
  ['renamed', 'to'],
  ['was', 'renamed', 'to'],
  ['short', 'for'],
];

/** What a note has between the user and their name: "The user's name is Ana", "User is Ana". */
const NAMED = [["'s", 'name', 'is'], ['’s', 'name', 'is'], ['is', 'called'], ['is', 'named'], ['is']];

/**
 * Finds names that a sentence equates: "X, also known as Y", "X (Y)" for an acronym, "my name is X", "the user is X".
 */
export function readAliases(source: SlotSource): AliasMatch[] {
  const { items } = source;
  const matches: AliasMatch[] = [];
  for (let i = 0; i < items.length; i++) {
    const match = knownAs(items, i) ?? acronym(items, i) ?? ownName(source, i) ?? nameOfUser(items, i);
    if (match !== null) matches.push(match);
  }
  return matches;
}

function knownAs(items: readonly Item[], i: number): AliasMatch | null {
  const name = items[i]?.name;
  if (!name) return null;
  const next = /^[,(]$/.test(wordAt(items, i + 1)) ? i + 2 : i + 1;
  for (const phrase of KNOWN_AS) {
    if (!phrase.every((word, k) => items[next + k]?.word === word)) continue;
    const at = next + phrase.length;
    const alias = items[at]?.name;
    if (alias) return same(items, i, at, 0.9);
  }
  return null;
}

/** Acronym in parentheses after its long form, or the reverse: "International Business Machines (IBM)". */
function acronym(items: readonly Item[], i: number): AliasMatch | null {
  const long = items[i]?.name;
  const short = items[i + 2]?.name;
  if (!long || !short || items[i + 1]?.word !== '(' || items[i + 3]?.word !== ')') return null;
  return isInitialism(short.name, long.name) || isInitialism(long.name, short.name) ? same(items, i, i + 2, 0.9) : null;
}

/** Whether the short form consists of the initials of the long form's words; lower-case words may be skipped. */
export function isInitialism(short: string, long: string): boolean {
  const letters = short.replace(/[.\s]/g, '').toLowerCase();
  const words = long.split(/[\s-]+/).filter((word) => word !== '');
  if (letters.length < 2 || words.length < 2) return false;
  const all = words.map((word) => Array.from(word)[0]?.toLowerCase() ?? '').join('');
  const capitals = words
    .filter((word) => /^\p{Lu}/u.test(word))
    .map((word) => Array.from(word)[0]?.toLowerCase() ?? '')
    .join('');
  return letters === all || letters === capitals;
}

/** The speaker's own name: "my name is Priyanka Deshmukh", "I'm Maya". */
function ownName(source: SlotSource, i: number): AliasMatch | null {
  const { items, speaker } = source;
  const own = items[i]?.name;
  if (!own || speaker === null || (own.type !== null && own.type !== 'person')) return null;
  const before = items
    .slice(Math.max(0, i - 3), i)
    .map((item) => item.word)
    .join(' ');
  const says =
    /(?:^| )my name (?:is|'s)$/.test(before) || (/(?:^| )i (?:'m|am)$/.test(before) && own.type === 'person');
  if (!says || own.name.toLowerCase() === speaker.name.toLowerCase() || !mayBeOne(own.name, speaker.name)) return null;
  return { type: 'person', name: own.name, alias: speaker.name, items: [i], confidence: 0.9 };
}

/** What an agent's note calls the user; who is "Ana's brother" is not Ana. */
function nameOfUser(items: readonly Item[], i: number): AliasMatch | null {
  if (items[i]?.name?.name !== UNKNOWN_SPEAKER) return null;
  const between = NAMED.find((words) => words.every((word, k) => wordAt(items, i + 1 + k) === word));
  if (between === undefined) return null;
  const at = i + 1 + between.length;
  const own = items[at]?.name;
  if (own?.type !== 'person' || /^['’]s$/.test(wordAt(items, at + 1))) return null;
  return { type: 'person', name: own.name, alias: UNKNOWN_SPEAKER, items: [i, at], confidence: 0.9 };
}

/**
 * Whether a name may be the speaker's: a known speaker must share a word with it, so "I am Groot" does not rename Ana.
 */
function mayBeOne(name: string, speaker: string): boolean {
  if (speaker.toLowerCase() === UNKNOWN_SPEAKER) return true;
  const words = new Set(name.toLowerCase().split(/\s+/));
  return speaker
    .toLowerCase()
    .split(/\s+/)
    .some((word) => words.has(word));
}

function same(items: readonly Item[], a: number, b: number, confidence: number): AliasMatch | null {
  const name = items[a]?.name;
  const alias = items[b]?.name;
  if (!name || !alias) return null;
  const type = name.confidence >= alias.confidence ? name.type : alias.type;
  return type === null ? null : { type, name: name.name, alias: alias.name, items: [a, b], confidence };
}
