import { stemmer } from 'stemmer';
import { cutText } from '#contracts/cut-text.js';
import { fold } from '#contracts/fold.js';
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
/** UTF-16 units whose terms take some 4 ms. */
const PIECE_UNITS = 32 * 1024;

const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu;
/** Scripts that put no spaces between words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;

/** The terms under which a memory is found. */
export function documentTerms(text: string, speaker: string | null): DocumentTerms {
  const counted = new TermCount();
  counted.add(text);
  return counted.of(speaker);
}

/** As `documentTerms`, piece by piece; a mebibyte at once holds the event loop for a tenth of a second. */
export async function documentTermsInTurns(
  text: string,
  speaker: string | null,
  giveTurn: () => Promise<void>,
): Promise<DocumentTerms> {
  const counted = new TermCount();
  for (const piece of piecesOf(text)) {
    counted.add(piece);
    await giveTurn();
  }
  return counted.of(speaker);
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

/** A text in pieces that end at a space: no word goes on beyond one. */
function* piecesOf(text: string): Generator<string> {
  for (let start = 0; start < text.length;) {
    const space = text.indexOf(' ', start + PIECE_UNITS);
    const end = space < 0 ? text.length : space + 1;
    yield text.slice(start, end);
    start = end;
  }
}

/**
 * The terms of a text, in order and with repetitions: words without case and accents, no stop words, English ones by
 * their stem (Porter), scripts without spaces by pairs of characters.
 */
export function* termsOf(text: string): Generator<string> {
  for (const [word] of fold(text).replaceAll("'", '').matchAll(WORD)) {
    if (UNSPACED.test(word)) yield* bigramsOf(word);
    else if (!STOP_WORDS.has(word)) yield stemOf(word);
  }
}

/** A word, folded, as a term. */
function stemOf(word: string): string {
  return /^[a-z]{3,64}$/.test(word) ? stemmer(word) : cutText(word, MAX_TERM_LENGTH);
}

function* bigramsOf(word: string): Generator<string> {
  const characters = Array.from(word);
  if (characters.length === 1) yield word;
  for (let i = 1; i < characters.length; i += 1) yield `${characters[i - 1] ?? ''}${characters[i] ?? ''}`;
}
