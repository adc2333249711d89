import { eld } from 'eld/extrasmall';
import { LRUCache } from 'lru-cache';
import { stopwords as englishStopWords } from '@orama/stopwords/english';
import { indexedLanguage, isStopWord } from './indexed-languages.js';

/** Code of the language that a text is read as unless it is identified as another. */
export const ENGLISH = 'en';

/** Length in UTF-16 units of the part of a text that its language is identified by: more than the detector reads. */
const SAMPLE_LENGTH = 500;
/** Minimum number of letters by which a language in Latin script is told from English. */
const MIN_LETTERS = 20;
/** Minimum difference from the score of English, if a word of the text is a function word of the language. */
const MIN_MARGIN = 0.2;
/** The same without such a word: proper names look like many languages. */
const MIN_MARGIN_WITHOUT_FUNCTION_WORD = 0.4;
const MIN_LETTERS_WITHOUT_FUNCTION_WORD = 30;
const MIN_WORDS_WITHOUT_FUNCTION_WORD = 5;
/** Minimum difference from the score of English, if only few languages come into question. */
const MIN_LIKELY_MARGIN = 0.1;
/** Minimum number of letters in a script in which English is not written. */
const MIN_LETTERS_OF_OTHER_SCRIPT = 4;

const ENGLISH_STOP_WORDS: ReadonlySet<string> = new Set(englishStopWords);
/** Part of an address, link, path, handle or tag, whose letters say nothing about the language. */
const NO_WORD = /[@/#\\_]|\w\.\w/;

const identified = new LRUCache<string, { readonly language: string | null }>({ max: 2_000 });

/**
 * Identifies the language of a text by its first letters; of a long text by samples of its beginning, middle and end,
 * which must agree. Precision comes first: English is hardly ever taken for another language
 * (docs/languages.md).
 * @returns an ISO 639-1 code; null if the text is too short, mixed or undetermined
 */
export function identifyLanguage(text: string): string | null {
  if (text.length <= 2 * SAMPLE_LENGTH) return identifySample(text.slice(0, SAMPLE_LENGTH));
  const languages = [0, Math.floor((text.length - SAMPLE_LENGTH) / 2), text.length - SAMPLE_LENGTH].map((start) =>
    identifySample(text.slice(start, start + SAMPLE_LENGTH)),
  );
  const [first = null] = languages;
  return languages.every((language) => language === first) ? first : null;
}

function identifySample(sample: string): string | null {
  const known = identified.get(sample);
  if (known !== undefined) return known.language;
  const language = identify(withoutAddresses(sample));
  identified.set(sample, { language });
  return language;
}

function identify(sample: string): string | null {
  const guess = eld.detect(sample);
  const { language } = guess;
  if (language === '' || language === ENGLISH) return language === '' ? null : ENGLISH;
  const letters = countOf(sample, /\p{L}/gu);
  if (countOf(sample, /\p{Script=Latin}/gu) * 2 < letters)
    return letters < MIN_LETTERS_OF_OTHER_SCRIPT ? null : language;
  const scores = guess.getScores();
  const margin = (scores[language] ?? 0) - (scores[ENGLISH] ?? 0);
  return letters >= MIN_LETTERS && isTold(sample, language, letters, margin) ? language : null;
}

/** Whether a text in Latin script is told from English, by the difference of scores and by its function words. */
function isTold(sample: string, language: string, letters: number, margin: number): boolean {
  if (margin < MIN_MARGIN) return false;
  const indexed = indexedLanguage(language);
  const words = wordsOf(sample);
  const isOwn = (word: string): boolean => indexed !== null && isStopWord(indexed, word);
  const own = words.filter((word) => isOwn(word) && !ENGLISH_STOP_WORDS.has(word)).length;
  const english = words.filter((word) => ENGLISH_STOP_WORDS.has(word) && !isOwn(word)).length;
  if (indexed !== null && own !== english) return own > english;
  return (
    margin >= MIN_MARGIN_WITHOUT_FUNCTION_WORD &&
    letters >= MIN_LETTERS_WITHOUT_FUNCTION_WORD &&
    words.length >= MIN_WORDS_WITHOUT_FUNCTION_WORD
  );
}

/** Words in lower case, with a possessive or contracted 's: "door's" is no Dutch "door". */
function wordsOf(text: string): string[] {
  return Array.from(text.toLowerCase().matchAll(/[\p{L}\p{M}]+(?:['’]s\b)?/gu), ([word]) => word);
}

function withoutAddresses(text: string): string {
  return text
    .split(/\s+/)
    .filter((word) => !NO_WORD.test(word))
    .join(' ');
}

function countOf(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

/**
 * The most probable of some languages, however short the text is.
 * @returns null for English, and where the text is nearly as probably English
 */
export function likeliestLanguage<L extends string>(text: string, languages: readonly L[]): L | null {
  const scores = eld.detect(text.slice(0, SAMPLE_LENGTH)).getScores();
  const scoreOf = (language: string): number => scores[language] ?? 0;
  const [best] = [...languages].sort((a, b) => scoreOf(b) - scoreOf(a));
  return best !== undefined && scoreOf(best) >= scoreOf(ENGLISH) + MIN_LIKELY_MARGIN ? best : null;
}
