import { ANSWERABILITY_THRESHOLD } from './answerability-model.js';

/** Whether one memory of a ranking answers the question, several do, or none. */
export type AnswerKind = 'single' | 'many' | 'none';

/** Minimum support of the best memory for an answer, if no vectors were compared. */
const MIN_RELATED_SUPPORT = 0.3;
/** Minimum support of a memory that answers by itself. */
const MIN_ANSWER_SUPPORT = 0.35;
/** Minimum ratio between the first memory and all others for a single answer. */
const MIN_LEAD = 1.25;

/**
 * Classifies an answer by the confidences of its memories.
 * @param confidences 0..1, in ranking order
 * @param answerability probability that the first hits contain an answer; null if it was not computed
 * @param asksForMany whether the question asks for several: then one memory answers it only if no other does
 */
export function answerKindOf(
  confidences: readonly number[],
  answerability: number | null,
  asksForMany = false,
): AnswerKind {
  const [first = 0, ...others] = confidences;
  const other = Math.max(0, ...others);
  const answered =
    answerability === null ? Math.max(first, other) >= MIN_RELATED_SUPPORT : answerability >= ANSWERABILITY_THRESHOLD;
  if (confidences.length === 0 || !answered) return 'none';
  return first >= MIN_ANSWER_SUPPORT && (other < MIN_ANSWER_SUPPORT || (!asksForMany && first >= other * MIN_LEAD))
    ? 'single'
    : 'many';
}
