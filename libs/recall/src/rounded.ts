/** A figure as answers show it: four decimals. */
export function roundScore(value: number): number {
  return Number(value.toFixed(4));
}
