import { createHash } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { binarizeTokenEmbeddings } from '#embeddings/binarize-token-embeddings.js';
import { maxSimScores } from './max-sim.js';

const DIMENSIONS = 384;

/** Deterministic pseudo-random unit vectors, one per seed. */
function tokenVectors(...seeds: number[]): Float32Array {
  const vectors = seeds.map((seed) => {
    // Sums of bytes are approximately normally distributed.
    const bytes = createHash('shake256', { outputLength: 6 * DIMENSIONS })
      .update(String(seed))
      .digest();
    const vector = Array.from({ length: DIMENSIONS }, (_, i) =>
      bytes.subarray(6 * i, 6 * i + 6).reduce((sum, byte) => sum + byte - 127.5, 0),
    );
    const length = Math.hypot(...vector);
    return vector.map((value) => value / length);
  });
  return Float32Array.from(vectors.flat());
}

/** Scores of texts without neighbours. */
function ownOf(asked: Float32Array, ...texts: readonly Float32Array[]): (number | undefined)[] {
  const compared = texts.map((_, text) => ({ text, before: [], after: [] }));
  return maxSimScores(asked, DIMENSIONS, texts.map(binarizeTokenEmbeddings), compared).map((found) => found?.own);
}

test('a text with every query token scores about 1, one with half of them about half, in any order', () => {
  const [all, half = 0, none] = ownOf(
    tokenVectors(11, 22),
    tokenVectors(33, 22, 44, 11),
    tokenVectors(44, 22),
    tokenVectors(33, 44),
  );
  expect(all).toBeCloseTo(1, 1);
  expect(half).toBeGreaterThan(0.4);
  expect(half).toBeLessThan(0.65);
  expect(none).toBeLessThan(0.15);
});

test('the cosine is recovered from the signs of the vectors', () => {
  const [a, b] = [tokenVectors(5), tokenVectors(6)];
  const between = a.map((value, i) => 0.6 * value + 0.8 * (b[i] ?? 0));
  const length = Math.hypot(...between);
  const cosine = between.reduce((sum, value, i) => sum + (value / length) * (a[i] ?? 0), 0);
  const [found = 0] = ownOf(a, between);
  expect(Math.abs(found - cosine)).toBeLessThan(0.06);
});

test('query tokens that a text lacks are matched in neighbouring messages, at a discount', () => {
  const texts = [tokenVectors(1, 2, 3), tokenVectors(4, 5), tokenVectors(6, 7)].map(binarizeTokenEmbeddings);
  const found = maxSimScores(tokenVectors(1, 4, 2), DIMENSIONS, texts, [
    { text: 1, before: [0], after: [2] },
    { text: 2, before: [1, 0], after: [] },
    { text: 1, before: [], after: [] },
  ]);
  const own = found.map((score) => score?.own ?? NaN);
  const [inSession = NaN, next = NaN, alone = NaN] = found.map((score) => score?.inContext ?? NaN);
  expect(own[0]).toBeCloseTo(own[2] ?? NaN, 6);
  expect(alone).toBeCloseTo(own[2] ?? NaN, 6);
  expect(inSession).toBeGreaterThan(0.9);
  expect(inSession).toBeLessThan(0.98);
  // At a distance of two messages, the discount is twice as large.
  expect(next).toBeLessThan(inSession);
  expect(next).toBeGreaterThan(0.85);
  expect(own[1]).toBeLessThan(0.2);
});

test('a text without tokens, or a question without tokens, has no score', () => {
  const [nothing, same] = ownOf(tokenVectors(1), new Float32Array(), tokenVectors(1));
  expect(nothing).toBeUndefined();
  expect(same).toBeCloseTo(1, 1);
  expect(ownOf(new Float32Array(), tokenVectors(1))).toEqual([undefined]);
  expect(ownOf(tokenVectors(1))).toEqual([]);
});

test('only the first 48 tokens of a long question are compared', () => {
  const long = tokenVectors(...Array.from({ length: 60 }, (_, i) => i + 100));
  const [found] = ownOf(long, long.subarray(0, 48 * DIMENSIONS));
  expect(found).toBeCloseTo(1, 1);
});
