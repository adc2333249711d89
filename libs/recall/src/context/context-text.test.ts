import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { contextText, estimateTokens } from './context-text.js';

const TURN = { text: 'I moved\nto Lisbon.', speaker: 'Ana', day: '2024-05-03' };

test('a context lists facts, then messages, each on its own line', () => {
  expect(contextText(['Ana lives in Lisbon (since 2024-05-03)'], [TURN, { ...TURN, speaker: null }], 1000)).toBe(
    [
      'Facts that hold now:',
      '- Ana lives in Lisbon (since 2024-05-03)',
      '',
      'What was said:',
      '- [2024-05-03] Ana: I moved to Lisbon.',
      '- [2024-05-03] I moved to Lisbon.',
    ].join('\n'),
  );
});

test('a context without facts and messages is empty, and so is one in which nothing fits', () => {
  expect(contextText([], [], 1000)).toBe('');
  expect(contextText([], [TURN], 1)).toBe('');
});

test('the message that does not fit is cut, and later ones are left out', () => {
  const text = contextText([], [{ ...TURN, text: 'ä'.repeat(1000) }, TURN], 50);
  expect(text).toMatch(/ä…$/);
  expect(text).not.toContain('Lisbon');
});

test('no context exceeds its maximum number of tokens', () => {
  const turn = fc.record({
    text: fc.string({ unit: 'grapheme', maxLength: 300 }),
    speaker: fc.constant('Ana'),
    day: fc.constant(''),
  });
  fc.assert(
    fc.property(fc.array(fc.string()), fc.array(turn), fc.integer({ min: 1, max: 200 }), (facts, turns, most) => {
      expect(estimateTokens(contextText(facts, turns, most))).toBeLessThanOrEqual(most);
    }),
  );
});

test('cutting a long run of replacement characters takes about as long as cutting letters', () => {
  const tokens = 50_000;
  const took = (text: string): number => {
    const startedAt = performance.now();
    contextText([], [{ ...TURN, text }], tokens);
    return performance.now() - startedAt;
  };
  const run = '\uFFFD'.repeat(60_000);
  took(run);
  expect(took(`${run}${'x'.repeat(200_000)}`)).toBeLessThan(100 * Math.max(2, took('x'.repeat(400_000))));
});
