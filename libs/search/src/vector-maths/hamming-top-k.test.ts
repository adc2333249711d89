import { expect, test } from '@jest/globals';
import { codeLength, hammingTopK } from './hamming-top-k.js';

/** Deterministic pseudo-random bytes. */
function bytes(count: number): Uint8Array {
  let state = 12_345;
  return Uint8Array.from({ length: count }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return state >>> 24;
  });
}

function popcount(byte: number): number {
  return byte.toString(2).replaceAll('0', '').length;
}

/** Rows of codes, a query, and the Hamming distance of each row as counted by a plain loop. */
function randomCodes(bits: number, rows: number) {
  const width = codeLength(bits);
  const codes = bytes(width * rows);
  const query = bytes(width * 2).subarray(width);
  const differing = Array.from({ length: rows }, (_, row) =>
    query.reduce((sum, byte, at) => sum + popcount(byte ^ (codes[row * width + at] ?? 0)), 0),
  );
  return { codes, query, differing };
}

/** Nearest rows except the excluded ones; of equal distances the later row. */
function nearestBy(differing: readonly number[], wanted: number, isLeftOut: (row: number) => boolean): number[] {
  const rows = differing.map((of, row) => ({ of, row })).filter(({ row }) => !isLeftOut(row));
  return rows
    .sort((a, b) => a.of - b.of || b.row - a.row)
    .slice(0, wanted)
    .map(({ row }) => row)
    .sort((a, b) => a - b);
}

const NONE: ReadonlySet<number> = new Set();
const sorted = (rows: readonly number[]): number[] => [...rows].sort((a, b) => a - b);

test.each([
  ['of 384 bits', 384, 12_000],
  ['of 64 bits, more than fit in one kernel call', 64, 40_000],
  ['of a length that is not a multiple of 64 bits', 100, 4],
  ['of more bits than any model has dimensions', 8_192, 40],
])('the nearest codes %s are found by Hamming distance', async (_, bits, rows) => {
  const { codes, query, differing } = randomCodes(bits, rows);
  const size = rows - 1;
  const there = differing.slice(0, size);
  for (const wanted of [1, Math.ceil(rows / 50), Math.ceil(rows / 2), size, rows * 2]) {
    const found = sorted(await hammingTopK({ codes, size, gone: NONE, isAmong: null }, query, wanted));
    const all = nearestBy(there, wanted, () => false);
    // The result may be somewhat short of `wanted`, because the distance limit is estimated.
    expect(found.length).toBeGreaterThanOrEqual(Math.min(size, wanted / 2));
    expect(found).toEqual(found.length === all.length ? all : nearestBy(there, found.length, () => false));
  }
});

test('removed and filtered rows are not found, even if few others remain', async () => {
  const { codes, query, differing } = randomCodes(128, 20_000);
  for (const every of [7_000, 28]) {
    const isAmong = (row: number): boolean => row % every === 0;
    const gone = new Set([0, every]);
    const found = sorted(await hammingTopK({ codes, size: 20_000, gone, isAmong }, query, 500));
    expect(found).toEqual(nearestBy(differing, 500, (row) => !isAmong(row) || gone.has(row)));
  }
  const nearest = nearestBy(differing, 500, () => false);
  const gone = new Set(nearest);
  const found = sorted(await hammingTopK({ codes, size: 20_000, gone, isAmong: null }, query, 500));
  expect(found).toEqual(nearestBy(differing, found.length, (row) => gone.has(row)));
});

test('unevenly distributed neighbours are found when the sampled estimate is too low', async () => {
  const query = new Uint8Array(8);
  const codes = new Uint8Array(40_000 * 8);
  // Only sampled rows are near: the first of each 4,096.
  for (let row = 0; row < 40_000; row += 1) if (row % 4_096 >= 110) codes.fill(255, row * 8, (row + 1) * 8);
  const found = await hammingTopK({ codes, size: 40_000, gone: NONE, isAmong: null }, query, 3_000);
  expect(found).toHaveLength(3_000);
});
