import { expect, test } from '@jest/globals';
import { mentionParts } from './mention-parts.js';

const mention = (start: number, end: number) => ({ entity_id: `${start}-${end}`, start, end, stage: 'pattern' });

const shown = (text: string, ...places: (readonly [number, number])[]): string =>
  mentionParts(
    text,
    places.map(([start, end]) => mention(start, end)),
  )
    .map(({ words, mention: of }) => (of ? `[${words}]` : words))
    .join('');

test('mentions are parts of the text, by code points', () => {
  expect(shown('Ruth met Ben.', [0, 4], [9, 12])).toBe('[Ruth] met [Ben].');
  expect(shown('👩‍💻 Ruth', [4, 8])).toBe('👩‍💻 [Ruth]');
  expect(shown('nobody')).toBe('nobody');
  expect(shown('')).toBe('');
});

test('of mentions that overlap the first and longest stands, and one beyond the text is left out', () => {
  expect(shown('Ruth Weaver left', [5, 11], [0, 11], [0, 4])).toBe('[Ruth Weaver] left');
  expect(shown('Ruth', [2, 9])).toBe('Ruth');
});
