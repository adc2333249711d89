import type { AnswerEvidence } from './answer-evidence.js';

/**
 * Weights of a logistic model, fitted by eval/fit-answer-chance.py on questions of our own: with their answers, with the
 * turns that answer taken away, and such as have none. The sign of each was given, so that it can only say what it means.
 */
const WEIGHTS = {
  cosine: 3.8,
  covered: 0.32,
  named: 0.46,
  noValue: -4.61,
  valueApart: -1.83,
  noAttribute: -1.62,
} as const;
const BIAS = -0.96;

/** Below this nothing answers: of questions that have an answer, three in a hundred fall below it. */
export const UNANSWERED = 0.36;

/** 0..1: the chance that the first hits hold an answer; null where no vectors were compared, which it cannot do without. */
export function answerChance({ cosine, ...evidence }: AnswerEvidence): number | null {
  if (cosine === null) return null;
  const values: Readonly<Record<keyof typeof WEIGHTS, number>> = { cosine, ...evidence };
  const sum = Object.entries(WEIGHTS).reduce(
    (total, [name, weight]) => total + weight * values[name as keyof typeof WEIGHTS],
    BIAS,
  );
  return 1 / (1 + Math.exp(-sum));
}
