/** Rounds a score for output, to four decimals. */
export function roundScore(value: number): number {
  return Number(value.toFixed(4));
}
