import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { contextText, estimateTokens } from './context-text.js';

const TURN = { text: 'I moved\nto Lisbon.', speaker: 'Ana', day: '2024-05-03' };

test('a context has facts first, then turns, each on a line of its own', () => {
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

test('a context of nothing is empty', () => {
  expect(contextText([], [], 1000)).toBe('');
  expect(contextText([], [TURN], 1)).toBe('');
});

test('the turn that does not fit is cut, and later ones left out', () => {
  const text = contextText([], [{ ...TURN, text: 'ä'.repeat(1000) }, TURN], 50);
  expect(text).toMatch(/ä…$/);
  expect(text).not.toContain('Lisbon');
});

test('no context is longer than it may be', () => {
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

test('a cut through a long run of replacement characters costs about what one through letters does', () => {
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
