import { expect, test } from '@jest/globals';
import { tokenize } from '../text/tokenizer.js';
import { withUserNamed } from './user-named.js';

const namedIn = (text: string) => {
  const tokens = tokenize(text);
  return withUserNamed(tokens, [], 'user').map(({ first, last }) =>
    tokens
      .slice(first, last + 1)
      .map((token) => token.text)
      .join(' '),
  );
};

test.each([
  ['User lives in Oslo.', ['User']],
  ["The user's boss is Karin.", ['The user']],
  ['Since May the user works at Equinor and the user likes it.', ['the user', 'the user']],
  ["User doesn't eat meat.", ['User']],
  ['Also, User now prefers tea.', ['User']],
])('the user is named in "%s"', (text, names) => {
  expect(namedIn(text)).toEqual(names);
});

test.each([
  'User stories are due on Friday.',
  'A user lives in Oslo.',
  'Users live in Oslo.',
  'The user interface is slow.',
  'See the user guide.',
  'One user works at Equinor.',
])('nobody is named in "%s"', (text) => {
  expect(namedIn(text)).toEqual([]);
});

test('a name that has the word keeps it, and one that is the word gives way', () => {
  const tokens = tokenize('User Experience is led by Ana');
  const name = { first: 0, name: 'x', type: null, confidence: 0 } as const;
  const experience = { ...name, last: 1 };
  expect(withUserNamed(tokens, [experience], 'user')).toEqual([experience]);
  const word = { ...name, last: 0 };
  expect(withUserNamed(tokenize('User is led by Ana'), [word], 'user')).toMatchObject([
    { name: 'user', type: 'person' },
  ]);
});
