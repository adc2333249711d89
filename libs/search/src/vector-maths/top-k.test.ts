import { expect, test } from '@jest/globals';
import { TopK } from './top-k.js';

test('the rows with the highest scores are kept in any order of arrival, and of equal scores the later row', () => {
  const scores = Array.from({ length: 500 }, (_, i) => (i * 7_919) % 101);
  const topK = new TopK(20);
  scores.forEach((score, row) => {
    topK.offer(row, score);
  });
  const wanted = scores.map((score, row) => ({ row, score })).sort((a, b) => b.score - a.score || b.row - a.row);
  expect(topK.sorted()).toEqual(wanted.slice(0, 20));
});
