import * as chrono from 'chrono-node/en';
import type { ParsedResult } from 'chrono-node/en';
import { LRUCache } from 'lru-cache';
import { dateOfNanos, nanosOfDate } from '#contracts/clock.js';
import type { Polarity } from '#contracts/observations.js';
import { endOfPeriod } from './end-of-period.js';
import { tenseOf, type Tense } from './tense.js';
import { monthAlone, yearOfDate } from './yearless-date.js';
import { MONTHS, SEASON_START_MONTH, SEASONS, WEEKDAY_NAMES } from '#lexicon/calendar.js';
import { alternation } from '#lexicon/words.js';

const WEEK_MS = 7 * 86_400_000;
const MAX_CLAUSE_LENGTH = 300;
/** Words of dates; chrono runs only on clauses with one of them. */
const DATE_CUE = new RegExp(
  `\\b(?:${alternation(MONTHS)}|${alternation(WEEKDAY_NAMES)}|today|tonight|tomorrow|yesterday|ago|last|next|this|since|until|end of|\\d{4}|\\d{1,2}(?:st|nd|rd|th))\\b`,
  'i',
);
/** Words that are months only after certain words. */
const WORD_OF_MONTH = /^(?:march|may|mar)$/;
/** "last day" of something, not the previous day: "my last day at Acme is on 15 May". */
const LAST_DAY = /^(?:last|next|first) day$/i;
const SEASON = new RegExp(`\\b(last|this|next|in the) (${alternation(SEASONS)})\\b`, 'i');
/** A day that recurs dates nothing: "every Tuesday". */
const RECURRING = /\b(?:every|each)\s+(?:other\s+|second\s+)?\p{L}+/giu;
/** Nor does how long something has been so: "for 31 years". */
const FOR_YEARS = /\bfor\s+(?:\d+|\p{L}+)\s+years\b/giu;
const BARE_YEAR = /\b(?:in|since|until|till|from|by|of) ((?:19|20)\d\d)\b/i;

/**
 * Date that a clause states, in Unix nanoseconds. A date without time of day is midnight UTC; one on the day of the
 * memory is the memory's own time.
 * @returns null if the clause states none
 */
export function statedTime(clause: string, eventAtUnixNanos: bigint): bigint | null {
  const text = (clause.length > MAX_CLAUSE_LENGTH ? clause.slice(0, MAX_CLAUSE_LENGTH) : clause)
    .replace(RECURRING, '')
    .replace(FOR_YEARS, '');
  if (!DATE_CUE.test(text) && !SEASON.test(text)) return null;
  const reference = dateOfNanos(eventAtUnixNanos);
  if (Number.isNaN(reference.getTime())) return null;
  const stated =
    seasonOf(text, reference) ?? endOfPeriod(text, reference) ?? parsedDate(text, reference) ?? yearOf(text);
  if (stated === null || Number.isNaN(stated.getTime())) return null;
  const sameDay = stated.toISOString().slice(0, 10) === reference.toISOString().slice(0, 10);
  return sameDay ? eventAtUnixNanos : nanosOfDate(stated);
}

/** A date at which something ends: "until March". */
const END_DATE = /\b(?:until|till|til)\b.*$/isu;

/**
 * Time of a claim by its clause, in Unix nanoseconds: that of the memory if the clause states none. What still holds
 * does not begin when it is to end ("here until March"). Null if it begins only after the day of the memory.
 */
export function timeOfClaim(clause: string, polarity: Polarity, eventAtUnixNanos: bigint): bigint | null {
  const begins = polarity === 'asserted' ? clause.replace(END_DATE, '') : clause;
  const stated = statedTime(begins, eventAtUnixNanos) ?? eventAtUnixNanos;
  return polarity === 'asserted' && stated > eventAtUnixNanos ? null : stated;
}

/** Day on which a clause says that something ends ("until 11 May"), in Unix nanoseconds; null if it says none. */
export function statedEnd(clause: string, eventAtUnixNanos: bigint): bigint | null {
  const end = END_DATE.exec(clause)?.[0];
  return end === undefined ? null : statedTime(end, eventAtUnixNanos);
}

