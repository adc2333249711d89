import type { StatementObject } from '#contracts/observations.js';
import { nameForm, type Gazetteers } from '../names/gazetteers.js';
import { surfaceForm } from '../names/find-names.js';
import { MONTHS, WEEKDAYS } from '#lexicon/calendar.js';
import { FUNCTION_WORDS } from '#lexicon/function-words.js';
import { numberOf } from '../text/number-words.js';
import type { Token } from '../text/tokenizer.js';
import type { ValueKind } from './language/claim-rule.js';
import { type Item, wordAt } from './language/items.js';
import { PHRASE_STOPS, PHRASE_TAILS, POINTING_WORDS } from '#lexicon/function-words.js';
import { VOCABULARIES } from './language/vocabulary.js';
import { JOBS, OFFICES } from '#lexicon/jobs.js';
import { UNITS } from '#lexicon/numbers.js';
import { alternation, words } from '#lexicon/words.js';

/** Source of values: the items of one sentence. */
export interface ValueSource {
  readonly text: string;
  readonly tokens: readonly Token[];
  readonly items: readonly Item[];
  readonly gazetteers: Gazetteers;
}

/** Object of a statement, with its item range, end exclusive. */
export interface ValueMatch {
  readonly object: StatementObject;
  readonly items: readonly [number, number];
}

const MAX_PHRASE_ITEMS = 14;
const PART_OF_HEIGHT = new RegExp(
  `^(?:\\d[\\d.,]*(?:m|cm|ft)?|['"’”]|m|cm|ft|foot|feet|inches|in|${alternation(UNITS.slice(4, 11))})$`,
);
const NO_IMPERATIVES =
  /^(?:been|had|heard|seen|done|gone|knew|thought|mind|again|the|a|my|i|he|she|it|we|they|too|so|fun)$/;
