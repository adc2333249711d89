import { expect, test } from '@jest/globals';
import { cutText } from './cut-text.js';

test('a cut never splits a surrogate pair', () => {
  expect(cutText('ab😀', 3)).toBe('ab');
  expect(cutText('ab😀c', 4)).toBe('ab😀');
  expect(cutText('ab😀', 4)).toBe('ab😀');
  expect(cutText('abc', 2)).toBe('ab');
});
