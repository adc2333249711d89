import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { MONTHS, WEEKDAYS } from './calendar.js';
import { TENS, UNITS } from './numbers.js';
import { IGNORED_TITLES } from './titles.js';

const ROOT = new URL('../../../', import.meta.url);
const LISTS = { MONTHS, WEEKDAYS, NUMBERS: [...UNITS, ...TENS], IGNORED_TITLES };
/** Entries in a row that make a copy of a list. */
const COPIED = 5;

test.each(Object.entries(LISTS))('no other library or app repeats the list %s', (_, list) => {
  const entries = new Set(list);
  expect(sources().filter((file) => longestRun(readFileSync(new URL(file, ROOT), 'utf8'), entries) >= COPIED)).toEqual(
    [],
  );
});

test('a copied list is seen however its entries are separated', () => {
  const months = new Set(MONTHS);
  const copies = [
    'jan feb mar apr may',
    '/jan|feb|mar|apr|may/',
    "'jan', 'feb', 'mar', 'apr', 'may'",
    'june?|july?|jan|feb|mar',
  ];
  expect(copies.map((copy) => longestRun(copy, months))).toEqual([5, 5, 5, 5]);
  expect(longestRun('jan and feb and mar and apr and may', months)).toBe(1);
});

function sources(): string[] {
  return ['libs', 'apps'].flatMap((folder) =>
    readdirSync(new URL(folder, ROOT), { recursive: true, encoding: 'utf8' })
      .map((name) => `${folder}/${name}`)
      .filter((name) => /\.ts$/.test(name) && !/\.test\.ts$|^libs\/lexicon\//.test(name)),
  );
}

/** Most entries that stand in a row, divided by anything but words. */
function longestRun(text: string, entries: ReadonlySet<string>): number {
  let [longest, run] = [0, 0];
  for (const [word] of text.matchAll(/\p{L}+/gu)) {
    run = entries.has(word) ? run + 1 : 0;
    longest = Math.max(longest, run);
  }
  return longest;
}
