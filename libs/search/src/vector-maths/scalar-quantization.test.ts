import { expect, test } from '@jest/globals';
import { quantizeToThreeBits, AsymmetricDistance, type ScalarQuantizedVector } from './scalar-quantization.js';
import { cosineOf } from '../vectors/scope-vectors.js';

const DIMENSIONS = 384;
const WIDTH = 48;

/** The same numbers in every run, spread as a normal distribution. */
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

test('a component is in one of eight steps by its share in the length, beginning with the sign', () => {
  // Standard deviation 9.48: a step is 5.55 wide.
  const vector = Int8Array.from([10, -10, 4, -4, 3, -3, 12, -12, 15, -15, 0]);
  const scaled = vector.map((value) => value * 5);
  const steps = [5, 2, 4, 3, 4, 3, 6, 1, 6, 1, 4];
  expect(stepsOf(quantizeToThreeBits(vector, 8), vector.length, 8)).toEqual(steps);
  expect(stepsOf(quantizeToThreeBits(scaled, 8), vector.length, 8)).toEqual(steps);
  const far = Int8Array.from([127, -127, ...new Array<number>(30).fill(1)]);
  expect(stepsOf(quantizeToThreeBits(far, 8), 2, 8)).toEqual([7, 0]);
});

test('nothing at all has steps too', () => {
  expect(stepsOf(quantizeToThreeBits(new Int8Array(4), 8), 4, 8)).toEqual([4, 4, 4, 4]);
});

test('sums are those of the components times the steps, of any row, whatever the dimensions', () => {
  const next = normal(3);
  const [asked, other] = [0, 1].map(() => Int8Array.from({ length: 21 }, () => Math.round(40 * next())));
  if (!asked || !other) throw new Error('no vectors');
  const { signs, lowerBits } = quantizeToThreeBits(other, 8);
  const rows = { signs: new Uint8Array(24), lowerBits: new Uint8Array(48) };
  rows.signs.set(signs, 16);
  rows.lowerBits.set(lowerBits, 32);
  const wanted = stepsOf({ signs, lowerBits }, 21, 8).reduce((sum, step, i) => sum + step * (asked[i] ?? 0), 0);
  const sums = new AsymmetricDistance(asked, 8);
  expect(sums.similarityTo(rows, 2)).toBe(wanted);
  expect(sums.similarityTo({ signs, lowerBits }, 0)).toBe(wanted);
});

test('sums tell cosines to a hundredth', () => {
  const next = normal(5);
  const draw = () => Float32Array.from({ length: DIMENSIONS }, next);
  const quantise = (vector: Float32Array) => Int8Array.from(vector, (value) => Math.round(38 * value));
  const topic = draw();
  const asked = quantise(topic);
  const sums = new AsymmetricDistance(asked, WIDTH);
  const all = asked.reduce((sum, value) => sum + value, 0);
  const errors = Array.from({ length: 200 }, (_, n) => {
    const own = draw();
    const other = quantise(topic.map((value, i) => (n / 200) * value + (1 - n / 200) * (own[i] ?? 0)));
    const steps = sums.similarityTo(quantizeToThreeBits(other, WIDTH), 0) - 3.5 * all;
    const told = (0.586 * steps) / Math.sqrt(DIMENSIONS) / Math.hypot(...asked);
    // What the steps lose of the variance, they lose of the product.
    return told / (1 - 0.037) - cosineOf(asked, other);
  });
  expect(Math.max(...errors.map(Math.abs))).toBeLessThan(0.04);
  expect(Math.sqrt(errors.reduce((sum, error) => sum + error * error, 0) / errors.length)).toBeLessThan(0.012);
});
