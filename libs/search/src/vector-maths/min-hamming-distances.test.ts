import { createHash } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { minHammingDistances } from './min-hamming-distances.js';

function codeOf(seed: string, width: number): Uint8Array {
  return createHash('shake256', { outputLength: width }).update(seed).digest();
}

function hammingDistance(a: Uint8Array, b: Uint8Array): number {
  return a.reduce((sum, byte, i) => sum + (byte ^ (b[i] ?? 0)).toString(2).replaceAll('0', '').length, 0);
}

test.each([8, 48])(
  'the least Hamming distances of groups of %i-byte codes are found, wherever blocks split a group',
  (width) => {
    const groups = [700, 0, 1, 2_500, 6_000];
    const codes = groups.map((count, group) =>
      Array.from({ length: count }, (_, i) => codeOf(`${String(group)} ${String(i)}`, width)),
    );
    const queries = ['a', 'b', 'c'].map((name) => codeOf(name, width));
    const wanted = codes.flatMap((own) =>
      queries.map((one) => own.reduce((fewest, code) => Math.min(fewest, hammingDistance(one, code)), 0xffff)),
    );
    expect([
      ...minHammingDistances(
        codes.map((own) => Buffer.concat(own)),
        queries,
      ),
    ]).toEqual(wanted);
  },
);

test('no queries give no distances, and codes that are no multiple of eight bytes are rejected', () => {
  expect([...minHammingDistances([new Uint8Array(8)], [])]).toEqual([]);
  expect(() => minHammingDistances([new Uint8Array(7)], [new Uint8Array(7)])).toThrow(RangeError);
});
