import { stemmer } from 'stemmer';
import { cutText } from '#contracts/cut-text.js';
import { fold } from '../normal-form.js';
import { STOP_WORDS } from './stop-words.js';

/** What the index holds of one memory. */
export interface DocumentTerms {
  /** How often each term stands in the memory; those of the speaker carry SPEAKER_MARK. */
  readonly frequencies: ReadonlyMap<string, number>;
  /** Words of the text that became terms, repetitions included. */
  readonly length: number;
}

/** Before a term that is a part of the speaker's name, not of the text. */
export const SPEAKER_MARK = '@';

/** Distinct terms kept of one memory, the first ones: a text of a mebibyte must not fill the index by itself. */
const MAX_TERMS = 4096;
const MAX_TERM_LENGTH = 64;
const MAX_FREQUENCY = 32_767;

const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu;
/** Scripts that put no spaces between words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;

/** The terms under which a memory is found. */
export function documentTerms(text: string, speaker: string | null): DocumentTerms {
  const frequencies = new Map<string, number>();
  let length = 0;
  for (const term of termsOf(text)) {
    length += 1;
    const seen = frequencies.get(term);
    if (seen === undefined && frequencies.size >= MAX_TERMS) continue;
    frequencies.set(term, Math.min((seen ?? 0) + 1, MAX_FREQUENCY));
  }
  for (const term of termsOf(speaker ?? '')) frequencies.set(SPEAKER_MARK + term, 1);
  return { frequencies, length };
}

/**
 * The terms of a text, in order and with repetitions: words without case and accents, no stop words, English ones by
 * their stem (Porter), scripts without spaces by pairs of characters.
 */
export function* termsOf(text: string): Generator<string> {
  for (const [word] of fold(text).replaceAll("'", '').matchAll(WORD)) {
    if (UNSPACED.test(word)) yield* pairsOf(word);
    else if (!STOP_WORDS.has(word)) yield stemOf(word);
  }
}

/** A word, folded, as a term. */
function stemOf(word: string): string {
  return /^[a-z]{3,64}$/.test(word) ? stemmer(word) : cutText(word, MAX_TERM_LENGTH);
}

function* pairsOf(word: string): Generator<string> {
  const characters = Array.from(word);
  if (characters.length === 1) yield word;
  for (let i = 1; i < characters.length; i += 1) yield `${characters[i - 1] ?? ''}${characters[i] ?? ''}`;
}
