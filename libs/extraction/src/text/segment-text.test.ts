import { expect, test } from '@jest/globals';
import { segmentText } from './segment-text.js';

function wordsOf(text: string): number[] {
  return [...segmentText(text)].map(({ sentences }) => sentences.reduce((sum, { tokens }) => sum + tokens.length, 0));
}

test('a segment has as many sentences as fit', () => {
  expect(wordsOf('One two three. Four five.')).toEqual([7]);
  expect(wordsOf(`${'word '.repeat(60)}. ${'word '.repeat(48)}. Last one.`)).toEqual([110, 3]);
  expect(wordsOf(`${'word '.repeat(60)}. ${'word '.repeat(49)}.`)).toEqual([61, 50]);
});

test('sentences without words are dropped, but too many of them end a segment', () => {
  expect(wordsOf('Hello there.\n!!!\n???\nBye now.')).toEqual([6]);
  expect(wordsOf('?\n'.repeat(200))).toEqual([0, 0, 0, 0]);
});

test('an empty text has no segments', () => {
  expect([...segmentText('')]).toEqual([]);
});
