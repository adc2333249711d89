import { ANSWERABILITY_THRESHOLD } from './answerability-model.js';

/** Whether one memory of a ranking answers, several do, or none. */
export type AnswerKind = 'single' | 'many' | 'none';

/** Support below which a memory says nothing of what is asked for, where no vectors were compared. */
const MIN_RELATED_SUPPORT = 0.3;
/** Support below which a memory does not answer by itself: it holds less than this share of what is asked for. */
const MIN_ANSWER_SUPPORT = 0.35;
/** How far the first must be ahead of all others to be the answer by itself. */
const MIN_LEAD = 1.25;

/**
 * A judgement beside the ranking, from the confidences of its memories.
 * @param confidences 0..1, in the order of the ranking
 * @param answerability 0..1, that the first of them hold an answer; null where that was not judged
 */
export function answerKindOf(confidences: readonly number[], answerability: number | null): AnswerKind {
  const [first = 0, ...others] = confidences;
  const other = Math.max(0, ...others);
  const answered =
    answerability === null ? Math.max(first, other) >= MIN_RELATED_SUPPORT : answerability >= ANSWERABILITY_THRESHOLD;
  if (confidences.length === 0 || !answered) return 'none';
  return first >= MIN_ANSWER_SUPPORT && (other < MIN_ANSWER_SUPPORT || first >= other * MIN_LEAD) ? 'single' : 'many';
}
