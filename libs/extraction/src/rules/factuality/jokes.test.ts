import { expect, test } from '@jest/globals';
import { sentencesOf } from '../../text/sentences.js';
import { jokesIn, jokeStartsOf } from './jokes.js';

function jokes(text: string): string[] {
  return [...jokesIn(sentencesOf(text))].map(({ start, end }) => text.slice(start, end).trim());
}

test.each([
  ['I live in Oslo. haha jk', ['I live in Oslo.']],
  ["I'm pregnant!!!\n.\n.\napril fools lol as if", ["I'm pregnant!!!"]],
  ['I moved. I am vegan. Just kidding.', ['I am vegan.']],
  ['I moved. Not kidding.', []],
  ['I moved. As if it were easy to find a flat here in May.', []],
])('%j has the jokes %j', (text, expected) => {
  expect(jokes(text)).toEqual(expected);
});

test('the starts of jokes are UTF-16 indices of their sentences', () => {
  expect([...jokeStartsOf('I moved. I am vegan. Just kidding.')]).toEqual([9]);
  expect([...jokeStartsOf('I moved.')]).toEqual([]);
});
