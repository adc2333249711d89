import { expect, test } from '@jest/globals';
import { fold } from '#contracts/fold.js';
import { termsOf } from '#search/terms/terms.js';
import { relevanceTo } from './claim-relevance.js';
import type { AdjacentClaim } from '#search/scope-index/neighbourhood-cache.js';

const statement = (text: string, node = 'ana'): AdjacentClaim => ({
  ...{ node, other: null, isSubject: true, kind: 'statement', predicate: 'status', text, confidence: 1, current: true },
  folded: fold(text).replaceAll("'", ''),
  ...{ memoryIds: [], isCandidate: false },
});

const fits = (question: string, claims: readonly AdjacentClaim[]): number[] =>
  claims.map(relevanceTo(new Set(termsOf(question)), claims));

test.each([
  ['cities', 'a city'],
  ['eyed', 'her eyes'],
  ['eyed', 'she eyed it'],
  ['flies', 'to fly'],
  ['filing', 'files'],
  ['ability', 'no abilities'],
  ['café', 'The CAFES'],
  ["Ana's", 'of ana'],
  ['東京', '私は東京に住む'],
  ['UV', 'uv light'],
])('a claim gains relevance by a shared word in any form: %s, %s', (question, text) => {
  const words = new Set(termsOf(text));
  const shared = [...new Set(termsOf(question))].filter((term) => words.has(term)).length;
  expect(fits(question, [statement(text)])[0]).toBeCloseTo(0.25 + shared * 0.3, 9);
});

test('a claim requested by a cue word has relevance 1, and unrequested claims of a high-degree entity have less', () => {
  const claims = Array.from({ length: 8 }, (_, i) => statement(`thing ${String(i)}`));
  const asked = { ...statement('single'), node: 'bob' };
  expect(fits('Is she married?', [asked])).toEqual([1]);
  expect(fits('What is new?', [...claims, { ...asked, predicate: 'likes' }])).toEqual([
    ...claims.map(() => 0.125),
    0.25,
  ]);
});
