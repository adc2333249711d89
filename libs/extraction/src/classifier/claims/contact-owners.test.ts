import { expect, test } from '@jest/globals';
import { mayBeContactOf } from './contact-owners.js';

const ILSE = { name: 'Ilse Brandt', isSpeaker: false };

test.each([
  ['email', 'i.brandt@tarvo.example', '\n\n\n', true],
  ['email', 'moira@fennick.example', ' can be reached at ', true],
  ['email', 'moira@fennick.example', ' <i.brandt@tarvo.example>\nTo: ', false],
  ['phone', '0114 555 0182', '\nAccount manager\n', true],
  ['phone', '0114 555 0182', ',\n\nthe rates rise.\n\nRegards\nDele\n', false],
] as const)('%s %s behind a name and "%s"', (predicate, value, between, mayBe) => {
  expect(mayBeContactOf(ILSE, predicate, value, between)).toBe(mayBe);
});

test('who speaks has any address', () => {
  expect(mayBeContactOf({ name: 'Bo', isSpeaker: true }, 'email', 'x@y.example', '\n')).toBe(true);
});
