import { fold } from '#contracts/fold.js';
import { IGNORED_TITLES } from '#lexicon/titles.js';
import type { LinkedEntity } from '../retrievers/graph/entity-linking.js';
import type { NamedEntity } from './load-entity-names.js';

/** A word of a question or name. */
interface Word {
  /** Folded, without a possessive ending. */
  readonly folded: string;
  /** Whether it is written like a name: with a capital, but not in capitals, nor at the beginning of a sentence. */
  readonly isProper: boolean;
}

/** Minimum length of a first or last name, in UTF-16 units, that stands for a whole one. */
const MIN_NAME_UNITS = 3;
const WORD = /[\p{L}\p{N}](?:[\p{L}\p{N}&'’-]*[\p{L}\p{N}])?/gu;

/**
 * Entities of an answer that its question names by a part of their names ("Kowalik"), or with another title or other
 * stops ("Mr Obi" for `Mr. Obi`).
 * @param entities those that memories of the answer mention, by id
 * @param linked words of the question that name entities already
 */
export function namedInHits(
  question: string,
  entities: ReadonlyMap<string, NamedEntity>,
  linked: ReadonlySet<string>,
): LinkedEntity[] {
  const words = wordsOf(question);
  const found = [...entities].flatMap(([entityId, { name, type }]) => {
    const match = matchOf(words, name, type === 'person', linked);
    return match === null ? [] : [{ entityId, name, ...match }];
  });
  const titled = found.filter(({ hasTitle }) => hasTitle).flatMap(({ words: named }) => named);
  return found.filter(({ hasTitle, words: named }) => hasTitle || !named.some((word) => titled.includes(word)));
}

/** Words of a question that look like names and name none of the given entities. */
export function unknownNames(question: string, known: readonly string[]): string[] {
  const knownWords = new Set(known.flatMap((name) => wordsOf(name).map(({ folded }) => folded)));
  return wordsOf(question)
    .filter(({ folded, isProper }) => isProper && !knownWords.has(folded) && !IGNORED_TITLES.has(folded))
    .map(({ folded }) => folded);
}

interface Match {
  readonly words: string[];
  /** Whether a title before it is that of the name, too. */
  readonly hasTitle: boolean;
}

function matchOf(words: readonly Word[], name: string, isPerson: boolean, linked: ReadonlySet<string>): Match | null {
  const all = wordsOf(name).map(({ folded }) => folded);
  const core = all.filter((word) => !IGNORED_TITLES.has(word));
  const last = core.at(-1);
  if (last === undefined) return null;
  const at = words.findIndex((_, i) => core.every((word, k) => words[i + k]?.folded === word));
  if (at >= 0 && (core.length > 1 || all.length === 1 || isAfterTitle(words, at)))
    return core.every((word) => linked.has(word)) ? null : { words: core, hasTitle: hasTitleBefore(words, at, all) };
  if (!isPerson) return null;
  const part = words.findIndex(
    ({ folded, isProper }, i) =>
      folded.length >= MIN_NAME_UNITS &&
      !linked.has(folded) &&
      (folded === last ? isProper || isAfterTitle(words, i) : isProper && folded === core[0]),
  );
  const word = words[part]?.folded;
  return word === undefined ? null : { words: [word], hasTitle: hasTitleBefore(words, part, all) };
}

function isAfterTitle(words: readonly Word[], at: number): boolean {
  return IGNORED_TITLES.has(words[at - 1]?.folded ?? '');
}

function hasTitleBefore(words: readonly Word[], at: number, name: readonly string[]): boolean {
  return isAfterTitle(words, at) && name.includes(words[at - 1]?.folded ?? '');
}

function wordsOf(text: string): Word[] {
  return [...text.matchAll(WORD)].map((match) => {
    const [word] = match;
    const before = text.slice(0, match.index).trimEnd();
    const isFirst = before === '' || /[.?!:]$/.test(before.replace(/\b\p{L}{1,4}\.$/u, ''));
    const isCapitalized = /^\p{Lu}/u.test(word) && /\p{Ll}/u.test(word.replace(/['’]s$/, ''));
    return { folded: fold(word).replace(/'s?$/, ''), isProper: isCapitalized && !isFirst };
  });
}