const CLAUSE_PUNCTUATION = /^[,;:!?…()[\]"“”–—|]$|^\.+$|^-$/u;

type Reader = (source: ValueSource, range: readonly [number, number]) => ValueMatch | null;

const READERS: Readonly<Record<ValueKind, Reader>> = {
  phrase: (source, range) => readPhrase(source, withoutTime(source.items, range), true),
  date: (source, range) => readPhrase(source, range, true),
  role: readRole,
  title: (source, [start, end]) => textValue(source, start, end),
  clause: (source, range) => readClause(source, range),
  intent: (source, range) => readClause(source, range, true),
  instruction: readInstruction,
  noun: readNoun,
  number: readNumber,
  name: readName,
  email: (source, range) => readToken(source, range, /^[^@\s]+@[^@\s][^@\s.]*\.[^@\s]+$/),
  phone: (source, range) => readRun(source, range, /^[+\d()./ -]+$/, /^(?:\D*\d){7,15}\D*$/),
  height: readHeight,
};

/** Reads the object of a statement from the items that its pattern left; null if they are not a value of this kind. */
export function readValue(source: ValueSource, kind: ValueKind, range: readonly [number, number]): ValueMatch | null {
  return READERS[kind](source, range);
}

/** A range up to words that only tell when: "MS last year", "asthma in 2019". */
function withoutTime(items: readonly Item[], [start, limit]: readonly [number, number]): readonly [number, number] {
  const most = Math.min(limit, start + MAX_PHRASE_ITEMS);
  for (let i = start + 1; i < most; i++) {
    const [word, next] = [wordAt(items, i), wordAt(items, i + 1)];
    if (/^(?:last|next|this)$/.test(word) && TIME_NOUN.test(next)) return [start, i];
    if (word === 'in' && (/^(?:19|20)\d\d$/.test(next) || MONTHS.has(next))) return [start, i];
  }
  return [start, limit];
}

const TIME_NOUN = /^(?:week|month|year|weekend|spring|summer|autumn|winter|morning|night)$/;

function readPhrase(source: ValueSource, range: readonly [number, number], stopsAtAnd: boolean): ValueMatch | null {
  const start = range[0];
  const end = phraseEnd(source.items, range, stopsAtAnd);
  const first = source.items[start];
  if (end === start || first === undefined || isPointing(source.items, start, end)) return null;
  if (end === start + 1 && first.name !== null && first.name.type !== null) {
    return { object: { kind: 'entity', type: first.name.type, name: first.name.name }, items: [start, end] };
  }
  return textValue(source, start, end);
}

/** Reads what somebody is head of; in "Ana is chair, head of sales is Bo" the phrase says who else is. */
function readRole(source: ValueSource, range: readonly [number, number]): ValueMatch | null {
  const phrase = READERS.phrase(source, range);
  if (phrase === null) return null;
  const inside = source.items.slice(...phrase.items);
  return inside.some(({ word }) => /^(?:is|are|was|were)$/.test(word)) ? null : phrase;
}

function phraseEnd(items: readonly Item[], [start, limit]: readonly [number, number], stopsAtAnd: boolean): number {
  let end = start;
  while (end < Math.min(limit, start + MAX_PHRASE_ITEMS) && !endsPhrase(items, end, stopsAtAnd)) end += 1;
  while (end > start && PHRASE_TAILS.has(wordAt(items, end - 1))) end -= 1;
  return end;
}

/**
 * Whether a phrase only refers to something else ("it", "him", "this one"), unless it continues ("it when people
 * sing").
 */
function isPointing(items: readonly Item[], start: number, end: number): boolean {
  const word = wordAt(items, start);
  if (/^(?:it|him|her|them|you|me|us)$/.test(word)) return wordAt(items, start + 1) !== 'when';
  if (end > start + 1 || items[start]?.name) return false;
  return POINTING_WORDS.has(word) || !/[\p{L}\p{N}]/u.test(word);
}

function endsPhrase(items: readonly Item[], i: number, stopsAtAnd: boolean): boolean {
  const word = wordAt(items, i);
  if (items[i]?.name) return false;
  if (CLAUSE_PUNCTUATION.test(word) || PHRASE_STOPS.has(word) || /\p{Extended_Pictographic}/u.test(word)) return true;
  if (word !== 'and' && word !== 'or') return false;
  const next = wordAt(items, i + 1);
  return /^(?:i|he|she|we|they|my|it|you)$/.test(next) || (stopsAtAnd && /^(?:is|was|has|works?|lives?)$/.test(next));
}

/**
 * Reads what someone does or plans: a verb with at least one word.
 *
 * @param refers whether that word may be only a reference, as in "review it"
 */
function readClause(source: ValueSource, range: readonly [number, number], refers = false): ValueMatch | null {
  const first = source.items[range[0]];
  if (first === undefined || first.name !== null || !/^\p{L}/u.test(first.word)) return null;
  if (VOCABULARIES.det.has(first.word) || /^(?:be|not|never|have|to|no)$/.test(first.word)) return null;
  const phrase = readPhrase(source, range, false);
  if (phrase === null) return null;
  const [start, end] = phrase.items;
  const isVague = POINTING_WORDS.has(wordAt(source.items, end - 1)) && !refers;
  return end - start > 2 || (end - start === 2 && !isVague) ? phrase : null;
}

/** Reads an instruction: "never send me surveys", but not "never heard of it". */
function readInstruction(source: ValueSource, [start, end]: readonly [number, number]): ValueMatch | null {
  const opensWithAdverb = /^(?:always|never)$/.test(wordAt(source.items, start));
  const verb = wordAt(source.items, opensWithAdverb ? start + 1 : start);
  if (!/^\p{L}+$/u.test(verb) || /(?:ed|ing|[^s]s)$/.test(verb) || NO_IMPERATIVES.test(verb)) return null;
  const phrase = readPhrase(source, [start, end], false);
  return phrase !== null && phrase.items[1] - phrase.items[0] > 1 ? phrase : null;
}

/** Reads a noun of a vocabulary with its attributes ("senior data engineer"), or a free phrase. */
function readNoun(source: ValueSource, [start, end]: readonly [number, number]): ValueMatch | null {
  const isFree = end === source.items.length && end - start > 1;
  if (isFree) {
    const phrase = readPhrase(source, [start, end], true);
    return phrase === null
      ? null
      : textValue(source, withoutArticle(source.items, start, phrase.items[1]), phrase.items[1]);
  }
  let first = start;
  const noun = wordAt(source.items, end - 1);
  const isOfJob = JOBS.has(noun) || OFFICES.has(noun);
  while (first > 0 && start - first < 3 && isAttribute(source.items[first - 1], isOfJob)) first -= 1;
  return textValue(source, withoutArticle(source.items, first, end), end);
}

function withoutArticle(items: readonly Item[], start: number, end: number): number {
  let first = start;
  while (first < end - 1 && VOCABULARIES.det.has(wordAt(items, first))) first += 1;
  return first;
}

/** Words before a job that do not belong to it: verbs, adverbs, numbers, and what says that it is over or another. */
const NO_QUALIFIER = new RegExp(
  `^(?:${alternation([
    ...words(`becomes remain remains stay stays acts serves retired says tells asks said told met saw got left paid made
      took found sent gave had knew heard new old first second third next last other own same current yesterday today
      tomorrow`),
    ...WEEKDAYS,
  ])}|.+ly|(?!registered|qualified|trained|certified|licensed|chartered|skilled|specialised|experienced)\\p{L}+ed)$`,
  'u',
);

function isAttribute(item: Item | undefined, isOfJob: boolean): boolean {
  return (
    item !== undefined &&
    item.name === null &&
    /^\p{L}[\p{L}-]+$/u.test(item.word) &&
    !FUNCTION_WORDS.has(item.word) &&
    !VOCABULARIES.det.has(item.word) &&
    !NO_ATTRIBUTE.test(item.word) &&
    !(isOfJob && NO_QUALIFIER.test(item.word))
  );
}

/** Words before a noun that do not belong to it: verbs whose object it is, numbers, and what makes it past. */
const NO_ATTRIBUTE =
  /^(?:as|work|works|worked|working|was|became|two|three|four|former|ex|previous|previously|formerly|wears?|wearing|uses?|using|needs?|keeps?|holds?|holding|owns?|buys?|bought|buying|got|sold|inherited|scrapped)$/;

/** Reads a number from 1 to 120: an integer if written in digits, else its words. */
function readNumber(source: ValueSource, [start]: readonly [number, number]): ValueMatch | null {
  const { items } = source;
  const word = wordAt(items, start);
  const number = numberOf(word);
  const next = wordAt(items, start + 1);
  if (number === null || number > 120 || number < 1) return null;
  if (!/^(?:|[,.;!)?…]+|years?|yrs?|yo|y\.o\.|now|and|but|so|today|yesterday|this|last|on|in|next)$/.test(next))
    return null;
  if (/^(?:in|on)$/.test(next) && /^\d/.test(wordAt(items, start + 2))) return null;
  if (!/^\d/.test(word)) return textValue(source, start, start + 1);
  return { object: { kind: 'value', value: { type: 'integer', value: BigInt(number) } }, items: [start, start + 1] };
}

