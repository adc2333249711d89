import { expect, test } from '@jest/globals';
import { codeBytes, countDifferingBits } from './differing-bits.js';

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

test.each([
  ['of 384 bits, more than a block of them', 384, 12_000],
  ['of 64 bits, more than counts of a block', 64, 40_000],
  ['of bits that fill no whole words', 100, 3],
])('codes %s differ in as many bits as a loop counts', (_, bits, rows) => {
  const width = codeBytes(bits);
  const codes = bytes(width * rows);
  const asked = bytes(width * 2).subarray(width);
  const counts = new Uint16Array(rows);
  countDifferingBits(codes, asked, counts, { from: 1, to: rows });
  const expected = Array.from({ length: rows }, (_row, row) =>
    row === 0 ? 0 : asked.reduce((sum, byte, i) => sum + onesOf(byte ^ (codes[row * width + i] ?? 0)), 0),
  );
  expect([...counts]).toEqual(expected);
});
