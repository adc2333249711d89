import type { MemoryRole } from '#contracts/events.js';
import { FIRST_PERSON } from '#lexicon/pronouns.js';

import { lineFormsOf, type Line, type LineForm } from './line-forms.js';

/** Beginning of a text by which its genre is told, in UTF-16 units. */
const MAX_LENGTH = 4_000;

const SECOND_PERSON: ReadonlySet<string> = new Set(['you', 'your', 'u', 'ur', 'yours']);

/** What the features count, in their order. */
export const GENRE_FEATURES = [
  ...(['bias', 'speaker', 'user', 'assistant', 'system', 'tool'] as const),
  ...(['heading', 'item', 'table', 'csv', 'json', 'log', 'code'] as const),
  ...(['anyHeading', 'anyCode', 'anyData', 'anyItem', 'lines', 'words', 'sentenceLength'] as const),
  ...(['first', 'second', 'question', 'exclamation', 'quotation', 'lowerCase', 'capitals', 'digits'] as const),
  ...(['clockTime', 'label', 'symbols', 'fullStops', 'shortClauses', 'emoji', 'abbreviations'] as const),
] as const;

type Feature = (typeof GENRE_FEATURES)[number];

const share = (count: number, all: number) => (all === 0 ? 0 : count / all);
const countOf = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;
const rate = (count: number, words: number) => Math.min(1, share(10 * count, words));

/**
 * Features of a text's form, each 0 to 1, in the order of `GENRE_FEATURES`: none of them is what the text is about.
 * @param isNamed whether the memory has a speaker
 */
export function genreFeatures(text: string, role: MemoryRole, isNamed: boolean): number[] {
  const beginning = text.slice(0, MAX_LENGTH);
  const lines = lineFormsOf(text).before(beginning.length);
  const ofPeople = lines.filter(({ form }) => form === 'text' || form === 'item' || form === 'heading');
  const prose = ofPeople.map(({ start, end }) => beginning.slice(start, end)).join('\n');
  const features: Partial<Record<Feature, number>> = {
    bias: 1,
    speaker: Number(isNamed),
    [role]: 1,
    ...formFeatures(lines),
    ...proseFeatures(prose),
  };
  return GENRE_FEATURES.map((name) => features[name] ?? 0);
}

function formFeatures(lines: readonly Line[]): Partial<Record<Feature, number>> {
  const filled = lines.filter(({ form }) => form !== 'blank');
  const all = filled.reduce((sum, { start, end }) => sum + end - start, 0);
  const of = (form: LineForm) => {
    const length = filled.reduce((sum, line) => sum + (line.form === form ? line.end - line.start : 0), 0);
    return share(length, all);
  };
  const has = (...forms: LineForm[]) => Number(filled.some(({ form }) => forms.includes(form)));
  return {
    ...{ heading: of('heading'), item: of('item'), table: of('table'), csv: of('csv'), json: of('json') + of('xml') },
    ...{ log: of('log'), code: of('code'), anyHeading: has('heading'), anyCode: has('code', 'log') },
    ...{ anyData: has('json', 'xml', 'csv', 'table'), anyItem: has('item') },
    lines: Math.min(1, (filled.length - 1) / 8),
  };
}

function proseFeatures(prose: string): Partial<Record<Feature, number>> {
  const words = prose.match(/[\p{L}\p{M}]+(?:['’]\p{L}+)*/gu) ?? [];
  const lower = words.map((word) => word.toLowerCase().replace(/['’].*/, ''));
  const sentences = prose.split(/[.!?](?=\s|$)|\n/).filter((sentence) => /\p{L}/u.test(sentence));
  const lengths = sentences.map((sentence) => sentence.trim().split(/\s+/).length);
  const many = sentences.length;
  return {
    words: Math.min(1, words.length / 80),
    sentenceLength: Math.min(1, share(words.length, many) / 30),
    first: rate(lower.filter((word) => FIRST_PERSON.has(word)).length, words.length),
    second: rate(lower.filter((word) => SECOND_PERSON.has(word)).length, words.length),
    question: share(countOf(prose, /\?/g), many + 1),
    exclamation: share(countOf(prose, /!/g), many + 1),
    quotation: rate(countOf(prose, /["“”„«»]/g), words.length),
    lowerCase: share(sentences.filter((sentence) => /^\W{0,3}\p{Ll}/u.test(sentence.trim())).length, many),
    capitals: rate(countOf(prose, /(?<=[\p{L},] )\p{Lu}/gu), words.length * 2),
    digits: rate(countOf(prose, /\d+/g), words.length * 2),
    clockTime: rate(countOf(prose, /\b\d{1,2}[:.]\d\d\b/g), words.length),
    label: share(countOf(prose, /(?:^|\n|\. )[\p{L} ]{2,24}: /gu), many),
    symbols: rate(countOf(prose, /[→=+&×/()–;]|->/g), words.length),
    fullStops: share(countOf(prose, /\.(?:\s|$)/g), many),
    shortClauses: share(lengths.filter((length) => length <= 4).length, many),
    emoji: Number(/\p{Emoji_Presentation}|[:;]-?[)(DP]/u.test(prose)),
    abbreviations: rate(countOf(prose, /\b\p{Lu}{2,5}\b/gu), words.length),
  };
}
