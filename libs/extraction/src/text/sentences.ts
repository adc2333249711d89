import { memoizeText } from './memoize.js';
import type { Token } from './tokenizer.js';
import { tokenize } from './tokenizer.js';

/** A sentence, or a piece of one where it is too long to be one. */
export interface Sentence {
  readonly tokens: readonly Token[];
  /** UTF-16 indices. */
  readonly start: number;
  readonly end: number;
}

/** Whether a sentence has a letter or a digit: one without says nothing. */
export function hasWords({ tokens }: Sentence): boolean {
  return tokens.some((token) => /[\p{L}\p{N}]/u.test(token.text));
}

/** Bounds the work per sentence; longer ones are cut. */
const MAX_TOKENS = 100;
/** Text is tokenized piece by piece, so that a stage can stop between pieces. */
const PIECE_LENGTH = 8_192;

/** Texts that are kept, cut up: each stage asks for that of a memory, and again where it is a turn before another. */
const KEPT_TEXTS = { most: 64, longest: 1_000 };

const sentencesOfShort = memoizeText((text): readonly Sentence[] => [...split(text, tokenize(text))], KEPT_TEXTS);

/**
 * The sentences of a text in order. A long text is read lazily: a caller that stops pays only for what it took. Of a short
 * one the same sentences are given each time, so that what is found in one of them can be kept by it.
 */
export function sentencesOf(text: string): Iterable<Sentence> {
  return text.length > KEPT_TEXTS.longest ? sentencesOfLong(text) : sentencesOfShort(text);
}

function* sentencesOfLong(text: string): Generator<Sentence> {
  for (let from = 0; from < text.length;) {
    const to = pieceEnd(text, from);
    yield* split(text, tokenize(text, from, to));
    from = to;
  }
}

/** Ends a piece at white space behind its full length; a run without any is cut. */
function pieceEnd(text: string, from: number): number {
  const full = from + PIECE_LENGTH;
  if (full >= text.length) return text.length;
  for (let i = full; i < Math.min(full + PIECE_LENGTH, text.length); i++) {
    if (text[i] === '\n') return i + 1;
  }
  for (let i = full; i < Math.min(full + 1_024, text.length); i++) {
    if (/\s/.test(text[i] ?? '')) return i + 1;
  }
  const low = text.charCodeAt(full);
  return low >= 0xdc00 && low <= 0xdfff ? full + 1 : full;
}

function* split(text: string, tokens: readonly Token[]): Generator<Sentence> {
  let first = 0;
  for (let i = 0; i < tokens.length; i++) {
    if (i + 1 < tokens.length && i - first + 1 < MAX_TOKENS && !endsSentence(text, tokens, i)) continue;
    const part = tokens.slice(first, i + 1);
    yield { tokens: part, start: part[0]?.start ?? 0, end: part.at(-1)?.end ?? 0 };
    first = i + 1;
  }
}

/** A face or a thing; a heart stands for a verb ("I ❤️ jazz"), and parts of a flag or a joined emoji go on. */
function isEmoji({ text }: Token): boolean {
  return /^\p{Emoji_Presentation}$/u.test(text) && !/^[❤💙-💜🖤🤍🤎🧡💕💖💗💘]$/u.test(text);
}

function endsSentence(text: string, tokens: readonly Token[], i: number): boolean {
  const token = tokens[i];
  const next = tokens[i + 1];
  if (token === undefined || next === undefined) return true;
  if (text.slice(token.end, next.start).includes('\n')) return true;
  if (isEmoji(token) && !isEmoji(next)) return /^\p{L}/u.test(next.text);
  if (!/^(?:[!?…。！？]|\.+)$/u.test(token.text)) return false;
  return !/^[!?….)"”'’\]]/u.test(next.text);
}
