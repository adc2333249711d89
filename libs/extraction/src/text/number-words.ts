const UNITS = `zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
  seventeen eighteen nineteen`.split(/\s+/);
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const WORD = new RegExp(`^(?:(${UNITS.join('|')})|(${TENS.join('|')})(?:[- ](${UNITS.slice(1, 10).join('|')}))?)$`);

/** Number of a lower-case text: below 1,000 in digits, up to 99 in words; null for any other text. */
export function numberOf(text: string): number | null {
  if (/^\d{1,3}$/.test(text)) return Number(text);
  const [, unit, ten, more] = WORD.exec(text) ?? [];
  if (unit !== undefined) return UNITS.indexOf(unit);
  if (ten === undefined) return null;
  return (TENS.indexOf(ten) + 2) * 10 + (more === undefined ? 0 : UNITS.indexOf(more));
}
