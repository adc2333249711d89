import { expect, test } from '@jest/globals';
import { documentTerms, documentTermsInTurns } from './terms.js';

const SENTENCES = [
  "Zoë's ﬁrst visit to São Paulo was  great. ",
  '昨日、東京で田中さんに会いました。 ',
  'Running \u0301runs\nran ΣΑΣ ',
];

test.each([
  ['a short text', 'Maya likes tea'],
  ['sentences', SENTENCES.join('').repeat(3_000)],
  ['words of many kinds', Array.from({ length: 40_000 }, (_, i) => `word${String(i)}`).join(' ')],
  ['a text without a space', '東京'.repeat(50_000)],
  ['spaces alone', ' '.repeat(100_000)],
])('the terms of %s are the same when it is processed in turns', async (_what, text) => {
  let yields = 0;
  const yieldIfDue = () => Promise.resolve(void (yields += 1));
  expect(await documentTermsInTurns(text, 'Ana Lind', yieldIfDue)).toEqual(documentTerms(text, 'Ana Lind'));
  expect(yields).toBeGreaterThanOrEqual(text.trim() === '' ? 0 : Math.floor(text.length / 65_536));
});
