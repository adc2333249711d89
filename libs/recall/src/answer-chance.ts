import type { AnswerEvidence } from './answer-evidence.js';

/**
 * Weights of a logistic model, fitted by eval/fit-answer-chance.py on questions of our own: with their answers, with the
 * turns that answer taken away, and such as have none. The sign of each was given, so that it can only say what it means.
 */
const WEIGHTS = {
  cosine: 3.25,
  covered: 0.66,
  named: 0.85,
  nobodyElse: -0.57,
  noOtherName: -0.95,
  uncounted: -5,
  noAge: -2.6,
  noPrice: -1.72,
  noNumber: -3.92,
} as const;
const BIAS = -2.14;

/** Below this nothing answers: one question in twenty that has an answer falls below it. */
export const UNANSWERED = 0.26;

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
