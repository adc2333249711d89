import { expect, test } from '@jest/globals';
import { NgramTermIndex } from './ngram-term-index.js';

const TERMS = ['kitchen', 'kitten', 'mitten', 'written', 'counsel', 'counselor', 'bakery', 'bakeries', 'tea', 'room12'];
const ASKED = ['kittchen', 'kounselor', 'bakerie', 'zzz', 'written', 'kitnap'];

test.each([0, 5, 100])('terms that share 4-grams are the same with at most %i looked through', (most) => {
  const index = new NgramTermIndex(most);
  for (const term of TERMS) index.add(term);
  index.remove('mitten');
  index.remove('unknown');
  expect(ASKED.map((term) => [...index.sharingNgrams(term)].sort())).toEqual([
    ['kitchen', 'kitten'],
    ['counsel', 'counselor'],
    ['bakeries', 'bakery'],
    [],
    ['kitten', 'written'],
    // By its beginning alone.
    ['kitchen', 'kitten'],
  ]);
});

test.each([0, 100])('a term that was removed and added again is found once, with at most %i looked through', (most) => {
  const index = new NgramTermIndex(most);
  for (const term of ['harbour', 'harbours']) index.add(term);
  index.remove('harbour');
  index.add('harbour');
  expect([...index.sharingNgrams('harbuor')]).toEqual(['harbour', 'harbours']);
});
