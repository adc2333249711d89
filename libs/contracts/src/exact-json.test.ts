import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parseExact, stringifyExact } from './exact-json.js';

test.each([
  ['1700000000000000001', 1_700_000_000_000_000_001n],
  ['18446744073709551615', 18_446_744_073_709_551_615n],
  ['-9223372036854775808', -9_223_372_036_854_775_808n],
  ['9007199254740991', 9_007_199_254_740_991],
  ['9007199254740992', 9_007_199_254_740_992n],
  ['0.1234567890123456789', 0.123_456_789_012_345_68],
  ['1e3', 1000],
])('%s is read exactly', (text, value) => {
  expect(parseExact(`{"a":[${text}]}`)).toEqual({ a: [value] });
});

test('digits inside a string stay a string', () => {
  expect(parseExact('{"a":"1700000000000000001"}')).toEqual({ a: '1700000000000000001' });
});

test('a written value is read back equal', () => {
  const leaf = fc.oneof(fc.string({ unit: 'binary' }), fc.boolean(), fc.constant(null), fc.maxSafeInteger(), unsafe());
  const value = fc.letrec((tie) => ({
    node: fc.oneof({ depthSize: 'small' }, leaf, fc.array(tie('node')), fc.dictionary(fc.string(), tie('node'))),
  })).node;
  fc.assert(
    fc.property(value, (original) => {
      expect(parseExact(stringifyExact(original))).toEqual(plain(original));
    }),
  );
});

test('invalid JSON is a SyntaxError, with and without long integers', () => {
  expect(() => parseExact('{"a":1,}')).toThrow(SyntaxError);
  expect(() => parseExact('{"a":1700000000000000001,}')).toThrow(SyntaxError);
});

test('undefined properties are left out', () => {
  expect(stringifyExact({ a: undefined, b: 1n })).toBe('{"b":1}');
});

function unsafe(): fc.Arbitrary<bigint> {
  return fc.bigInt({ min: 2n ** 53n, max: 2n ** 64n - 1n });
}

/** Converts dictionaries without a prototype, which fast-check makes, and -0, which JSON does not keep. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plain(inner)]));
  }
  return value === 0 ? 0 : value;
}
