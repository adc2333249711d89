import { expect, test } from '@jest/globals';
import { parseStateIntent } from './state-intent.js';

test.each([
  'Where does Ann live?',
  'Is Tom still at Deloitte?',
  'What did they name it, and what is it called now?',
  "Ana's phone number",
  'chair of governors',
  'who chairs the board',
  'What happened to the app?',
  'Who won in the end?',
  'Where is the former owner?',
  'wo wohnt Ruth jetzt?',
  '¿Dónde vive Ana actualmente?',
])('%s asks for the current state', (question) => {
  expect(parseStateIntent(question)).toBe('current');
});

test.each([
  'Where did Ruth live before she moved?',
  'who chaired the meetings first',
  'Which database was it until July?',
  'Where did she originally come from?',
  'Who used to raise the money?',
  'What was his previous job?',
  'Wo hat Ruth früher gewohnt?',
])('%s asks for a former state', (question) => {
  expect(parseStateIntent(question)).toBe('former');
});

test.each([
  'When did Ana move?',
  'Who paid for the storm?',
  'What caused the outage?',
  'everyone who has worked in the shop',
  'Has Ana ever been to Iceland?',
  'list all tickets',
  'Why is she away?',
  'What do I do when the pump fails?',
  'How can I reset it?',
])('%s asks for an event, a reason or an instruction, or for several', (question) => {
  expect(parseStateIntent(question)).toBeNull();
});
