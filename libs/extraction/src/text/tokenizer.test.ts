import { expect, test } from '@jest/globals';
import { codePointOffsets } from './code-points.js';
import { sentencesOf } from './sentences.js';
import { tokenize } from './tokenizer.js';

const words = (text: string) => tokenize(text).map((t) => t.text);

test('contractions are split, and informal ones normalized', () => {
  expect(words("She's at Ana’s, don't worry")).toEqual(['She', "'s", 'at', 'Ana', '’s', ',', 'do', "n't", 'worry']);
  expect(tokenize('im sure').map((t) => t.lower)).toEqual(['i', "'m", 'sure']);
});

test('titles and initials keep their dot, the end of a sentence does not', () => {
  expect(words('Dr. Nguyen met K. Aydın.')).toEqual(['Dr.', 'Nguyen', 'met', 'K.', 'Aydın', '.']);
});

test('links, e-mail addresses and names with diacritics or hyphens are one token each', () => {
  expect(words('https://a.example/x?y=1 pri.d@mail.example Kim Seo-yeon Inês')).toEqual([
    'https://a.example/x?y=1',
    'pri.d@mail.example',
    'Kim',
    'Seo-yeon',
    'Inês',
  ]);
});

test('tokens index the text they were cut from', () => {
  const text = '😀 Ana’s “dog” — Moos… 京都 e\u0301te\u0301';
  for (const token of tokenize(text)) expect(text.slice(token.start, token.end)).toBe(token.text);
});

test('code points count an emoji and a lone surrogate once', () => {
  const text = '😀a\ud83db😀';
  const offset = codePointOffsets(text);
  expect(Array.from(text).map((_, i) => i)).toEqual([0, 1, 2, 3, 4]);
  expect([0, 2, 3, 4, 5].map(offset)).toEqual([0, 1, 2, 3, 4]);
  expect(offset(text.length)).toBe(Array.from(text).length);
});

test('sentences end at punctuation and line breaks, not after a title', () => {
  const text = 'I saw Dr. Ferrari. She thinks it is asthma!! ok\nnext line';
  expect([...sentencesOf(text)].map((s) => text.slice(s.start, s.end))).toEqual([
    'I saw Dr. Ferrari.',
    'She thinks it is asthma!!',
    'ok',
    'next line',
  ]);
});

test('a text of many parts is read completely and only once', () => {
  const text = 'Alice lives in Lisbon with Bo. '.repeat(2_000);
  const tokens = [...sentencesOf(text)].flatMap((s) => s.tokens);
  expect(tokens.map((t) => t.text).join('')).toBe(text.replaceAll(' ', ''));
});
