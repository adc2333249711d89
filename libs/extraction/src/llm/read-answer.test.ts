import { expect, test } from '@jest/globals';
import { NO_OBSERVATIONS } from '#contracts/observations.js';
import { memoryMessage } from './prompt.js';
import { readAnswer } from './read-answer.js';

const EXTRACT = { found: NO_OBSERVATIONS, extract: true, questions: [], unasked: 0, confirmedConfidence: 0.9 };
const TURN = { role: null, eventAtUnixNanos: 7n };
const BEFORE = [
  { ...TURN, speaker: 'Bo', text: 'Lena called', memoryId: '1' },
  { ...TURN, speaker: 'Bo', text: 'Lena again', memoryId: '2' },
];
const INPUT = { ...TURN, speaker: 'Maya', text: "She's a nurse in Turku like him", before: BEFORE };

test('earlier turns are sent separately from the text', () => {
  expect(JSON.parse(memoryMessage(INPUT, INPUT.text, EXTRACT))).toMatchObject({
    text: INPUT.text,
    earlier_turns: [
      { speaker: 'Bo', text: 'Lena called' },
      { speaker: 'Bo', text: 'Lena again' },
    ],
  });
});

test('the speaker is sent by the name that the claims have: who signed, and null where nobody is named', () => {
  const sent = (speaker: string | null, text: string, role: 'user' | 'assistant' | 'tool' | null = null): unknown => {
    const turn = { ...TURN, role, speaker, text };
    const input = { ...turn, before: [{ ...turn, memoryId: '1' }] };
    const message = JSON.parse(memoryMessage(input, text, EXTRACT)) as Record<string, unknown>;
    expect(message['earlier_turns']).toEqual([{ speaker: message['speaker'], text }]);
    return message['speaker'];
  };
  const signed = 'Hi all,\n\nI moved to Turku.\n\nBest regards,\nLaura Smit';
  expect([sent(null, signed), sent('Maya', signed), sent('Laura', signed)]).toEqual([
    ...['Laura Smit', 'Laura Smit', 'Laura'],
  ]);
  expect([sent(null, 'I moved'), sent(' ', 'I moved'), sent('user', 'I moved')]).toEqual([null, null, null]);
  expect([sent('Maya', 'I moved'), sent('Helper', 'I moved', 'assistant')]).toEqual(['Maya', 'Helper']);
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

test('a value that is not in the text is refused, whatever its case and spaces', () => {
  const job = { predicate: 'occupation', subject: 'I', quote: '', ended: false, date: null };
  const statements = ['A  Nurse', 'surgeon', 'urs'].map((object) => ({ ...job, object }));
  const read = readAnswer({ statements }, INPUT, NO_OBSERVATIONS);
  expect(read?.refused).toBe(2);
  expect(read?.observations.statements.map(({ object }) => object)).toEqual([
    { kind: 'value', value: { type: 'text', value: 'A  Nurse' } },
  ]);
});

test('an item with NUL or a lone surrogate in any of its texts is refused, the others kept', () => {
  const nurse = { predicate: 'occupation', subject: 'I', object: 'nurse', quote: 'a nurse', ended: false, date: null };
  const unstorable = ['\0', '\ud83d', 'x\udc00'];
  const read = readAnswer(
    {
      mentions: [
        { text: 'Turku', type: 'place' },
        ...unstorable.map((mark) => ({ text: `Turku${mark}`, type: 'place' })),
      ],
      relations: unstorable.map((mark) => ({ type: 'lives_in', from: 'I', to: `Turku${mark}` })),
      statements: [nurse, ...unstorable.map((mark) => ({ ...nurse, quote: `a nurse${mark}` }))],
      aliases: unstorable.map((mark) => ({ type: 'place', name: 'Turku', alias: mark })),
    },
    INPUT,
    NO_OBSERVATIONS,
  );
  expect(read?.refused).toBe(12);
  expect(read?.observations).toMatchObject({
    mentions: [{ name: 'Turku' }],
    relations: [],
    statements: [{ text: 'a nurse' }],
    aliases: [],
  });
});
