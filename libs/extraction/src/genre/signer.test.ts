import { expect, test } from '@jest/globals';
import { speakerOf } from './speaker.js';
import { signerOf } from './signer.js';

test.each([
  ['Dear Ana,\nI moved to Turku.\n\nLove,\nLaura', 'Laura'],
  ['Hi team,\nI live in Ghent.\n\nBest regards,\nLaura Smit\nHead of Sales\n+44 20 7946 0011', 'Laura Smit'],
  ['Ich wohne jetzt in Gent.\n\nViele Grüße\nLaura', 'Laura'],
  ['Vivo en Gante.\n\nUn abrazo,\nLaura', 'Laura'],
  ["J'habite à Gand.\nBien à vous,\nLaura Smit", 'Laura Smit'],
  ['I live in Ghent now.\n— Laura', 'Laura'],
  ['Numbers are attached.\n--\nLaura Smit\nAcme Ltd', 'Laura Smit'],
  ['Dear all,\nI live in Ghent now.\nLaura x', 'Laura'],
  ['Hi Ana\nI live in Ghent now.\nLaura', 'Laura'],
])('%j is signed by its author', (text, signer) => {
  expect(signerOf(text)).toBe(signer);
});

test.each([
  'I live in Ghent. Thanks, Laura',
  'Guests:\n- Ana\n- Laura',
  'Guests:\n- Laura',
  'I saw them yesterday.\nLaura',
  'Please restart it.\n\nThanks,\nThe Support Team',
  'Thanks\nI live in Ghent now and it rains.',
  'Laura',
  'Hi\nI moved to Leeds last week\nBye!',
  'Hi Ana,\nI moved to Leeds last week\nBye!',
  'Hi\nI live here now\nNew York',
  'Hi Ana,\nI live here now\nNew York',
  'Hi Ana,\nI live here now\nFlorence',
  'I need this today\n- Bread',
  'I need this today\n— Bread',
  'I invite one more\n- Laura',
  'I need this today, please.\nThanks\n- Bread',
])('%j is not signed', (text) => {
  expect(signerOf(text)).toBeNull();
});

test.each([
  ['Hi Bo,\nI live in Ghent.\n\nBest,\nLaura Smit', 'Laura Smit'],
  ['Hi Bo,\nI live in Ghent.\n\nBest,\nTom Hill', 'Tom'],
  ['Hi\nI live here now\nNew York', 'Tom'],
  ['Hi Bo,\nI live in Ghent.\nLaura Smit', 'Tom'],
  ['Hi Bo,\nI live in Ghent.\n--\nLaura Smit', 'Tom'],
  ['I got this today.\n\nI live in Ghent.\n\nBest,\nLaura Smit', 'Tom'],
  ['Hi,\nI live in Oslo and got this:\n\nDear Tom,\nI live in Ghent.\n\nBest,\nLaura Smit', 'Tom'],
  ['Dear Tom,\nI live in Ghent.\n\nBest,\nLaura Smit\n\nThat is what I got. I live in Oslo.', 'Tom'],
])('who speaks in %j of Tom is %s', (text, name) => {
  expect(speakerOf({ text, speaker: 'Tom', role: 'user' })).toEqual({ type: 'person', name });
});
