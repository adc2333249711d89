import { expect, test } from '@jest/globals';
import { NO_OBSERVATIONS } from '#contracts/observations.js';
import { memoryMessage } from './prompt.js';
import { readAnswer } from './read-answer.js';

const TURN = { role: null, eventAtUnixNanos: 7n };
const BEFORE = [
  { ...TURN, speaker: 'Bo', text: 'Lena called', memoryId: '1' },
  { ...TURN, speaker: 'Bo', text: 'Lena again', memoryId: '2' },
];
const INPUT = { ...TURN, speaker: 'Maya', text: "She's a nurse in Turku like him", before: BEFORE };

test('earlier turns are sent separately from the text', () => {
  expect(JSON.parse(memoryMessage(INPUT, INPUT.text, NO_OBSERVATIONS))).toMatchObject({
    text: INPUT.text,
    earlier_turns: [
      { speaker: 'Bo', text: 'Lena called' },
      { speaker: 'Bo', text: 'Lena again' },
    ],
  });
});

test('a claim about a name of earlier turns depends on the latest one with that name', () => {
  const lives = { type: 'lives_in', to: 'Turku', ended: false, date: null };
  const nurse = { predicate: 'occupation', object: 'nurse', quote: 'a nurse', ended: false, date: null };
  const answer = {
    mentions: [{ text: 'Lena', type: 'person' }],
    relations: ['Lena', 'Bo', 'Nobody'].map((from) => ({ ...lives, from })),
    statements: [{ ...nurse, subject: 'Lena' }],
  };
  const read = readAnswer(answer, INPUT, NO_OBSERVATIONS);
  // A mention that is not in the text, and a claim about nobody.
  expect(read?.refused).toBe(2);
  expect(read?.observations.mentions.map(({ name }) => name)).toEqual(['Turku']);
  expect(read?.observations.relations).toMatchObject([
    { from: { type: 'person', name: 'Bo' }, to: { type: 'place', name: 'Turku' }, context: ['2'] },
    { from: { type: 'person', name: 'Lena' }, context: ['2'] },
  ]);
  expect(read?.observations.statements).toMatchObject([{ subject: { type: 'person', name: 'Lena' }, context: ['2'] }]);
});

test('a claim about names in the text has no dependencies', () => {
  const lives = { type: 'lives_in', from: 'I', to: 'Turku', ended: false, date: null };
  const [relation] = readAnswer({ relations: [lives] }, INPUT, NO_OBSERVATIONS)?.observations.relations ?? [];
  expect(relation).toMatchObject({ from: { name: 'Maya' }, to: { name: 'Turku' } });
  expect(relation).not.toHaveProperty('context');
});
