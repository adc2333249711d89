import { expect, test } from '@jest/globals';
import { codeLength, hammingTopK } from './hamming-top-k.js';

/** Bytes as good as random, the same each time. */
function bytes(count: number): Uint8Array {
  let state = 12_345;
  return Uint8Array.from({ length: count }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return state >>> 24;
  });
}

function onesOf(byte: number): number {
  return byte.toString(2).replaceAll('0', '').length;
}

/** Rows of codes, and in how many bits each differs from what is asked, as a loop counts. */
function filled(bits: number, rows: number) {
  const width = codeLength(bits);
  const codes = bytes(width * rows);
  const asked = bytes(width * 2).subarray(width);
  const differing = Array.from({ length: rows }, (_, row) =>
    asked.reduce((sum, byte, at) => sum + onesOf(byte ^ (codes[row * width + at] ?? 0)), 0),
  );
  return { codes, asked, differing };
}

/** The nearest rows but those that are left out; of equal ones the later. */
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
  ['of 64 bits, more than one call compares', 64, 40_000],
  ['of bits that fill no whole words', 100, 4],
  ['of more bits than any model has dimensions', 8_192, 40],
])('of codes %s those are found that differ in the fewest bits', async (_, bits, rows) => {
  const { codes, asked, differing } = filled(bits, rows);
  const size = rows - 1;
  const there = differing.slice(0, size);
  for (const wanted of [1, Math.ceil(rows / 50), Math.ceil(rows / 2), size, rows * 2]) {
    const found = sorted(await hammingTopK({ codes, size, gone: NONE, isAmong: null }, asked, wanted));
    const all = nearestBy(there, wanted, () => false);
    // As many as are wanted, or nearly: how far they are is estimated.
    expect(found.length).toBeGreaterThanOrEqual(Math.min(size, wanted / 2));
    expect(found).toEqual(found.length === all.length ? all : nearestBy(there, found.length, () => false));
  }
});

test('what is gone or not asked for is not found, and few others are found all the same', async () => {
  const { codes, asked, differing } = filled(128, 20_000);
  for (const every of [7_000, 28]) {
    const isAmong = (row: number): boolean => row % every === 0;
    const gone = new Set([0, every]);
    const found = sorted(await hammingTopK({ codes, size: 20_000, gone, isAmong }, asked, 500));
    expect(found).toEqual(nearestBy(differing, 500, (row) => !isAmong(row) || gone.has(row)));
  }
  const nearest = nearestBy(differing, 500, () => false);
  const gone = new Set(nearest);
  const found = sorted(await hammingTopK({ codes, size: 20_000, gone, isAmong: null }, asked, 500));
  expect(found).toEqual(nearestBy(differing, found.length, (row) => gone.has(row)));
});

test('where the nearest lie unevenly, those that an estimate leaves out are found', async () => {
  const asked = new Uint8Array(8);
  const codes = new Uint8Array(40_000 * 8);
  // Near are only rows that an estimate looks at, the first of each 4,096.
  for (let row = 0; row < 40_000; row += 1) if (row % 4_096 >= 110) codes.fill(255, row * 8, (row + 1) * 8);
  const found = await hammingTopK({ codes, size: 40_000, gone: NONE, isAmong: null }, asked, 3_000);
  expect(found).toHaveLength(3_000);
});
