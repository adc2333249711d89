import { expect, test } from '@jest/globals';
import { segmentText } from './segment-text.js';

function wordsOf(text: string): number[] {
  return [...segmentText(text)].map(({ sentences }) => sentences.reduce((sum, { tokens }) => sum + tokens.length, 0));
}

test('sentences are read together as long as they fit', () => {
  expect(wordsOf('One two three. Four five.')).toEqual([7]);
  expect(wordsOf(`${'word '.repeat(60)}. ${'word '.repeat(48)}. Last one.`)).toEqual([110, 3]);
  expect(wordsOf(`${'word '.repeat(60)}. ${'word '.repeat(49)}.`)).toEqual([61, 50]);
});

test('sentences without words are left out, and end a part all the same where they go on and on', () => {
  expect(wordsOf('Hello there.\n!!!\n???\nBye now.')).toEqual([6]);
  expect(wordsOf('?\n'.repeat(200))).toEqual([0, 0, 0, 0]);
});

test('a text without anything has no part', () => {
  expect([...segmentText('')]).toEqual([]);
});
