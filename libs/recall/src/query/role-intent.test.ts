import { expect, test } from '@jest/globals';
import { parseRoleIntent } from './role-intent.js';

test.each([
  'what did you recommend under 300',
  'Which microphone have you already suggested?',
  'You said something about a visa',
  'What was your advice on shoes?',
  'What did the assistant say about CRC?',
])('%s asks for what the assistant said', (question) => {
  expect(parseRoleIntent(question)).toBe('assistant');
});

test.each([
  'What did I tell you never to touch?',
  'how did I ask you to give us recipes',
  'Where do I live?',
  'Which CI do we use?',
  "What's my wife's name?",
])('%s asks for what the user said', (question) => {
  expect(parseRoleIntent(question)).toBe('user');
});

test.each(['Where does Ana live?', 'What do you know of Tom?', 'Thank you, and who is Bo?'])(
  '%s asks for neither',
  (question) => {
    expect(parseRoleIntent(question)).toBeNull();
  },
);
