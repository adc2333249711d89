import { expect, test } from '@jest/globals';
import { asksForMany } from './many-intent.js';

test.each([
  'list all tickets',
  'How many goats does she have?',
  'which residents speak Polish',
  'Which people came?',
  'everyone who has worked in the shop',
  'names of the kids in her families',
])('%s asks for many', (question) => {
  expect(asksForMany(question)).toBe(true);
});

test.each([
  'Which phone does Ana use?',
  'which has the better price',
  'Which illness keeps him at home?',
  "Which writer's book was it?",
  'Did she come after all?',
  'Who is the boss of Ana?',
])('%s asks for one', (question) => {
  expect(asksForMany(question)).toBe(false);
});
