import { expect, test } from '@jest/globals';
import { loadTokenCounter } from './count-tokens.js';

const countTokens = await loadTokenCounter();

test('tokens are those of o200k_base', () => {
  expect(countTokens('')).toBe(0);
  expect(countTokens('hello world')).toBe(2);
  expect(countTokens('記憶と図')).toBe(5);
  expect(countTokens('The quick brown fox said on Tuesday that Lisbon is lovely in spring. '.repeat(200))).toBe(2801);
});

test('the marks of special tokens in a message are text', () => {
  expect(countTokens('<|endoftext|>')).toBeGreaterThan(1);
});

test.each([
  ['one letter', 'a'.repeat(200_000)],
  ['white space', ' '.repeat(200_000)],
  ['characters without a word', '=-'.repeat(100_000)],
  ['ideographs', '記憶と図'.repeat(50_000)],
])('a run of %s takes time in proportion to its length', (_, text) => {
  const startedAt = performance.now();
  expect(countTokens(text)).toBeGreaterThan(500);
  // The tokenizer alone takes a minute and more.
  expect(performance.now() - startedAt).toBeLessThan(10_000);
});

test('counting stops above a limit', () => {
  const tokens = countTokens('word '.repeat(100_000), 10);
  expect(tokens).toBeGreaterThan(10);
  expect(tokens).toBeLessThan(2_000);
});
