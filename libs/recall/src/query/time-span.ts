import * as chrono from 'chrono-node/en';
import { SEASON_START_MONTH, SEASONS } from '#lexicon/calendar.js';
import { alternation } from '#lexicon/words.js';

/** A time span in milliseconds since 1970; the end is exclusive. */
export interface TimeSpan {
  readonly from: number;
  readonly to: number;
}

const DAY = 86_400_000;
/**
 * Maximum length of a question that is parsed: questions with dates are short, and chrono's time grows with the text.
 */
const MAX_LENGTH = 500;

const UNIT = /\b(last|past|previous|this|current) (week|weekend|month|year)\b/i;
const SEASON = new RegExp(`\\b(?:(last|this) )?(${alternation(SEASONS)})(?:(?: of)? ((?:19|20)\\d\\d))?\\b`, 'i');
const YEAR = /\b(?:in|during|of|since|year) ((?:19|20)\d\d)\b/i;
const AGO = /\bago\b/i;

/**
 * Parses the time span that a question names: a day, a week, a month, a season or a year, in UTC.
 * @param now reference time for "last week", in milliseconds since 1970
 * @returns null if the question names none
 */
export function parseTimeSpan(question: string, now: number): TimeSpan | null {
  const text = question.slice(0, MAX_LENGTH);
  return unitSpan(text, now) ?? seasonSpan(text, now) ?? dateSpan(text, now) ?? yearSpan(text);
}

function unitSpan(text: string, now: number): TimeSpan | null {
  const [, which = '', unit = ''] = UNIT.exec(text) ?? [];
  if (unit === '') return null;
  const unitsBack = /this|current/i.test(which) ? 0 : 1;
  const date = new Date(now);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  switch (unit.toLowerCase()) {
    case 'year':
      return { from: Date.UTC(year - unitsBack, 0, 1), to: Date.UTC(year - unitsBack + 1, 0, 1) };
    case 'month':
      return { from: Date.UTC(year, month - unitsBack, 1), to: Date.UTC(year, month - unitsBack + 1, 1) };
    default: {
      const monday = Date.UTC(year, month, date.getUTCDate() - ((date.getUTCDay() + 6) % 7) - unitsBack * 7);
      const from = unit.toLowerCase() === 'weekend' ? monday + 5 * DAY : monday;
      return { from, to: monday + 7 * DAY };
    }
  }
}

/**
 * A season without a year: "in summer" means the latest one that has begun, "last summer" the latest one that has
 * ended, and "this summer" that of the current year.
 */
function seasonSpan(text: string, now: number): TimeSpan | null {
  const [, which = '', season = '', stated] = SEASON.exec(text) ?? [];
  const month = SEASON_START_MONTH[season.toLowerCase()];
  if (
    month === undefined ||
    (stated === undefined && which === '' && !/\b(?:in|during) (?:the )?\w+\s*\??$/i.test(text))
  )
    return null;
  const spanOf = (year: number): TimeSpan => ({ from: Date.UTC(year, month, 1), to: Date.UTC(year, month + 3, 1) });
  if (stated !== undefined) return spanOf(Number(stated));
  const year = new Date(now).getUTCFullYear();
  const current = spanOf(year);
  const isOver = /last/i.test(which) ? current.to <= now : current.from <= now;
  return isOver || /this/i.test(which) ? current : spanOf(year - 1);
}

/** Date found by chrono: a day if one is stated, otherwise the month. A month without a year is never in the future. */
function dateSpan(text: string, now: number): TimeSpan | null {
  const result = chrono.parse(text, { instant: new Date(now), timezone: 0 }, { forwardDate: false })[0];
  if (result === undefined) return null;
  const { start, end } = result;
  const from = start.date().getTime();
  if (Number.isNaN(from)) return null;
  if (end) return { from: midnight(from), to: midnight(end.date().getTime()) + DAY };
  if (
    ['day', 'weekday'].some((part) => start.isCertain(part as 'day')) ||
    AGO.test(result.text) ||
    isRelativeDay(result.text)
  )
    return { from: midnight(from), to: midnight(from) + DAY };
  if (!start.isCertain('month')) return null;
  const month = new Date(start.isCertain('year') || from <= now ? from : yearBefore(from));
  const [year, number] = [month.getUTCFullYear(), month.getUTCMonth()];
  return { from: Date.UTC(year, number, 1), to: Date.UTC(year, number + 1, 1) };
}

function yearSpan(text: string): TimeSpan | null {
  const year = Number(YEAR.exec(text)?.[1]);
  return Number.isNaN(year) ? null : { from: Date.UTC(year, 0, 1), to: Date.UTC(year + 1, 0, 1) };
}

function isRelativeDay(text: string): boolean {
  return /\b(?:today|yesterday|tonight|last night|this (?:morning|afternoon|evening))\b/i.test(text);
}

function midnight(time: number): number {
  return Math.floor(time / DAY) * DAY;
}

function yearBefore(time: number): number {
  const date = new Date(time);
  return Date.UTC(date.getUTCFullYear() - 1, date.getUTCMonth(), 1);
}
