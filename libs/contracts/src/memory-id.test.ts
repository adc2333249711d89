import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { memoryIdOfUuid, newMemoryUuid, uuidOfMemoryId } from './memory-id.js';

test('every UUID has one decimal form and comes back from it', () => {
  fc.assert(
    fc.property(fc.uuid(), (uuid) => {
      expect(uuidOfMemoryId(memoryIdOfUuid(uuid))).toBe(uuid);
    }),
  );
});

test('the smallest and the largest id are valid', () => {
  expect(uuidOfMemoryId('0')).toBe('00000000-0000-0000-0000-000000000000');
  expect(uuidOfMemoryId((2n ** 128n - 1n).toString())).toBe('ffffffff-ffff-ffff-ffff-ffffffffffff');
});

test.each(['', '01', '00', '-1', '+1', '1.0', '1e3', ' 1', '1 ', '0x1', '١', (2n ** 128n).toString(), '9'.repeat(40)])(
  '%j is no memory id',
  (text) => {
    expect(uuidOfMemoryId(text)).toBeNull();
  },
);

test('new ids are in the order of creation', () => {
  const ids = Array.from({ length: 1000 }, () => BigInt(memoryIdOfUuid(newMemoryUuid())));
  expect(ids).toEqual([...ids].sort((a, b) => (a < b ? -1 : 1)));
});
