import { expect, test } from '@jest/globals';
import type { Genre } from '#contracts/genres.js';
import type { MemoryRole } from '#contracts/events.js';
import { genreOf } from './genre-of.js';

function told(
  text: string,
  speaker: string | null = null,
  role: MemoryRole | null = 'user',
  genre: Genre | null = null,
) {
  return genreOf({ text, speaker, role, genre, eventAtUnixNanos: 0n });
}

test.each<[Genre, string, string | null, MemoryRole]>([
  ['chat', 'ugh, my train is late again. can you tell them I will be there at nine?', 'Maya', 'user'],
  ['chat', 'Moved to Oslo, finally!! you have to visit', 'Maya', 'user'],
  [
    'note',
    'Pt seen 10:15. BP 142/88, HR 70. Denies chest pain. Wound clean, dressing changed. RV 2/52.',
    'Sr. Holm',
    'user',
  ],
  [
    'document',
    '# Handbook\n\n## Who does what\n\n- Ana: keys\n- Bo: till\n\nAsk before you paint anything.',
    null,
    'user',
  ],
  ['data', '{"id":7,"customer":{"name":"Zora Mint","email":"z@post.example"},"total":12}', null, 'tool'],
  ['data', 'id,name,city\n1,Ana Roth,Ghent\n2,Bo Falk,Turku', null, 'tool'],
  [
    'prose',
    'The council of Ashby approved the bridge on Tuesday. Mayor Ruth Olsen said that work would begin in May, two years after the flood that destroyed the old crossing.',
    null,
    'user',
  ],
])('%s: %s', (genre, text, speaker, role) => {
  expect(told(text, speaker, role)).toBe(genre);
});

test('a genre that the caller gives is taken as it is', () => {
  expect(told('{"a": 1}', null, 'tool', 'chat')).toBe('chat');
});

test('a message without a role is read as one of a user', () => {
  const text = 'ugh, my train is late again. can you tell them I will be there at nine?';
  expect(told(text, 'Maya', null)).toBe('chat');
});
