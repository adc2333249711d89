import { expect, test } from '@jest/globals';
import { fingerprintOf } from './request-ledger.js';

const hex = (operation: string, parameters: object): string => fingerprintOf(operation, parameters).toString('hex');

test('the fingerprint ignores the order of keys, at every depth, and undefined fields', () => {
  const one = { text: 'a', metadata: { x: 1, y: [{ p: 1, q: 2 }] }, kind: 0 };
  const other = { kind: 0, metadata: { y: [{ q: 2, p: 1 }], x: 1 }, text: 'a', speaker: undefined };
  expect(hex('POST', one)).toBe(hex('POST', other));
});

test('the fingerprint distinguishes operations, values, types and the order of lists', () => {
  const all = [
    hex('POST', { a: 1 }),
    hex('DELETE', { a: 1 }),
    hex('POST', { a: '1' }),
    hex('POST', { a: null }),
    hex('POST', { a: [1, 2] }),
    hex('POST', { a: [2, 1] }),
    hex('POST', { b: 1 }),
  ];
  expect(new Set(all).size).toBe(all.length);
});

test('the fingerprint distinguishes integers beyond 2^53', () => {
  expect(hex('POST', { at: 1_700_000_000_000_000_001n })).not.toBe(hex('POST', { at: 1_700_000_000_000_000_002n }));
});
