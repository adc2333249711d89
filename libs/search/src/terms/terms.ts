import { stemmer } from 'stemmer';
import { cutText } from '#contracts/cut-text.js';
import { fold } from '#contracts/fold.js';
import { STOP_WORDS } from './stop-words.js';

/** Terms of one memory, as the index stores them. */
export interface DocumentTerms {
  /** Frequency of each term in the memory. Terms of the speaker's name carry SPEAKER_MARK. */
  readonly frequencies: ReadonlyMap<string, number>;
  /** Document length: number of terms in the text, repetitions included. */
  readonly length: number;
}

/** Prefix of a term that comes from the speaker's name, not from the text. */
export const SPEAKER_MARK = '@';

/**
 * Maximum number of distinct terms per memory; the first ones are kept. A text of one mebibyte must not fill the index
 * by itself.
 */
const MAX_TERMS = 4096;
const MAX_TERM_LENGTH = 64;
const MAX_FREQUENCY = 32_767;
/** Chunk size in UTF-16 units. Extracting the terms of one chunk takes some 4 ms. */
const CHUNK_UNITS = 32 * 1024;

const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu;
/** Scripts written without spaces between words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;

/** Counts the terms by which a memory is found. */
export function documentTerms(text: string, speaker: string | null): DocumentTerms {
  const termCount = new TermCount();
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
  const termCount = new TermCount();
  for (const chunk of chunksOf(text)) {
    termCount.add(chunk);
    await yieldIfDue();
  }
  return termCount.of(speaker);
}

class TermCount {
  private readonly frequencies = new Map<string, number>();
  private length = 0;

  add(text: string): void {
    const { frequencies } = this;
    for (const term of termsOf(text)) {
      this.length += 1;
      const seen = frequencies.get(term);
      if (seen === undefined && frequencies.size >= MAX_TERMS) continue;
      frequencies.set(term, Math.min((seen ?? 0) + 1, MAX_FREQUENCY));
    }
  }

  of(speaker: string | null): DocumentTerms {
    for (const term of termsOf(speaker ?? '')) this.frequencies.set(SPEAKER_MARK + term, 1);
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
 * Terms of a text, in order and with repetitions: folded words (no case, no accents) without stop words. English words
 * are stemmed (Porter); scripts without spaces are split into character bigrams.
 */
export function* termsOf(text: string): Generator<string> {
  for (const [word] of fold(text).replaceAll("'", '').matchAll(WORD)) {
    if (UNSPACED.test(word)) yield* bigramsOf(word);
    else if (!STOP_WORDS.has(word)) yield stemOf(word);
  }
}

/** Term of a folded word: its stem if it is English, otherwise the word itself, cut to MAX_TERM_LENGTH. */
function stemOf(word: string): string {
  return /^[a-z]{3,64}$/.test(word) ? stemmer(word) : cutText(word, MAX_TERM_LENGTH);
}

function* bigramsOf(word: string): Generator<string> {
  const characters = Array.from(word);
  if (characters.length === 1) yield word;
  for (let i = 1; i < characters.length; i += 1) yield `${characters[i - 1] ?? ''}${characters[i] ?? ''}`;
}
