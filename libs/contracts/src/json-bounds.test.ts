import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { boundExceeded } from './json-bounds.js';

const BOUNDS = { depth: 4, values: 20 };
const check = (text: string) => boundExceeded(Buffer.from(text), BOUNDS);

test.each([
  ['{"a":[[{}]]}', null],
  ['[[[[[]]]]]', 'depth'],
  ['[[[[[', 'depth'],
  ['{"a":{"a":{"a":{"a":{}}}}}', 'depth'],
  ['[[],[],[],[]]', null],
  [`[${'0,'.repeat(18)}0]`, null],
  [`[${'0,'.repeat(20)}0]`, 'values'],
  [`{${'"a":0,'.repeat(20)}"b":0}`, 'values'],
  [JSON.stringify('[{,:'.repeat(100)), null],
  [String.raw`["\"[[[[[[[[[\\", "\\\"{{{{{{{"]`, null],
  [String.raw`["\\",[[[[[]]]]]]`, 'depth'],
  ['"no end \\', null],
  ['', null],
])('%s', (text, fault) => {
  expect(check(text)).toBe(fault);
});

test('the content of strings does not count', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(check(JSON.stringify([text, text]))).toBeNull();
    }),
  );
});
