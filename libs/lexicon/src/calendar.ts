import { words } from './words.js';

/** Names of the months, January first. */
export const MONTH_NAMES =
  'january february march april may june july august september october november december'.split(' ');
/** Short names of the months, January first. */
export const MONTH_ABBREVIATIONS = MONTH_NAMES.map((name) => name.slice(0, 3));
/** Number of the month that a name or short name of one begins, 0 for January. */
export function monthNumber(name: string): number {
  return MONTH_ABBREVIATIONS.findIndex((short) => name.toLowerCase().startsWith(short));
}
/** Names and short names of months. */
export const MONTHS = new Set([...MONTH_NAMES, ...MONTH_ABBREVIATIONS, 'sept']);
/** Months that are first names too. */
export const MONTHS_LIKE_FIRST_NAMES = words('april may june august jun jan mar');

/** Names of the days of the week. */
export const WEEKDAY_NAMES = 'monday tuesday wednesday thursday friday saturday sunday'.split(' ');
/** Names and short names of the days of the week. */
export const WEEKDAYS = new Set([...WEEKDAY_NAMES, ...words('mon tue tues wed thu thurs fri sat sun')]);

/** Words that a day or time ahead begins with, behind "on", "next", "in" or "until". */
export const DAY_WORDS: ReadonlySet<string> = new Set([
  ...MONTHS,
  ...WEEKDAYS,
  ...words('week month year weekend days weeks months years spring summer autumn winter fall end beginning start'),
  ...Array.from({ length: 31 }, (_, i) => String(i + 1)).flatMap((day) => [
    day,
    ...['st', 'nd', 'rd', 'th'].map((ending) => day + ending),
  ]),
]);

/** First month of each season, 0 for January. */
export const SEASON_START_MONTH: Readonly<Record<string, number>> = {
  spring: 2,
  summer: 5,
  autumn: 8,
  fall: 8,
  winter: 11,
};
export const SEASONS = Object.keys(SEASON_START_MONTH);

export const HOLIDAYS = words(`
  christmas easter diwali eid ramadan hanukkah thanksgiving halloween passover holi nowruz songkran oktoberfest
  juneteenth
`);
