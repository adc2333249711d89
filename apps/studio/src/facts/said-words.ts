import type { Mention } from '../parts/mention-parts.js';
import type { Fact } from './fact.js';

/** A part of an excerpt: words that name an end of the fact or its value, or those around them. */
export interface SaidPart {
  readonly words: string;
  readonly isSaid: boolean;
}

interface Span {
  readonly start: number;
  readonly end: number;
}

type Said = Pick<Fact, 'subject' | 'object' | 'value'>;

/**
 * The sentences of a memory that say a fact, with the names of its ends and its value marked. The service does not keep
 * which words a claim was read from: these are the sentences that have the names of both ends, or else that of the
 * other end, or else that of the subject. Without any of them, it is the whole text.
 * @param mentions places of the text that name entities, in code points
 */
export function excerptOf(text: string, mentions: readonly Mention[], fact: Said): readonly SaidPart[] {
  const characters = Array.from(text);
  const named = (id: string): Span[] => mentions.filter(({ entity_id }) => entity_id === id);
  const subject = named(fact.subject.id);
  const object = fact.object ? named(fact.object.id) : valueSpans(wordsOf(characters), String(fact.value));
  const marks = [...subject, ...object].sort((a, b) => a.start - b.start || b.end - a.end);
  return sentencesThatSay(sentencesOf(characters), subject, object).flatMap((sentence, at, shown) => [
    ...gap(sentence.start, shown[at - 1]?.end ?? 0),
    ...markedParts(characters, sentence, marks),
    ...(at === shown.length - 1 ? gap(characters.length, sentence.end) : []),
  ]);
}

function gap(start: number, before: number): SaidPart[] {
  return start > before ? [{ words: '… ', isSaid: false }] : [];
}

function sentencesThatSay(sentences: readonly Span[], subject: readonly Span[], object: readonly Span[]): Span[] {
  const having = (spans: readonly Span[]): Span[] => sentences.filter((one) => spans.some((span) => within(span, one)));
  const withObject = having(object);
  const withBoth = having(subject).filter((one) => withObject.includes(one));
  return [withBoth, withObject, having(subject), [...sentences]].find((some) => some.length > 0) ?? [];
}

function within(span: Span, { start, end }: Span): boolean {
  return span.start >= start && span.start < end;
}

function markedParts(characters: readonly string[], { start, end }: Span, marks: readonly Span[]): SaidPart[] {
  const parts: SaidPart[] = [];
  const add = (from: number, to: number, isSaid: boolean): void => {
    if (to > from) parts.push({ words: characters.slice(from, to).join(''), isSaid });
  };
  let at = start;
  for (const mark of marks) {
    if (mark.start < at || mark.end > end) continue;
    add(at, mark.start, false);
    add(mark.start, mark.end, true);
    at = mark.end;
  }
  add(at, end, false);
  return parts;
}

const LETTER = /[\p{L}\p{N}]/u;
const CAPITAL = /^\p{Lu}$/u;
const SPACE = /\s/u;
const STOPS = new Set(['.', '!', '?', '…']);
/** Words whose full stop ends no sentence. */
const SHORTENED = /^(?:[dm]rs?|ms|prof|st)$/iu;

/** Sentences in code points, with the white space behind them; one that is not closed ends with its line. */
function sentencesOf(characters: readonly string[]): Span[] {
  const sentences: Span[] = [];
  let start = 0;
  for (let at = 0; at < characters.length; at += 1) {
    if (!endsSentence(characters, at)) continue;
    let end = at + 1;
    while (end < characters.length && SPACE.test(characters[end] ?? '')) end += 1;
    sentences.push({ start, end });
    start = end;
    at = end - 1;
  }
  return start < characters.length ? [...sentences, { start, end: characters.length }] : sentences;
}

function endsSentence(characters: readonly string[], at: number): boolean {
  const [one = '', next] = characters.slice(at, at + 2);
  if (one === '\n') return true;
  if (!STOPS.has(one) || (next !== undefined && !SPACE.test(next))) return false;
  return one !== '.' || !isShortened(characters, at);
}

/** Longest title before a name, in letters. */
const LONGEST_TITLE = 4;

/** Whether the letters before a full stop are a title or an initial. */
function isShortened(characters: readonly string[], at: number): boolean {
  let start = at;
  while (start > 0 && at - start <= LONGEST_TITLE && LETTER.test(characters[start - 1] ?? '')) start -= 1;
  const word = characters.slice(start, at).join('');
  return CAPITAL.test(word) || SHORTENED.test(word);
}

interface Word extends Span {
  /** In lower case. */
  readonly text: string;
}

function wordsOf(characters: readonly string[]): Word[] {
  const words: Word[] = [];
  let start = 0;
  for (let at = 0; at <= characters.length; at += 1) {
    if (at < characters.length && LETTER.test(characters[at] ?? '')) continue;
    if (at > start) words.push({ start, end: at, text: characters.slice(start, at).join('').toLowerCase() });
    start = at + 1;
  }
  return words;
}

/** Letters of a word by which it is found in another form. */
const STEM = 4;

/** Where the words of a value stand in a text one after the other; else its longer words, in whatever form. */
function valueSpans(words: readonly Word[], value: string): Span[] {
  const wanted = wordsOf(Array.from(value)).map(({ text }) => text);
  if (wanted.length === 0) return [];
  const whole = words.flatMap((first, at) => {
    const run = words.slice(at, at + wanted.length);
    return wanted.every((text, i) => run[i]?.text === text)
      ? [{ start: first.start, end: run.at(-1)?.end ?? first.end }]
      : [];
  });
  if (whole.length > 0) return whole;
  const stems = wanted.filter(({ length }) => length >= STEM).map(stemOf);
  return words.filter(({ text }) => stems.some((stem) => text.startsWith(stem)));
}

function stemOf(word: string): string {
  return word.slice(0, Math.max(STEM, word.length - 3));
}
