import { expect, test } from '@jest/globals';
import { v7 } from 'uuid';
import { BestRows, ScopeVectors } from './scope-vectors.js';

const random = (() => {
  let state = 42;
  return () => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648;
})();

test('the best rows are those of the highest scores, however they come', () => {
  const scores = Array.from({ length: 500 }, () => Math.floor(random() * 100));
  const best = new BestRows(20);
  scores.forEach((score, row) => {
    best.offer(row, score);
  });
  const wanted = [...scores].sort((a, b) => b - a).slice(0, 20);
  expect(best.sorted().map(({ score }) => score)).toEqual(wanted);
});

test('what is taken out is not found, and what comes back is found once', () => {
  const vectors = new ScopeVectors(4);
  const [first, second] = [v7(), v7()];
  const row = (memory_id: string, number: bigint, values: number[] | null) => {
    return { memory_id, number, vector: values && Buffer.from(Int8Array.from(values).buffer) };
  };
  vectors.add([row(first, 1n, [127, 0, 0, 0]), row(second, 2n, [0, 127, 0, 0])]);
  const asked = Int8Array.from([100, 50, 0, 0]);
  expect(vectors.nearest(asked, 5).map(({ memoryId }) => memoryId)).toEqual([first, second]);
  vectors.add([row(first, 3n, null)]);
  expect(vectors.nearest(asked, 5).map(({ memoryId }) => memoryId)).toEqual([second]);
  vectors.add([row(first, 4n, [127, 0, 0, 0]), row(first, 5n, [127, 0, 0, 0])]);
  expect(vectors.nearest(asked, 5).map(({ memoryId }) => memoryId)).toEqual([first, second]);
  expect(vectors.nearest(asked, 5)[0]?.cosine).toBeCloseTo(0.894, 3);
  expect(vectors.lastNumber).toBe(5n);
});
