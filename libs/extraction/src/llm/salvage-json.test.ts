import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { findSpans } from './find-spans.js';
import { salvageJson } from './salvage-json.js';

test('every truncation of an answer gives a part of it or null, and never throws', () => {
  const whole = {
    mentions: [
      { text: 'a "b" {', type: 'x' },
      { text: '\\', type: 'y' },
    ],
    relations: [{ a: [1, { b: 2 }] }],
  };
  const text = JSON.stringify(whole);
  fc.assert(
    fc.property(fc.nat(text.length), (cut) => {
      const read = salvageJson(text.slice(0, cut));
      if (cut === text.length) expect(read).toEqual({ value: whole, complete: true });
      else if (read !== null) expect(read.complete).toBe(false);
    }),
  );
});

test('the complete items before a cut are kept', () => {
  expect(salvageJson('{"m": [{"a": 1}, {"a": 2}, {"a')).toEqual({
    value: { m: [{ a: 1 }, { a: 2 }] },
    complete: false,
  });
});

test('invalid JSON numbers become null, except in strings', () => {
  expect(salvageJson('{"m": [{"a": NaN}, {"a": "NaN, \\"Infinity"}, {"a": -Infinity}]}')).toEqual({
    value: { m: [{ a: null }, { a: 'NaN, "Infinity' }, { a: null }] },
    complete: true,
  });
});

test('arbitrary text never throws', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(() => salvageJson(`{${text}`)).not.toThrow();
    }),
  );
});

test('a surface form is found as whole words only', () => {
  expect(findSpans('Ana, Anabel and Ana’s banAna', 'Ana')).toEqual([
    { start: 0, end: 3 },
    { start: 16, end: 19 },
  ]);
  expect(findSpans('我住在京都市', '京都')).toEqual([{ start: 3, end: 5 }]);
});
