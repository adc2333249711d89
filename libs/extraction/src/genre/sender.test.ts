import { expect, test } from '@jest/globals';
import { senderOf } from './sender.js';
import { speakerOf } from './speaker.js';

test.each([
  ['From: Laura Smit <laura@acme.example>\nSubject: stairs\n\nI live in Ghent.', 'Laura Smit'],
  ['Subject: stairs\nFrom: "Laura Smit" <laura@acme.example>\n\nI live in Ghent.', 'Laura Smit'],
  ['From: Laura\nSubject: stairs\n\nI live in Ghent.', 'Laura'],
  ['From: laura@acme.example\nSubject: stairs\n\nHello, this is Laura, I live in Ghent.', 'Laura'],
  ['# About me: Laura Smit\n\nI live in Ghent.', 'Laura Smit'],
  ['---\ntitle: Notes\nauthor: Laura Smit\n---\n\nI live in Ghent.', 'Laura Smit'],
  ['From: laura@acme.example\nSubject: stairs\n\nI live in Ghent.', null],
  ['From: Acme Sales <sales@acme.example>\nSubject: prices\n\nOur prices rise.', null],
])('%j is from %s', (text, name) => {
  expect(senderOf(text)).toEqual({ name });
});

test.each([
  'From: Ghent\nI live here now.',
  'I got this:\nFrom: Laura Smit <laura@acme.example>\nSubject: stairs\n\nI live in Ghent.',
  'From: Laura Smit <laura@acme.example> I live in Ghent.',
  'To: Tom\nSubject: stairs\n\nI live in Ghent.',
  '---\ntitle: Notes\n---\n\nauthor: Laura Smit',
  '# About me: what I like\n\nI live in Ghent.',
])('%j does not say from whom it is', (text) => {
  expect(senderOf(text)).toBeNull();
});

test.each([
  ['From: Laura Smit <l@acme.example>\nTo: Tom\n\nI live in Ghent.', 'Laura Smit'],
  ['From: Tom Hill <tom@acme.example>\nTo: Laura\n\nI live in Ghent.', 'Tom Hill of Acme'],
  ['From: Laura Hill <l@acme.example>\nTo: Tom\n\nI live in Ghent.', 'Laura Hill'],
])('who speaks in %j, which Tom Hill of Acme stored, is %s', (text, name) => {
  expect(speakerOf({ text, speaker: 'Tom Hill of Acme', role: 'user' })).toEqual({ type: 'person', name });
});

test('in a mail whose sender is not known, nobody says "I"', () => {
  const text = 'From: noreply@parcels.example\nSubject: Your parcel\n\nI am your parcel.';
  expect(speakerOf({ text, speaker: 'Tom', role: 'user' })).toBeNull();
});
