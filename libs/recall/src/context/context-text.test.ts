import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { contextText, type PromptTurn } from './context-text.js';
import { loadTokenCounter } from './count-tokens.js';

const countTokens = await loadTokenCounter();
const TURN: PromptTurn = { text: 'I moved to Lisbon.', speaker: 'Ana', role: null, time: 3n, day: '2024-05-03' };
const FACT = 'Ana lives in Lisbon (since 2024-05-03)';

function textOf(
  facts: readonly string[],
  turns: readonly PromptTurn[],
  maxTokens = 1000,
  terms: string[] = [],
): string {
  return contextText({ facts, turns, terms: new Set(terms), maxTokens }, countTokens).text;
}

test('a context lists facts, then messages in order of time, with day, speaker and role', () => {
  const turns = [
    TURN,
    { ...TURN, speaker: null, time: 2n, day: '2024-05-02' },
    { ...TURN, role: 'user', time: 4n, day: '2024-05-04' },
    { ...TURN, speaker: null, role: 'assistant', text: 'Noted.', time: 4n, day: '2024-05-04' },
  ];
  expect(textOf([FACT], turns)).toBe(
    [
      'Facts:',
      `- ${FACT}`,
      '',
      'What was said:',
      '- [2024-05-02] I moved to Lisbon.',
      '- [2024-05-03] Ana: I moved to Lisbon.',
      '- [2024-05-04] Ana (user): I moved to Lisbon.',
      '- [2024-05-04] assistant: Noted.',
    ].join('\n'),
  );
});

test('the lines of a message stay as they are', () => {
  const text = '| id | name |\n| -- | ---- |\n|  1 | Ana  |\n\n```\n  indented\n```';
  expect(textOf([], [{ ...TURN, text }])).toBe(`What was said:\n- [2024-05-03] Ana:\n${text}`);
});

test('a context without facts and messages is empty, and so is one in which nothing fits', () => {
  expect(textOf([], [])).toBe('');
  expect(textOf([], [TURN], 1)).toBe('');
});

test('a fact that does not fit is left out whole, and shorter ones stay', () => {
  const long = `Ana plans to move to Oulu ${'and see the sea '.repeat(50)}but not before May`;
  const { text, facts } = contextText(
    { facts: [long, FACT], turns: [], terms: new Set(), maxTokens: 100 },
    countTokens,
  );
  expect(text).toBe(`Facts:\n- ${FACT}`);
  expect(facts).toEqual([1]);
});

test('the best messages are chosen when not all fit, and shown in order of time', () => {
  const turns = Array.from({ length: 9 }, (_, i) => ({ ...TURN, text: `Message ${String(i)}.`, time: BigInt(9 - i) }));
  const shown = [...textOf([], turns, 60).matchAll(/Message (\d)/g)].map(([, place]) => Number(place));
  expect(shown).toEqual([2, 1, 0]);
});

test('of a long message the passage that answers is given', () => {
  const text = Array.from(
    { length: 200 },
    (_, i) => `Line ${String(i)} says nothing${i === 120 ? ' of kettles' : ''}.`,
  );
  const shown = textOf([], [{ ...TURN, text: text.join('\n') }], 150, ['kettl']);
  expect(shown).toContain('\nLine 120 says nothing of kettles.\n');
  expect(shown).toContain('\n…');
  expect(countTokens(shown)).toBeLessThanOrEqual(150);
});

test('no context exceeds its maximum number of tokens', () => {
  const turn = fc.record({
    text: fc.string({ unit: 'grapheme', maxLength: 300 }),
    speaker: fc.constant('Ana'),
    role: fc.constantFrom(null, 'user'),
    time: fc.bigInt(0n, 9n),
    day: fc.constant(''),
  });
  fc.assert(
    fc.property(fc.array(fc.string()), fc.array(turn), fc.integer({ min: 1, max: 200 }), (facts, turns, most) => {
      expect(countTokens(textOf(facts, turns, most, ['kettl']))).toBeLessThanOrEqual(most);
    }),
  );
});
