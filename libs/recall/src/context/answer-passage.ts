import { termsOf } from '#search/terms/terms.js';
import { fold } from '#contracts/fold.js';
import { mayContainTerm } from '../query/may-contain-term.js';
import type { CountTokens } from './count-tokens.js';

/** Length in UTF-16 units from which a line is divided into sentences. */
const LONG_LINE_UNITS = 300;
/** Minimum number of tokens for which a line is cut rather than left out. */
const MIN_CUT_TOKENS = 16;
const GAP = '…';

/** A line, or a sentence of a long line. */
interface Segment {
  readonly text: string;
  /** Index of its line. */
  readonly line: number;
  readonly isTableRow: boolean;
  readonly isHeading: boolean;
}

/**
 * The passage of a text that answers a question: its lines, or the sentences of long lines, with the most and rarest
 * terms of the question, each with the lines before and after it, the heading above it and the head of its table. Lines
 * stay as they are; "…" stands for what is left out. The beginning if no line has a term.
 * @param terms terms of the question
 */
export function answerPassage(
  text: string,
  terms: ReadonlySet<string>,
  maxTokens: number,
  countTokens: CountTokens,
): string {
  const segments = segmentsOf(text);
  const scores = scoresOf(segments, terms);
  const chosen = new Set<number>();
  // Each gap may cost a mark on a line of its own.
  let left = maxTokens - 2;
  const take = (index: number): boolean => {
    const segment = segments[index];
    if (segment === undefined || chosen.has(index)) return true;
    const tokens = countTokens(segment.text, left) + 3;
    if (tokens > left) return false;
    left -= tokens;
    chosen.add(index);
    return true;
  };
  for (const index of bestFirst(scores)) {
    if (!take(index)) continue;
    for (const beside of [...headsOf(segments, index), index + 1, index - 1]) take(beside);
  }
  if (scores.every((score) => score === 0)) for (let index = 0; index < segments.length && take(index); index += 1);
  if (chosen.size > 0) return joined(segments, chosen);
  return cut(segments[bestFirst(scores)[0] ?? 0]?.text ?? '', maxTokens, countTokens);
}

function segmentsOf(text: string): Segment[] {
  return text.split('\n').flatMap((line, index) => {
    const isTableRow = /^\s*\|/.test(line);
    const isHeading = /^\s*#{1,6}\s/.test(line);
    const parts = line.length > LONG_LINE_UNITS && !isTableRow ? line.split(/(?<=[.!?。!?])\s/) : [line];
    return parts.map((part) => ({ text: part, line: index, isTableRow, isHeading }));
  });
}

/** Score of each segment: the sum of its question terms, each the rarer among the segments the more. */
function scoresOf(segments: readonly Segment[], terms: ReadonlySet<string>): number[] {
  const mayHave = mayContainTerm(terms);
  const found = segments.map(({ text }) =>
    mayHave(fold(text)) ? [...new Set(termsOf(text))].filter((term) => terms.has(term)) : [],
  );
  const frequencies = new Map<string, number>();
  for (const term of found.flat()) frequencies.set(term, (frequencies.get(term) ?? 0) + 1);
  return found.map((own) => own.reduce((score, term) => score + 1 / Math.sqrt(frequencies.get(term) ?? 1), 0));
}

/** Indices of the segments with a score, best first. */
function bestFirst(scores: readonly number[]): number[] {
  const withScore = [...scores.keys()].filter((index) => (scores[index] ?? 0) > 0);
  return withScore.sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b);
}

/** The heading above a segment, and the first two rows of its table. */
function headsOf(segments: readonly Segment[], index: number): number[] {
  let heading = index;
  while (heading >= 0 && segments[heading]?.isHeading !== true) heading -= 1;
  let row = index;
  while (segments[row - 1]?.isTableRow === true) row -= 1;
  const head = segments[index]?.isTableRow === true ? [row, row + 1] : [];
  return heading < 0 ? head : [heading, ...head];
}

function joined(segments: readonly Segment[], chosen: ReadonlySet<number>): string {
  let text = '';
  let last: number | null = null;
  for (const [index, segment] of segments.entries()) {
    if (!chosen.has(index)) continue;
    const isNext = last === index - 1;
    const separator = segments[last ?? index]?.line === segment.line ? ' ' : '\n';
    if (last === null) text = index === 0 ? '' : `${GAP}\n`;
    else text += isNext ? separator : `${separator}${GAP}${separator}`;
    text += segment.text;
    last = index;
  }
  return last === segments.length - 1 ? text : `${text}\n${GAP}`;
}

/** The beginning of a line that does not fit, up to the end of a word; empty if too little fits. */
function cut(line: string, maxTokens: number, countTokens: CountTokens): string {
  if (maxTokens < MIN_CUT_TOKENS) return '';
  let [fits, exceeds] = [0, Math.min(line.length, maxTokens * 16)];
  while (exceeds - fits > 1) {
    const middle = Math.ceil((fits + exceeds) / 2);
    if (countTokens(line.slice(0, middle), maxTokens) <= maxTokens - 2) fits = middle;
    else exceeds = middle;
  }
  const kept = line.slice(0, fits);
  const end = kept.lastIndexOf(' ');
  return `${(end > fits / 2 ? kept.slice(0, end) : kept).trimEnd()}${GAP}`;
}
