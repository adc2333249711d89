import type { AnswerabilityFeatures } from './answerability-features.js';

/**
 * Weights of a logistic model, fitted by eval/fit-answer-chance.py on questions of our own that the encoder did not learn
 * from: with their answers, with the turns that answer taken away, and such as have none. The sign of each was given, so that it can only say what it means.
 */
const WEIGHTS = {
  cosine: 8.38,
  namesPresent: 0.39,
  valueMissing: -3.94,
  valueNotCoOccurring: -3.9,
  attributeMissing: -1.65,
} as const;
const BIAS = -2.46;

/** Below this nothing answers: of questions that have an answer, three in a hundred fall below it. */
export const ANSWERABILITY_THRESHOLD = 0.327;

/** 0..1: the chance that the first hits hold an answer; null where no vectors were compared, which it cannot do without. */
export function answerabilityProbability({ cosine, ...evidence }: AnswerabilityFeatures): number | null {
  if (cosine === null) return null;
  const values: Readonly<Record<keyof typeof WEIGHTS, number>> = { cosine, ...evidence };
  const sum = Object.entries(WEIGHTS).reduce(
    (total, [name, weight]) => total + weight * values[name as keyof typeof WEIGHTS],
    BIAS,
  );
  return 1 / (1 + Math.exp(-sum));
}
