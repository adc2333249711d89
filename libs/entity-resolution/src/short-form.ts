import type { EntityType } from '#contracts/ontology.js';
import type { NameLexicon } from './name-lexicon.js';
import { acronymsOf, type NameTokens } from './name-tokens.js';
import { GENERATIONS } from '#lexicon/titles.js';

/** How one name is a shorter form of another. */
export type ShortForm =
  'punctuation' | 'rest' | 'acronym' | 'nickname' | 'middleName' | 'head' | 'initial' | 'part' | 'partByNickname';

/** Class nouns that may come before or after the name of a project or group, and may be left out. */
const CLASS_NOUNS = new Set(['project', 'operation', 'team']);
/** Types whose names are shortened to their first words: "Acme" for Acme Robotics, but never "New" for New York. */
export const PREFIX_SHORTENED_TYPES: ReadonlySet<EntityType> = new Set(['organization', 'project', 'event']);
/** Types whose names are shortened to their last words: "Teams" for Microsoft Teams. */
export const SUFFIX_SHORTENED_TYPES: ReadonlySet<EntityType> = new Set(['organization', 'product']);

/**
 * Determines how `short` is a shorter form of `full`, a name of the same type; null when it is not. Spelling must be
 * exact: a typing error, a number or a version makes a different name.
 */
export function shortFormOf(
  type: EntityType,
  short: NameTokens,
  full: NameTokens,
  lexicon: NameLexicon,
): ShortForm | null {
  if (short.words.length === 0 || full.words.length === 0) return null;
  if (spellingOf(short) === spellingOf(full)) return 'punctuation';
  if (type === 'person') return shortPerson(short.words, full.words, lexicon);
  if (short.rest !== null && full.rest !== null && short.rest !== full.rest) return null;
  return shortThing(type, short, full, lexicon);
}

/**
 * Spelling that is equal for names that differ only in punctuation, such as `Wal-Mart` and `Walmart`; in a name with
 * digits, punctuation counts, except for hyphens, which equal blanks.
 */
export function spellingOf({ normal, words }: NameTokens): string {
  return /\p{N}/u.test(normal) ? normal.replace(/[\s-]+/g, ' ') : words.join('');
}

function shortThing(type: EntityType, short: NameTokens, full: NameTokens, lexicon: NameLexicon): ShortForm | null {
  const isWhole = short.rest === null && full.rest === null;
  if (!isWhole && short.core.join('') === full.core.join('')) return 'rest';
  if (isAcronymOf(short.core, full.core)) return 'acronym';
  if (stripClassNoun(short.core) === stripClassNoun(full.core)) return 'head';
  return isTruncation(type, short.core, full.core, lexicon) ? 'part' : null;
}

function shortPerson(short: readonly string[], full: readonly string[], lexicon: NameLexicon): ShortForm | null {
  if (isGeneration(full.at(-1)) || isGeneration(short.at(-1))) return null;
  if (short.length === full.length) return sameLength(short, full, lexicon);
  if (short.length > full.length) return null;
  return partOfPerson(short, full, lexicon) ?? betweenNames(short, full, lexicon);
}

/**
 * Compares names with the same number of words: a nickname or an initial for the first name, or an initial for the
 * surname.
 */
function sameLength(a: readonly string[], b: readonly string[], lexicon: NameLexicon): ShortForm | null {
  const [at, second] = a.flatMap((word, i) => (word === b[i] ? [] : [i]));
  if (at === undefined || second !== undefined) return null;
  const [mine = '', other = ''] = [a[at], b[at]];
  if (at === 0 && lexicon.nicknamesOf(mine).includes(other)) return 'nickname';
  if (a.length === 1) return isNicknameOrTruncation(mine, other, lexicon) ? 'partByNickname' : null;
  const isAtEnd = at === 0 || at === a.length - 1;
  return isAtEnd && isInitial(mine, other) ? 'initial' : null;
}

