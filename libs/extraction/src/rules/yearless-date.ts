import { tenseOf } from './tense.js';
import { monthNumber, MONTHS } from '#lexicon/calendar.js';
import { alternation } from '#lexicon/words.js';

/** Months as they are written without a day; "mar" is read only with one. */
const MONTH_NAME = alternation([...MONTHS].filter((name) => name !== 'mar'));
/** A month without a day. "may" and "march" are words too, so one of these words must precede it. */
const MONTH = new RegExp(
  `\\b(last|past|previous|next|coming|this|in|since|until|till|by|from|around|early|late|mid)[ -](?:early |late |mid[ -]?)?(${MONTH_NAME})\\b(?! \\d)`,
  'i',
);
const LAST = /\b(?:last|past|previous)\s*$/i;
const NEXT = /\b(?:next|coming)\s*$/i;
const YEAR_AFTER = /^,?\s+(last|this|next) year\b/i;

/** Span of a month without a day in a clause, and the month: 0 for January. */
export interface MonthAlone {
  readonly index: number;
  readonly end: number;
  readonly month: number;
}

/** First month of a clause without a day, or null. */
export function monthAlone(clause: string): MonthAlone | null {
  const found = MONTH.exec(clause);
  const name = found?.[2];
  if (found === null || name === undefined) return null;
  const end = found.index + found[0].length;
  return { index: end - name.length, end, month: monthNumber(name) };
}

/**
 * Year of a date that a clause states without one: by "last", "next" or "this year"; else the latest or the next one by
 * tense; else the nearest.
 * @param index start of the date in the clause
 * @param end index after the date
 * @param dateIn the date in a given year
 * @param reference time of the memory
 */
export function yearOfDate(
  clause: string,
  { index, end }: { readonly index: number; readonly end: number },
  dateIn: (year: number) => Date,
  reference: Date,
): number {
  const year = reference.getUTCFullYear();
  const stated = YEAR_AFTER.exec(clause.slice(end))?.[1]?.toLowerCase();
  if (stated !== undefined) return year + (stated === 'last' ? -1 : stated === 'next' ? 1 : 0);
  const before = clause.slice(0, index);
  const direction = LAST.test(before) ? 'past' : NEXT.test(before) ? 'future' : tenseOf(clause);
  if (direction === 'past') return dateIn(year) <= reference ? year : year - 1;
  const next = dateIn(year) < startOfMonth(reference) ? year + 1 : year;
  if (direction === 'future') return next;
  const distance = (candidate: number) => Math.abs(dateIn(candidate).getTime() - reference.getTime());
  return [year - 1, year, year + 1].reduce((best, other) => (distance(other) < distance(best) ? other : best));
}

function startOfMonth(date: Date): Date {
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1));
}
