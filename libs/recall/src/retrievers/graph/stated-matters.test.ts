import { expect, test } from '@jest/globals';
import { termsOf } from '#search/terms/terms.js';
import type { AdjacentClaim } from '#search/scope-index/neighbourhood-cache.js';
import { statedMatters } from './stated-matters.js';

function claim(predicate: string, memoryId: string, more: Partial<AdjacentClaim> = {}): AdjacentClaim {
  return {
    ...{ node: 'ann', other: null, isSubject: true, kind: 'relation', predicate, text: '', folded: '' },
    ...{ confidence: 1, current: true, memoryIds: [memoryId], isCandidate: false, ...more },
  };
}

function matters(question: string, ...claims: readonly AdjacentClaim[]): object[] {
  return statedMatters(claims, new Set(termsOf(question))).map(({ memoryIds, ended }) => ({
    all: [...memoryIds],
    ended: [...ended],
  }));
}

test('memories that give a requested value of one entity state one matter', () => {
  const homes = [claim('lives_in', 'old', { current: false }), claim('lives_in', 'new', { isCandidate: true })];
  expect(matters('Where does Ann live?', ...homes)).toEqual([{ all: ['old', 'new'], ended: ['old'] }]);
  expect(matters('Where does Ann work?', ...homes)).toEqual([]);
  expect(matters('Where does Ann live?', ...homes, claim('lives_in', 'x', { node: 'tom' }))).toHaveLength(2);
});

test('what may have several values, or is the value of others, is no matter', () => {
  expect(matters('What does Ann use?', claim('uses', 'a'), claim('uses', 'b'))).toEqual([]);
  expect(matters('Who lives in Bristol?', claim('lives_in', 'a', { isSubject: false }))).toEqual([]);
  expect(matters('Is Ann married?', claim('spouse_of', 'a', { isSubject: false }))).toHaveLength(1);
});
