import { cutText } from '#contracts/cut-text.js';
import { fold } from '#contracts/fold.js';
import { isStopWord, lowerCaseIn, stemIn, type IndexedLanguage } from '#languages/indexed-languages.js';
import { bigramsOf, isUnspaced, MAX_TERM_LENGTH, WORD } from './words.js';

/** A word with its apostrophes, as a question has it. */
const WRITTEN_WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}'\u2019\u02bc]*/gu;

/**
 * Terms of a text in a language, in order and with repetitions: stems without accents, without the stop words of the
 * language. An apostrophe ends a word ("l'allergie", "Usta'y\u0131").
 */
export function* stemsOf(language: IndexedLanguage, text: string): Generator<string> {
  for (const [word] of lowerCaseIn(language, text.normalize('NFKC')).matchAll(WORD)) {
    if (isUnspaced(word)) yield* bigramsOf(word);
    else if (!isStopWord(language, word)) yield termIn(language, word);
  }
}

/** Accents matter to a stemmer, so it comes first. */
function termIn(language: IndexedLanguage, word: string): string {
  const stem = /^[\p{L}\p{M}]{3,64}$/u.test(word) ? fold(stemIn(language, word)) : '';
  return cutText(stem === '' ? fold(word) : stem, MAX_TERM_LENGTH);
}

/** Words of a text as written. */
export function writtenWords(text: string): string[] {
  return Array.from(text.normalize('NFKC').matchAll(WRITTEN_WORD), ([word]) => word);
}
