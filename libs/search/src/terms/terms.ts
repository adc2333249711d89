import { stemmer } from 'stemmer';
import { cutText } from '#contracts/cut-text.js';
import { fold } from '#contracts/fold.js';
import { identifyLanguage } from '#languages/identify-language.js';
import { indexedLanguage, type IndexedLanguage } from '#languages/indexed-languages.js';
import { STOP_WORDS } from './stop-words.js';
import { stemsOf } from './stems.js';
import { bigramsOf, isUnspaced, MAX_TERM_LENGTH, WORD } from './words.js';

/** Terms of one memory, as the index stores them. */
export interface DocumentTerms {
  /**
   * Frequency of each term in the memory. Terms of the speaker's name carry SPEAKER_MARK. A memory in another language
   * than English has the term of its language (`languageTerm`), too.
   */
  readonly frequencies: ReadonlyMap<string, number>;
  /** Document length: number of terms in the text, repetitions included. */
  readonly length: number;
}

/** Prefix of a term that comes from the speaker's name, not from the text. */
export const SPEAKER_MARK = '@';
const LANGUAGE_MARK = `${SPEAKER_MARK}:`;

/**
 * Term of the memories whose words are stemmed in a language. Nothing is found by it: its document frequency says
 * whether a scope has such memories. It begins with SPEAKER_MARK, and no name contains a colon.
 */
export function languageTerm(language: IndexedLanguage): string {
  return `${LANGUAGE_MARK}${language}`;
}

/** Whether a stored term is that of a language and not a word of the memory. */
export function isLanguageTerm(term: string): boolean {
  return term.startsWith(LANGUAGE_MARK);
}

/**
 * Maximum number of distinct terms per memory; the first ones are kept. A text of one mebibyte must not fill the index
 * by itself.
 */
const MAX_TERMS = 4096;
const MAX_FREQUENCY = 32_767;
/** Chunk size in UTF-16 units. Extracting the terms of one chunk takes some 4 ms. */
const CHUNK_UNITS = 32 * 1024;

/**
 * Counts the terms by which a memory is found: those of its language, if it is one of INDEXED_LANGUAGES, otherwise
 * those of English.
 */
export function documentTerms(text: string, speaker: string | null): DocumentTerms {
  const termCount = new TermCount(indexedLanguage(identifyLanguage(text)));
  termCount.add(text);
  return termCount.of(speaker);
}

/**
 * Same as `documentTerms`, but yields to the event loop between chunks. Processing a mebibyte at once would block the
 * event loop for a tenth of a second.
 */
export async function documentTermsInTurns(
  text: string,
  speaker: string | null,
  yieldIfDue: () => Promise<void>,
): Promise<DocumentTerms> {
  const termCount = new TermCount(indexedLanguage(identifyLanguage(text)));
  for (const chunk of chunksOf(text)) {
    termCount.add(chunk);
    await yieldIfDue();
  }
  return termCount.of(speaker);
}

class TermCount {
  private readonly frequencies = new Map<string, number>();
  private length = 0;

  constructor(private readonly language: IndexedLanguage | null) {}

  add(text: string): void {
    const { frequencies, language } = this;
    for (const term of language === null ? termsOf(text) : stemsOf(language, text)) {
      this.length += 1;
      const seen = frequencies.get(term);
      if (seen === undefined && frequencies.size >= MAX_TERMS) continue;
      frequencies.set(term, Math.min((seen ?? 0) + 1, MAX_FREQUENCY));
    }
  }

  of(speaker: string | null): DocumentTerms {
    for (const term of termsOf(speaker ?? '')) this.frequencies.set(SPEAKER_MARK + term, 1);
    if (this.language !== null && this.length > 0) this.frequencies.set(languageTerm(this.language), 1);
    return { frequencies: this.frequencies, length: this.length };
  }
}

/** Splits a text into chunks that end at a space, so that no word crosses a chunk boundary. */
function* chunksOf(text: string): Generator<string> {
  for (let start = 0; start < text.length;) {
    const space = text.indexOf(' ', start + CHUNK_UNITS);
    const end = space < 0 ? text.length : space + 1;
    yield text.slice(start, end);
    start = end;
  }
}

/**
 * Terms of an English text, or of one in an undetermined language, in order and with repetitions: folded words (no
 * case, no accents) without stop words, stemmed (Porter). Scripts without spaces are split into character bigrams.
 */
export function* termsOf(text: string): Generator<string> {
  for (const [word] of fold(text).replaceAll("'", '').matchAll(WORD)) {
    if (isUnspaced(word)) yield* bigramsOf(word);
    else if (!STOP_WORDS.has(word)) yield stemOf(word);
  }
}

/** Term of a folded word: its stem if it has only Latin letters, otherwise the word itself, cut to MAX_TERM_LENGTH. */
function stemOf(word: string): string {
  return /^[a-z]{3,64}$/.test(word) ? stemmer(word) : cutText(word, MAX_TERM_LENGTH);
}
