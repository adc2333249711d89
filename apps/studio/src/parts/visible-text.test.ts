import { expect, test } from '@jest/globals';
import { visibleParts } from './visible-text.js';

const shown = (text: string): string =>
  visibleParts(text)
    .map((part) => (part.isMark ? `[${part.text}]` : part.text))
    .join('');

test.each([
  ['Ruth', 'Ruth'],
  ['', ''],
  ['Ru\u200Bth', 'Ru[U+200B]th'],
  ['\u202Eeve\u202C', '[U+202E]eve[U+202C]'],
  ['a\u2066b\u2069c', 'a[U+2066]b[U+2069]c'],
  ['\uFEFFx\u00AD', '[U+FEFF]x[U+00AD]'],
  ['tag\u{E0041}', 'tag[U+E0041]'],
  ['a\u200Db', 'a[U+200D]b'],
  ['👩\u200D💻', '👩\u200D💻'],
  ['❤\uFE0F\u200D🔥', '❤\uFE0F\u200D🔥'],
  ['line\nline\ttab', 'line\nline\ttab'],
  ['מרים', 'מרים'],
])('what cannot be seen in %j is named', (text, expected) => {
  expect(shown(text)).toBe(expected);
});
