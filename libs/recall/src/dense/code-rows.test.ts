import { expect, test } from '@jest/globals';
import { codeBytes, CodeRows } from './code-rows.js';

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
  const width = codeBytes(bits);
  const all = bytes(width * rows);
  const asked = bytes(width * 2).subarray(width);
  const codes = new CodeRows(width);
  const half = Math.floor(rows / 2);
  const differing = Array.from({ length: rows }, (_, row) => {
    if (row === 0 || row === half) codes.grow(row === 0 ? half : rows);
    const code = all.subarray(row * width, (row + 1) * width);
    codes.set(row, code);
    return asked.reduce((sum, byte, at) => sum + onesOf(byte ^ (code[at] ?? 0)), 0);
  });
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

const sorted = (rows: Uint32Array): number[] => [...rows].sort((a, b) => a - b);

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
    const found = sorted(await codes.nearest(asked, { size, wanted, mask: null }));
    const all = nearestBy(there, wanted, () => false);
    // As many as are wanted, or nearly: how far they are is estimated.
    expect(found.length).toBeGreaterThanOrEqual(Math.min(size, wanted / 2));
    expect(found).toEqual(found.length === all.length ? all : nearestBy(there, found.length, () => false));
  }
});

test('what is left out is not found, and few others are found all the same', async () => {
  const { codes, asked, differing } = filled(128, 20_000);
  for (const kept of [3, 700]) {
    const isLeftOut = (row: number): boolean => row % Math.floor(20_000 / kept) !== 0;
    const mask = Uint8Array.from(differing, (_, row) => (isLeftOut(row) ? 0 : 1));
    const found = sorted(await codes.nearest(asked, { size: 20_000, wanted: 500, mask }));
    expect(found).toEqual(nearestBy(differing, 500, isLeftOut));
  }
});

test('where the nearest lie unevenly, those that an estimate leaves out are found', async () => {
  const codes = new CodeRows(8);
  const asked = new Uint8Array(8);
  const far = new Uint8Array(8).fill(255);
  codes.grow(40_000);
  // Near are only rows that an estimate looks at, the first of each 4,096.
  for (let row = 0; row < 40_000; row += 1) codes.set(row, row % 4_096 < 10 ? asked : far);
  expect(await codes.nearest(asked, { size: 40_000, wanted: 3_000, mask: null })).toHaveLength(3_000);
});
