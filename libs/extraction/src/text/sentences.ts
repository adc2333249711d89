import { memoizeText } from './memoize.js';
import type { Token } from './tokenizer.js';
import { tokenize } from './tokenizer.js';

/** A sentence, or a part of one that is too long. */
export interface Sentence {
  readonly tokens: readonly Token[];
  /** UTF-16 indices, end exclusive. */
  readonly start: number;
  readonly end: number;
}

/** Whether a sentence has a letter or digit. */
export function hasWords({ tokens }: Sentence): boolean {
  return tokens.some((token) => /[\p{L}\p{N}]/u.test(token.text));
}

/** Maximum tokens of a sentence, which bounds the work; longer ones are split. */
const MAX_TOKENS = 100;
/** Length of a part that is tokenized at once, so that a stage can stop between parts. */
const PART_LENGTH = 8_192;

/** Limits of cached texts: each stage needs the sentences of a memory, and again as context of later turns. */
const CACHE_LIMITS = { most: 64, longest: 1_000 };

const sentencesOfShort = memoizeText((text): readonly Sentence[] => [...split(text, tokenize(text))], CACHE_LIMITS);

/**
 * Sentences of a text in order. A long text is split lazily, so a caller that stops pays only for what it read. A short
 * text gives the same objects each time, so results can be cached by sentence.
 */
export function sentencesOf(text: string): Iterable<Sentence> {
  return text.length > CACHE_LIMITS.longest ? sentencesOfLong(text) : sentencesOfShort(text);
}

function* sentencesOfLong(text: string): Generator<Sentence> {
  for (let from = 0; from < text.length;) {
    const to = partEnd(text, from);
    yield* split(text, tokenize(text, from, to));
    from = to;
  }
}

/** End of a part: white space after its full length; without any it is cut there. */
function partEnd(text: string, from: number): number {
  const full = from + PART_LENGTH;
  if (full >= text.length) return text.length;
  for (let i = full; i < Math.min(full + PART_LENGTH, text.length); i++) {
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

/**
 * Whether a token is an emoji that may end a sentence: not a heart, which stands for a verb ("I ❤️ jazz"), nor part of
 * a flag or joined emoji.
 */
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
