import { expect, test } from '@jest/globals';
import { answerPassage } from './answer-passage.js';
import { loadTokenCounter } from './count-tokens.js';

const countTokens = await loadTokenCounter();

function passage(text: string, terms: string[], maxTokens: number): string {
  return answerPassage(text, new Set(terms), maxTokens, countTokens);
}

const ROWS = Array.from({ length: 60 }, (_, i) => `| ${String(i)} | item ${String(i)} |`);
const TABLE = ['# Stock', '', '| no | what |', '| -- | ---- |', ...ROWS].join('\n');

test('a row of a table comes with its heading and the head of the table', () => {
  const shown = passage(TABLE.replace('| 40 | item 40 |', '| 40 | kettle |'), ['kettl'], 60);
  expect(shown.split('\n')).toEqual(
    expect.arrayContaining(['# Stock', '| no | what |', '| -- | ---- |', '| 40 | kettle |']),
  );
  expect(shown).not.toContain('item 10 ');
});

test('of a long line the sentences that answer are given, whole', () => {
  const filler = 'Nothing happened on that day either. '.repeat(40);
  const shown = passage(`${filler}Not before May will Ana move to Oulu. ${filler}`, ['oulu'], 60);
  expect(shown).toContain('Not before May will Ana move to Oulu.');
  expect(countTokens(shown)).toBeLessThanOrEqual(60);
});

test('the rarer term of the question decides', () => {
  const text = [...Array.from({ length: 40 }, () => 'Ana paid the bill.'), 'Ana sold the kettle.', 'Bo slept.'].join(
    '\n',
  );
  expect(passage(text, ['ana', 'kettl'], 30)).toContain('Ana sold the kettle.');
});

test('without a term of the question the beginning is given', () => {
  expect(passage(TABLE, ['zebra'], 40)).toMatch(/^# Stock\n/);
});

test('a line that does not fit is cut at the end of a word', () => {
  const shown = passage('kettle '.repeat(500), ['kettl'], 40);
  expect(shown).toMatch(/^(?:kettle )+kettle…$/);
  expect(countTokens(shown)).toBeLessThanOrEqual(40);
});
