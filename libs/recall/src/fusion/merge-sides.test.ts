import { expect, test } from '@jest/globals';
import type { RankedMemory } from './boosts.js';
import { mergeSides } from './merge-sides.js';

const ranking = (scores: Record<string, number>): RankedMemory[] =>
  Object.entries(scores).map(([memoryId, score]) => {
    return { memoryId, score, contentScore: score, structuralScore: 0, foundBy: [], boosts: [] };
  });

test('the first memories of each side come first, and each memory once', () => {
  const merged = mergeSides([
    ranking({ ana1: 1, ana2: 0.9, ana3: 0.8, bo1: 0.3 }),
    ranking({ ana1: 1, ana2: 0.7 }),
    ranking({ bo1: 1, bo2: 0.85, ana1: 0.2 }),
  ]);
  expect(merged.map(({ memoryId, score }) => `${memoryId} ${String(score)}`)).toEqual([
    ...['bo1 1', 'ana1 1', 'ana2 0.9', 'bo2 0.85', 'ana3 0.8'],
  ]);
});
