import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { fold } from '#contracts/fold.js';
import { termsOf } from '#search/terms/terms.js';
import { mayContainTerm } from './may-contain-term.js';

/** Words of a page of ours, and endings that stems lose. */
function words(): string[] {
  const page = readFileSync(new URL('../../../../docs/api.md', import.meta.url), 'utf8');
  const found = [...new Set(page.match(/[a-z]{3,}/g) ?? [])];
  const endings = ['', 's', 'es', 'ed', 'ing', 'ly', 'ness', 'ation', 'ability', 'ies', 'ity', 'ational'];
  return found.flatMap((word) => endings.map((ending) => word + ending));
}

test('a text that has a term is never told not to have it, in whatever form', () => {
  const missed = words().filter(
    (word) => ![...termsOf(word)].every((term) => mayContainTerm([term])(fold(`a ${word}.`))),
  );
  expect(missed).toEqual([]);
  expect(mayContainTerm(termsOf('東京'))('私は東京に住む')).toBe(true);
});

test('most texts without a term are told from those with one', () => {
  const like = mayContainTerm(termsOf('bakery'));
  expect(['the old bakeries', 'baker'].map(like)).toEqual([true, true]);
  expect(['a bar', 'the lumberbakery', ''].map(like)).toEqual([false, false, false]);
  expect(mayContainTerm([])('anything')).toBe(false);
});