/** Cache of parsed dates: both stages that run on every memory need those of the same clauses. */
const PARSED = new LRUCache<string, { readonly date: Date | null }>({ max: 200 });

function parsedDate(text: string, reference: Date): Date | null {
  const key = `${String(reference.getTime())} ${text}`;
  const known = PARSED.get(key) ?? { date: parseDate(text, reference) };
  PARSED.set(key, known);
  return known.date;
}

function parseDate(text: string, reference: Date): Date | null {
  const result = chrono.parse(text, { instant: reference, timezone: 0 }).find((found) => !LAST_DAY.test(found.text));
  const month = monthAlone(text);
  // chrono ignores "last May" and "until May", and takes the nearest May whatever the tense.
  if (month !== null && (result === undefined || result.index >= month.index)) {
    const stated = result?.index === month.index && result.start.isCertain('year') ? result.start.get('year') : null;
    const dateIn = (year: number) => new Date(Date.UTC(year, month.month, 1));
    return dateIn(stated ?? yearOfDate(text, month, dateIn, reference));
  }
  if (result === undefined || WORD_OF_MONTH.test(result.text) || !isDate(result)) return null;
  return dateOf(result, text, reference);
}

/** Date of a parse result, in the year or week that its context indicates. */
function dateOf(result: ParsedResult, text: string, reference: Date): Date {
  const { start } = result;
  const date = start.isCertain('hour') ? start.date() : midnight(start.date());
  if (start.isCertain('month') && !start.isCertain('year')) {
    const dateIn = (year: number) => inYear(date, year);
    const place = { index: result.index, end: result.index + result.text.length };
    return dateIn(yearOfDate(text, place, dateIn, reference));
  }
  const weekdayOnly = start.isCertain('weekday') && !start.isCertain('day');
  const stated = /\b(?:last|this|next)\b/i.test(result.text);
  return weekdayOnly && !stated ? nearestBy(tenseOf(text), date, reference) : date;
}

/** Whether any component of a parse result is stated: chrono also accepts a bare "now". */
function isDate({ start, text }: ParsedResult): boolean {
  const certain = (['day', 'month', 'year', 'weekday', 'hour'] as const).some((part) => start.isCertain(part));
  return certain || /\b(?:ago|last|next|today|tomorrow|yesterday|tonight)\b/i.test(text);
}

/** Moves a weekday into the week that the tense indicates. */
function nearestBy(tense: Tense | null, date: Date, reference: Date): Date {
  if (tense === 'past' && date > reference) return new Date(date.getTime() - WEEK_MS);
  if (tense === 'future' && date < midnight(reference)) return new Date(date.getTime() + WEEK_MS);
  return date;
}

function inYear(date: Date, year: number): Date {
  const moved = new Date(date);
  moved.setUTCFullYear(year);
  return moved;
}

function yearOf(text: string): Date | null {
  const year = BARE_YEAR.exec(text)?.[1];
  return year === undefined ? null : new Date(Date.UTC(Number(year), 0, 1));
}

function seasonOf(text: string, reference: Date): Date | null {
  const match = SEASON.exec(text);
  const month = SEASON_START_MONTH[match?.[2]?.toLowerCase() ?? ''];
  if (match === null || month === undefined) return null;
  return new Date(Date.UTC(yearOfSeason(match[1]?.toLowerCase() ?? '', month, text, reference), month, 1));
}

/** Year in which the season that begins with a month begins, by "last", "this" or "next". */
function yearOfSeason(word: string, month: number, clause: string, reference: Date): number {
  const [year, now] = [reference.getUTCFullYear(), reference.getUTCMonth()];
  if (word === 'in the' && month > now && tenseOf(clause) === 'past') return year - 1;
  if (word === 'last') return month + 3 <= now ? year : year - 1;
  // In January, "this winter" began last December.
  if (word === 'this' && month === 11 && now < 2) return year - 1;
  return word === 'next' && month <= now ? year + 1 : year;
}

function midnight(date: Date): Date {
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()));
}