/** How two first names may denote the same person. */
export function compareFirstNames(a: string, b: string, lexicon: NameLexicon): 'nickname' | 'initial' | null {
  if (lexicon.nicknamesOf(a).includes(b)) return 'nickname';
  return isInitial(a, b) ? 'initial' : null;
}

function isInitial(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return short.length === 1 && long.startsWith(short);
}

/** Matches first name and surname when the full form has other names between them. */
function betweenNames(short: readonly string[], full: readonly string[], lexicon: NameLexicon): ShortForm | null {
  if (short.length !== 2 || full.length < 3 || short[1] !== full.at(-1)) return null;
  const [first = '', other = ''] = [short[0], full[0]];
  return first === other ? 'middleName' : compareFirstNames(first, other, lexicon);
}

/** Matches a person by first names or surnames alone. */
function partOfPerson(short: readonly string[], full: readonly string[], lexicon: NameLexicon): ShortForm | null {
  if ((short[0]?.length ?? 0) < 2) return null;
  if (startsWith(full, short) || endsWith(full, short)) return 'part';
  return short.length === 1 && isNicknameOrTruncation(short[0] ?? '', full[0] ?? '', lexicon) ? 'partByNickname' : null;
}

/** Whether the word is a nickname or a truncation of a first name ("Pri" for Priyanka). */
function isNicknameOrTruncation(word: string, name: string, lexicon: NameLexicon): boolean {
  return (
    lexicon.nicknamesOf(word).includes(name) ||
    (mayBeTruncatedFirstName(word, lexicon) && truncationsOf(name).includes(word))
  );
}

/** Minimum length of a truncated first name, and minimum number of letters it leaves out. */
const TRUNCATION = { shortest: 3, less: 2 };

/** Whether a word may be a truncated first name; a word that is a first name itself may not. */
export function mayBeTruncatedFirstName(word: string, lexicon: NameLexicon): boolean {
  return word.length >= TRUNCATION.shortest && !lexicon.isFirstName(word);
}

/** Truncations by which a first name may be abbreviated. */
export function truncationsOf(name: string): string[] {
  const lengths = Array.from({ length: Math.max(0, name.length - TRUNCATION.less) }, (_, i) => i + 1);
  return lengths.filter((length) => length >= TRUNCATION.shortest).map((length) => name.slice(0, length));
}

/** Whether `short` is one word that is an acronym of the other name. */
export function isAcronymOf(short: readonly string[], full: readonly string[]): boolean {
  const [word = ''] = short;
  return short.length === 1 && word.length > 1 && acronymsOf(full).includes(word);
}

/** A name without its class noun, joined with blanks. */
export function stripClassNoun(words: readonly string[]): string {
  if (words.length > 1 && CLASS_NOUNS.has(words[0] ?? '')) return words.slice(1).join(' ');
  if (words.length > 1 && CLASS_NOUNS.has(words.at(-1) ?? '')) return words.slice(0, -1).join(' ');
  return words.join(' ');
}

function isTruncation(
  type: EntityType,
  short: readonly string[],
  full: readonly string[],
  lexicon: NameLexicon,
): boolean {
  if (short.length >= full.length) return false;
  // A product may be called by a common word; for an organization, words such as Bank or Group are ambiguous.
  if (type !== 'product' && short.every((word) => lexicon.isCommon(word))) return false;
  if (SUFFIX_SHORTENED_TYPES.has(type) && endsWith(full, short)) return true;
  const left = full.slice(short.length);
  return PREFIX_SHORTENED_TYPES.has(type) && startsWith(full, short) && !left.some((word) => /\p{N}/u.test(word));
}

export function isGeneration(word: string | undefined): boolean {
  return GENERATIONS.has(word ?? '');
}

function startsWith(full: readonly string[], start: readonly string[]): boolean {
  return start.every((word, i) => word === full[i]);
}

function endsWith(full: readonly string[], end: readonly string[]): boolean {
  return startsWith(full.slice(full.length - end.length), end);
}
