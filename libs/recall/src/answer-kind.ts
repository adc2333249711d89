/** Whether one memory of a ranking answers, several do, or none. */
export type AnswerKind = 'single' | 'many' | 'none';

/** Support below which a memory says nothing of what is asked for; calibrated, see docs/quality.md. */
const RELATED = 0.3;
/** Support below which a memory does not answer by itself: it holds less than this share of what is asked for. */
const SUPPORTED = 0.35;
/** How far the first must be ahead of all others to be the answer by itself. */
const AHEAD = 1.25;

/**
 * A judgement beside the ranking, from the confidences of its memories.
 * @param confidences 0..1, in the order of the ranking
 */
export function answerKindOf(confidences: readonly number[]): AnswerKind {
  const [first = 0, ...others] = confidences;
  const other = Math.max(0, ...others);
  if (Math.max(first, other) < RELATED) return 'none';
  return first >= SUPPORTED && (other < SUPPORTED || first >= other * AHEAD) ? 'single' : 'many';
}
