import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { fold } from '#contracts/fold.js';
import { termsOf } from '#search/terms/terms.js';
import { mayContainTerm } from './may-contain-term.js';

/** Words of docs/api.md, combined with endings that stemming removes. */
function words(): string[] {
  const page = readFileSync(new URL('../../../../docs/api.md', import.meta.url), 'utf8');
  const found = [...new Set(page.match(/[a-z]{3,}/g) ?? [])];
  const endings = ['', 's', 'es', 'ed', 'ing', 'ly', 'ness', 'ation', 'ability', 'ies', 'ity', 'ational'];
  return found.flatMap((word) => endings.map((ending) => word + ending));
}

test('the prefilter has no false negatives, whatever the form of a term', () => {
  const missed = words().filter(
    (word) => ![...termsOf(word)].every((term) => mayContainTerm([term])(fold(`a ${word}.`))),
  );
  expect(missed).toEqual([]);
  expect(mayContainTerm(termsOf('東京'))('私は東京に住む')).toBe(true);
});

test('the prefilter excludes most texts without a term', () => {
  const like = mayContainTerm(termsOf('bakery'));
  expect(['the old bakeries', 'baker'].map(like)).toEqual([true, true]);
  expect(['a bar', 'the lumberbakery', ''].map(like)).toEqual([false, false, false]);
  expect(mayContainTerm([])('anything')).toBe(false);
});