function readName(source: ValueSource, [start]: readonly [number, number]): ValueMatch | null {
  const item = source.items[/^["“']$/.test(wordAt(source.items, start)) ? start + 1 : start];
  if (item === undefined) return null;
  const isUnknown =
    /^\p{L}[\p{L}\p{M}'-]+$/u.test(item.word) &&
    !FUNCTION_WORDS.has(item.word) &&
    !source.gazetteers.commonWords.has(nameForm(item.word));
  if (item.name === null && !isUnknown) return null;
  return textValue(source, source.items.indexOf(item, start), source.items.indexOf(item, start) + 1);
}

function readToken(source: ValueSource, [start, end]: readonly [number, number], form: RegExp): ValueMatch | null {
  for (let i = start; i < Math.min(end, start + 3); i++) {
    const word = wordAt(source.items, i);
    if (form.test(word)) return textValue(source, i, i + 1);
  }
  return null;
}

/** Reads adjacent items of which each matches one form, and all together another: a telephone number. */
function readRun(
  source: ValueSource,
  [start, limit]: readonly [number, number],
  part: RegExp,
  whole: RegExp,
): ValueMatch | null {
  let end = start;
  while (end < Math.min(limit, start + MAX_PHRASE_ITEMS) && part.test(wordAt(source.items, end))) end += 1;
  const isOpened = source.items.slice(start, end).some(({ word }) => word.includes('('));
  const closes = (word: string) => word === '.' || (word === ')' && !isOpened);
  while (end > start && closes(wordAt(source.items, end - 1))) end -= 1;
  if (end === start) return null;
  const value = textValue(source, start, end);
  return whole.test(textOf(source, start, end)) ? value : null;
}

function readHeight(source: ValueSource, range: readonly [number, number]): ValueMatch | null {
  const [start, limit] = range;
  let end = start;
  while (end < Math.min(limit, start + 6) && PART_OF_HEIGHT.test(wordAt(source.items, end))) {
    end += 1;
  }
  const form = textOf(source, start, end);
  const isHeight =
    /^(?:[12][.,]\d\d ?m?|1\d\d ?cm|[4-7] ?(?:'|’|ft|foot|feet) ?\d{0,2} ?(?:"|”|in|inches)?|(?:four|five|six|seven) (?:foot|feet)(?: \w+)?)$/i;
  return isHeight.test(form) ? textValue(source, start, end) : null;
}

function textOf({ text, tokens, items }: ValueSource, start: number, end: number): string {
  return end > start ? surfaceForm(text, tokens, items[start]?.first ?? 0, items[end - 1]?.last ?? 0) : '';
}

function textValue(source: ValueSource, start: number, end: number): ValueMatch {
  return { object: { kind: 'value', value: { type: 'text', value: textOf(source, start, end) } }, items: [start, end] };
}
