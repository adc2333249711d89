const TIMES = 60_000;
const TEXT = 'Maya Torlen met Oskar Lind in Lisbon on 3 May, and likes tea. '.repeat(TIMES);
/** Duration of the work on the machine on which the bounds were chosen. */
const REFERENCE_MS = 150;

/** Ratio of the duration of a fixed piece of work now to that when the bounds were chosen; at least 1. */
export function slowness(): number {
  const startedAt = performance.now();
  const counts = new Map<string, number>();
  for (const [word] of TEXT.matchAll(/\p{L}+|\p{N}+/gu)) counts.set(word, (counts.get(word) ?? 0) + 1);
  if (counts.get('Maya') !== TIMES) throw new Error('the work was not done');
  return Math.max(1, (performance.now() - startedAt) / REFERENCE_MS);
}
