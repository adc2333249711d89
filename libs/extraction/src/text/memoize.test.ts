import { expect, test } from '@jest/globals';
import { memoizeText } from './memoize.js';

function counting(bounds: { most: number; longest: number }) {
  const made: string[] = [];
  const of = memoizeText((text) => {
    made.push(text);
    return { text };
  }, bounds);
  return { made, of };
}

test('a repeated text gives the cached value', () => {
  const { made, of } = counting({ most: 2, longest: 9 });
  expect(of('ana')).toBe(of('ana'));
  expect(made).toEqual(['ana']);
});

test('caches at most `most` texts, and none longer than `longest`', () => {
  const { made, of } = counting({ most: 2, longest: 3 });
  for (const text of ['a', 'b', 'c', 'c', 'a', 'long', 'long']) expect(of(text)).toEqual({ text });
  expect(made).toEqual(['a', 'b', 'c', 'a', 'long', 'long']);
});
