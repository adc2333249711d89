import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { sessionFields, sessionNumber } from './session.js';

test.each([
  [42, 42n],
  ['42', 42n],
  ['0', 0n],
  ['18446744073709551615', 18_446_744_073_709_551_615n],
  [18_446_744_073_709_551_615n, 18_446_744_073_709_551_615n],
  ['thread-1', 5_407_239_785_987_761_849n],
])('the session %p has the number %p', (session, number) => {
  expect(sessionNumber(session)).toBe(number);
});

test('texts that only resemble a number are sessions of their own', () => {
  const texts = ['7', '07', '+7', ' 7', '7.0', '-7', '18446744073709551616', '٧', '0x7'];
  expect(new Set(texts.map(sessionNumber)).size).toBe(texts.length);
});

test('every text has a number of 64 bits, always the same', () => {
  const isNumber = (text: string) => sessionNumber(text) >> 64n === 0n && sessionNumber(text) === sessionNumber(text);
  fc.assert(fc.property(fc.string({ unit: 'grapheme' }), isNumber));
});

test('a text is kept beside its number', () => {
  expect(sessionFields('42')).toEqual({ session: 42n, session_text: '42' });
  expect([sessionFields(42), sessionFields(null)]).toEqual([{ session: 42 }, { session: null }]);
});
