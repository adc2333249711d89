import { expect, test } from '@jest/globals';
import { dotProducts, strideOf } from './dot-products.js';

test.each([4, 16, 100, 384, 1_536])('products of %i dimensions are those that a loop adds up', (dimensions) => {
  const rows = 3_001;
  const stride = strideOf(dimensions);
  // Extreme values too: -128 twice is what 16 bits just hold.
  const value = (i: number): number => (i % 97 === 0 ? -128 : ((i * 7_919) % 256) - 128);
  const asked = Int8Array.from({ length: dimensions }, (_, i) => value(i * 31));
  const vectors = new Int8Array(rows * stride);
  for (let row = 0; row < rows; row += 1)
    for (let i = 0; i < dimensions; i += 1) vectors[row * stride + i] = value(row * dimensions + i);
  const found = [...dotProducts(vectors, stride, rows, asked)].flatMap(({ from, sums }) => {
    return Array.from(sums, (sum, i) => ({ row: from + i, sum }));
  });
  const wanted = Array.from({ length: rows }, (_, row) => ({
    row,
    sum: asked.reduce((sum, of, i) => sum + of * (vectors[row * stride + i] ?? 0), 0),
  }));
  expect(found.slice(-5)).toEqual(wanted.slice(-5));
  expect(found).toHaveLength(rows);
});

test('a vector that is longer than any model makes is refused', () => {
  expect(() => strideOf(70_000)).toThrow(RangeError);
});
