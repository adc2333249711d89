import { expect, test } from '@jest/globals';
import { dotProducts, strideOf } from './dot-products.js';

test.each([4, 16, 100, 384, 1_536])('dot products of %i dimensions equal those of a plain loop', (dimensions) => {
  const rows = 3_001;
  const stride = strideOf(dimensions);
  // Includes extreme values: two products of (-128)² add up to just more than a signed 16-bit integer holds.
  const value = (i: number): number => (i % 97 === 0 ? -128 : ((i * 7_919) % 256) - 128);
  const query = Int8Array.from({ length: dimensions }, (_, i) => value(i * 31));
  const vectors = new Int8Array(rows * stride);
  for (let row = 0; row < rows; row += 1)
    for (let i = 0; i < dimensions; i += 1) vectors[row * stride + i] = value(row * dimensions + i);
  const found = [...dotProducts(vectors, stride, rows, query)].flatMap(({ from, sums }) => {
    return Array.from(sums, (sum, i) => ({ row: from + i, sum }));
  });
  const wanted = Array.from({ length: rows }, (_, row) => ({
    row,
    sum: query.reduce((sum, of, i) => sum + of * (vectors[row * stride + i] ?? 0), 0),
  }));
  expect(found.slice(-5)).toEqual(wanted.slice(-5));
  expect(found).toHaveLength(rows);
});

test('a vector longer than MAX_ROW_BYTES is rejected', () => {
  expect(() => strideOf(70_000)).toThrow(RangeError);
});
