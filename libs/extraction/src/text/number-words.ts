import { TENS, UNITS } from '#lexicon/numbers.js';
import { alternation } from '#lexicon/words.js';

const WORD = new RegExp(
  `^(?:(${alternation(UNITS)})|(${alternation(TENS)})(?:[- ](${alternation(UNITS.slice(1, 10))}))?)$`,
);

/** Number of a lower-case text: below 1,000 in digits, up to 99 in words; null for any other text. */
export function numberOf(text: string): number | null {
  if (/^\d{1,3}$/.test(text)) return Number(text);
  const [, unit, ten, more] = WORD.exec(text) ?? [];
  if (unit !== undefined) return UNITS.indexOf(unit);
  if (ten === undefined) return null;
  return (TENS.indexOf(ten) + 2) * 10 + (more === undefined ? 0 : UNITS.indexOf(more));
}
