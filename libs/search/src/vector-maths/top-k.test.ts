import { expect, test } from '@jest/globals';
import { TopK } from './top-k.js';

test('the best rows are those of the highest scores, however they come, and of equal ones the later', () => {
  const scores = Array.from({ length: 500 }, (_, i) => (i * 7_919) % 101);
  const best = new TopK(20);
  scores.forEach((score, row) => {
    best.offer(row, score);
  });
  const wanted = scores.map((score, row) => ({ row, score })).sort((a, b) => b.score - a.score || b.row - a.row);
  expect(best.sorted()).toEqual(wanted.slice(0, 20));
});
