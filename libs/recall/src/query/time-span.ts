import * as chrono from 'chrono-node';

/** A stretch of time, in milliseconds since 1970; the end is not part of it. */
export interface TimeSpan {
  readonly from: number;
  readonly to: number;
}

const DAY = 86_400_000;
/** Of a question; dates stand in short ones, and chrono's time grows with the text. */
const MAX_LENGTH = 500;
const SEASON_MONTH: Readonly<Record<string, number>> = { spring: 2, summer: 5, autumn: 8, fall: 8, winter: 11 };

const UNIT = /\b(last|past|previous|this|current) (week|weekend|month|year)\b/i;
const SEASON = /\b(?:(last|this) )?(spring|summer|autumn|fall|winter)(?:(?: of)? ((?:19|20)\d\d))?\b/i;
const YEAR = /\b(?:in|during|of|since|year) ((?:19|20)\d\d)\b/i;
const AGO = /\bago\b/i;

/**
 * The stretch of time that a question names: a day, a week, a month, a season or a year, in UTC.
 * @param now what "last week" is seen from, in milliseconds
 * @returns null where it names none
 */
export function parseTimeSpan(question: string, now: number): TimeSpan | null {
  const text = question.slice(0, MAX_LENGTH);
  return unitSpan(text, now) ?? seasonSpan(text, now) ?? dateSpan(text, now) ?? yearSpan(text);
}

function unitSpan(text: string, now: number): TimeSpan | null {
  const [, which = '', unit = ''] = UNIT.exec(text) ?? [];
  if (unit === '') return null;
  const back = /this|current/i.test(which) ? 0 : 1;
  const date = new Date(now);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  switch (unit.toLowerCase()) {
    case 'year':
      return { from: Date.UTC(year - back, 0, 1), to: Date.UTC(year - back + 1, 0, 1) };
    case 'month':
      return { from: Date.UTC(year, month - back, 1), to: Date.UTC(year, month - back + 1, 1) };
    default: {
      const monday = Date.UTC(year, month, date.getUTCDate() - ((date.getUTCDay() + 6) % 7) - back * 7);
      const from = unit.toLowerCase() === 'weekend' ? monday + 5 * DAY : monday;
      return { from, to: monday + 7 * DAY };
    }
  }
}

/** "In summer" is the one before now, or that which is. */
function seasonSpan(text: string, now: number): TimeSpan | null {
  const [, which = '', season = '', stated] = SEASON.exec(text) ?? [];
  const month = SEASON_MONTH[season.toLowerCase()];
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

/** What chrono finds: the day where one is said, else the month. */
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
