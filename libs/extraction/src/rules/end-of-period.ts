import { monthNumber, MONTHS } from '#lexicon/calendar.js';
import { alternation } from '#lexicon/words.js';
import { tenseOf } from './tense.js';
import { yearOfDate } from './yearless-date.js';

/** "(at the) end of this year", "end of the month", "end of June 2027". */
const END_OF_PERIOD = new RegExp(
  `\\bend of (?:(?:(?:the|this|(next)|(last)) )?(year|month)\\b|(?:next |last )?(${alternation(MONTHS)})\\b(?:,? (\\d{4}))?)`,
  'i',
);

/** Last day of the year or month whose end a clause names, or null. */
export function endOfPeriod(clause: string, reference: Date): Date | null {
  const found = END_OF_PERIOD.exec(clause);
  if (found === null) return null;
  const [whole, next, last, period, month, year] = found;
  if (month === undefined) {
    const shift = next !== undefined ? 1 : last !== undefined ? -1 : 0;
    return lastDayOf(period?.toLowerCase() === 'year' ? 'year' : 'month', shift, clause, reference);
  }
  const dateIn = (one: number) => new Date(Date.UTC(one, monthNumber(month) + 1, 0));
  if (year !== undefined) return dateIn(Number(year));
  const place = { index: found.index + whole.length - month.length, end: found.index + whole.length };
  return dateIn(yearOfDate(clause, place, dateIn, reference));
}

/** What ended "at the end of the year" did so at the last such end; else the next one is meant. */
function lastDayOf(period: 'year' | 'month', shift: number, clause: string, reference: Date): Date {
  const dateAt = (moved: number) =>
    period === 'year'
      ? new Date(Date.UTC(reference.getUTCFullYear() + moved, 11, 31))
      : new Date(Date.UTC(reference.getUTCFullYear(), reference.getUTCMonth() + 1 + moved, 0));
  const isOver = shift === 0 && tenseOf(clause) === 'past' && dateAt(0) > reference;
  return dateAt(isOver ? -1 : shift);
}
