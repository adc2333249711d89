import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { salienceOf } from './salience.js';

/** Reference: the formula as one regular expression, quadratic in the length of a run of blanks. */
function referenceSalience(text: string): number {
  const read = text.slice(0, 4_000);
  const words = new Set(read.toLowerCase().match(/\p{L}{4,}/gu) ?? []);
  const names = new Set(read.match(/(?<=[\p{Ll}\p{N},;:)]\s+)\p{Lu}\p{L}+/gu) ?? []);
  const numbers = new Set(read.match(/\p{N}+/gu) ?? []);
  const points = words.size + 2 * names.size + 2 * numbers.size;
  return Math.round((1 - Math.exp(-points / 12)) * 10_000) / 10_000;
}

test('equals the reference expression for any mix of letters and blanks', () => {
  const part = fc.constantFrom(
    'a',
    'B',
    'Ana',
    'ÉÉé',
    '𝒶',
    '𝒜𝒷',
    '7',
    ' ',
    '  ',
    '\n',
    '\u00a0',
    ',',
    ')',
    '.',
    '\ud835',
    '\udcb6',
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
      expect(salienceOf(parts.join(''))).toBe(referenceSalience(parts.join('')));
    }),
    { numRuns: 2_000 },
  );
});
