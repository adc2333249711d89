import { expect, test } from '@jest/globals';
import type { Fact } from './fact.js';
import { excerptOf } from './said-words.js';

const RUTH = { id: 'ruth', name: 'Ruth Weaver' };
const ACME = { id: 'acme', name: 'Acme Corp' };
const WORKS = { subject: RUTH, object: ACME, value: null };
const likes = (value: Fact['value']) => ({ subject: RUTH, object: null, value });

/** Mentions of a text by the words that name an entity. */
function mentionsOf(text: string, names: Readonly<Record<string, string>>) {
  return Object.entries(names).flatMap(([words, entity_id]) => {
    const at = text.indexOf(words);
    const start = Array.from(text.slice(0, at)).length;
    return at < 0 ? [] : [{ entity_id, start, end: start + Array.from(words).length, stage: 'pattern' }];
  });
}

test.each([
  [
    'the sentence with both ends',
    'Hello 👋 there. Ruth Weaver works at Acme Corp. It rained.',
    { 'Ruth Weaver': 'ruth', 'Acme Corp': 'acme' },
    WORKS,
    '… [Ruth Weaver] works at [Acme Corp]. … ',
  ],
  [
    'the one with the other end, where the subject is a pronoun',
    'Ruth Weaver called. She works at Acme Corp.',
    { 'Ruth Weaver': 'ruth', 'Acme Corp': 'acme' },
    WORKS,
    '… She works at [Acme Corp].',
  ],
  ['a value as it stands', 'Ruth likes tea. She likes Sailing!', {}, likes('sailing'), '… She likes [Sailing]!'],
  [
    'a value in another form',
    'She plans to sail around Crete.',
    {},
    likes('sailing'),
    'She plans to [sail] around Crete.',
  ],
  ['a number as a whole', 'In 2030 she is 30. Fine.', {}, likes(30n), 'In 2030 she is [30]. … '],
  ['a value of several words', 'Her tea: Earl  Grey!', {}, likes('earl grey'), 'Her tea: [Earl  Grey]!'],
  ['signs in a value', 'She writes C++ (a lot).', {}, likes('C++'), 'She writes [C]++ (a lot).'],
  ['a line as a sentence', 'Tea\nRuth\nCake', { Ruth: 'ruth' }, WORKS, '… [Ruth]\n… '],
  ['the sentence with the subject alone', 'Ruth left. It rained.', { Ruth: 'ruth' }, WORKS, '[Ruth] left. … '],
  ['all of it, where no word is known', 'It rained. It snowed.', {}, WORKS, 'It rained. It snowed.'],
  ['a title as part of its sentence', 'Dr. Ruth left.', { Ruth: 'ruth' }, WORKS, 'Dr. [Ruth] left.'],
  ['an empty text', '', {}, WORKS, ''],
])('an excerpt shows %s', (_, text, names, fact, expected) => {
  const parts = excerptOf(text, mentionsOf(text, names), fact);
  expect(parts.map(({ words, isSaid }) => (isSaid ? `[${words}]` : words)).join('')).toBe(expected);
});
