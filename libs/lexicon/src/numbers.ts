/** Numbers from zero to nineteen. */
export const UNITS =
  `zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
  seventeen eighteen nineteen`.split(/\s+/);
/** Multiples of ten from twenty to ninety. */
export const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');

/** Ages in years, in digits. */
export const AGES: ReadonlySet<string> = new Set(Array.from({ length: 110 }, (_, i) => String(i + 1)));
