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
  expect(mayBeContactOf(ILSE, predicate, { value, between, others: ['Bo'] })).toBe(mayBe);
});

test.each([
  ['x@y.example', true],
  ['cerys@parry.example', false],
  ['dilwyn.cerys@parry.example', true],
])('who speaks, of Cerys too, has the address %s: %s', (value, mayBe) => {
  const speaker = { name: 'Dilwyn Parry', isSpeaker: true };
  expect(mayBeContactOf(speaker, 'email', { value, between: '\n', others: ['Cerys'] })).toBe(mayBe);
});

test('who speaks has any number', () => {
  const place = { value: '0114 555 0182', between: '\n\n\n\n', others: ['Cerys'] };
  expect(mayBeContactOf({ name: 'Bo', isSpeaker: true }, 'phone', place)).toBe(true);
});
