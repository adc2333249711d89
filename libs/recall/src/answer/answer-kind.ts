import { UNANSWERED } from './answer-chance.js';

/** Whether one memory of a ranking answers, several do, or none. */
export type AnswerKind = 'single' | 'many' | 'none';

/** Support below which a memory says nothing of what is asked for, where no vectors were compared. */
const RELATED = 0.3;
/** Support below which a memory does not answer by itself: it holds less than this share of what is asked for. */
const SUPPORTED = 0.35;
/** How far the first must be ahead of all others to be the answer by itself. */
const AHEAD = 1.25;

/**
 * A judgement beside the ranking, from the confidences of its memories.
 * @param confidences 0..1, in the order of the ranking
 * @param chance 0..1, that the first of them hold an answer; null where that was not judged
 */
export function answerKindOf(confidences: readonly number[], chance: number | null): AnswerKind {
  const [first = 0, ...others] = confidences;
  const other = Math.max(0, ...others);
  const answered = chance === null ? Math.max(first, other) >= RELATED : chance >= UNANSWERED;
  if (confidences.length === 0 || !answered) return 'none';
  return first >= SUPPORTED && (other < SUPPORTED || first >= other * AHEAD) ? 'single' : 'many';
}
