import { expect, test } from '@jest/globals';
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
])('%j is not signed', (text) => {
  expect(signerOf(text)).toBeNull();
});
