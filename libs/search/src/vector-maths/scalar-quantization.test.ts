import { expect, test } from '@jest/globals';
import { quantizeToThreeBits, AsymmetricDistance, type ScalarQuantizedVector } from './scalar-quantization.js';
import { cosineOf } from '../vectors/scope-vectors.js';

const DIMENSIONS = 384;
const WIDTH = 48;

/** Deterministic pseudo-random numbers, approximately normally distributed. */
function normal(seed: number): () => number {
  let state = seed;
  const uniform = () => (state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0) / 2 ** 32;
  return () => Array.from({ length: 12 }, uniform).reduce((sum, value) => sum + value, -6);
}

function stepsOf({ signs, lowerBits }: ScalarQuantizedVector, dimensions: number, width: number): number[] {
  const bit = (bytes: Uint8Array, byte: number, i: number) => ((bytes[byte] ?? 0) >> (i & 7)) & 1;
  return Array.from({ length: dimensions }, (_, i) => {
    const byte = i >> 3;
    return 4 * bit(signs, byte, i) + 2 * bit(lowerBits, byte, i) + bit(lowerBits, width + byte, i);
  });
}

test('a component is quantized to one of eight levels relative to the norm, the highest bit being the sign', () => {
  // Standard deviation 9.48: a step is 5.55 wide.
  const vector = Int8Array.from([10, -10, 4, -4, 3, -3, 12, -12, 15, -15, 0]);
  const scaled = vector.map((value) => value * 5);
  const steps = [5, 2, 4, 3, 4, 3, 6, 1, 6, 1, 4];
  expect(stepsOf(quantizeToThreeBits(vector, 8), vector.length, 8)).toEqual(steps);
  expect(stepsOf(quantizeToThreeBits(scaled, 8), vector.length, 8)).toEqual(steps);
  const far = Int8Array.from([127, -127, ...new Array<number>(30).fill(1)]);
  expect(stepsOf(quantizeToThreeBits(far, 8), 2, 8)).toEqual([7, 0]);
});

test('a zero vector can be quantized', () => {
  expect(stepsOf(quantizeToThreeBits(new Int8Array(4), 8), 4, 8)).toEqual([4, 4, 4, 4]);
});

test('the similarity is the dot product of components and levels, for any row and dimension', () => {
  const next = normal(3);
  const [query, other] = [0, 1].map(() => Int8Array.from({ length: 21 }, () => Math.round(40 * next())));
  if (!query || !other) throw new Error('no vectors');
  const { signs, lowerBits } = quantizeToThreeBits(other, 8);
  const rows = { signs: new Uint8Array(24), lowerBits: new Uint8Array(48) };
  rows.signs.set(signs, 16);
  rows.lowerBits.set(lowerBits, 32);
  const wanted = stepsOf({ signs, lowerBits }, 21, 8).reduce((sum, step, i) => sum + step * (query[i] ?? 0), 0);
  const distance = new AsymmetricDistance(query, 8);
  expect(distance.similarityTo(rows, 2)).toBe(wanted);
  expect(distance.similarityTo({ signs, lowerBits }, 0)).toBe(wanted);
});

test('cosines are recovered to about a hundredth', () => {
  const next = normal(5);
  const draw = () => Float32Array.from({ length: DIMENSIONS }, next);
  const quantise = (vector: Float32Array) => Int8Array.from(vector, (value) => Math.round(38 * value));
  const topic = draw();
  const query = quantise(topic);
  const distance = new AsymmetricDistance(query, WIDTH);
  const all = query.reduce((sum, value) => sum + value, 0);
  const errors = Array.from({ length: 200 }, (_, n) => {
    const own = draw();
    const other = quantise(topic.map((value, i) => (n / 200) * value + (1 - n / 200) * (own[i] ?? 0)));
    const steps = distance.similarityTo(quantizeToThreeBits(other, WIDTH), 0) - 3.5 * all;
    const estimated = (0.586 * steps) / Math.sqrt(DIMENSIONS) / Math.hypot(...query);
    // The dot product loses the same share as the variance.
    return estimated / (1 - 0.037) - cosineOf(query, other);
  });
  expect(Math.max(...errors.map(Math.abs))).toBeLessThan(0.04);
  expect(Math.sqrt(errors.reduce((sum, error) => sum + error * error, 0) / errors.length)).toBeLessThan(0.012);
});
