import type { AnswerabilityFeatures } from './answerability-features.js';

/**
 * Weights of a logistic regression, fitted by eval/fit-answer-chance.py on our own questions that the encoder was not
 * trained on: with their answers, with the answering messages removed, and unanswerable ones. The sign of each weight
 * was constrained to the meaning of its feature.
 */
const WEIGHTS = {
  cosine: 8.38,
  namesPresent: 0.39,
  valueMissing: -3.94,
  valueNotCoOccurring: -3.9,
  attributeMissing: -1.65,
} as const;
const BIAS = -2.46;

/** Threshold below which a question counts as unanswered; three in a hundred answerable questions fall below it. */
export const ANSWERABILITY_THRESHOLD = 0.327;

/**
 * Probability that the first hits contain an answer, 0..1; null if no vectors were compared, as the model needs the
 * cosine.
 */
export function answerabilityProbability({ cosine, ...features }: AnswerabilityFeatures): number | null {
  if (cosine === null) return null;
  const values: Readonly<Record<keyof typeof WEIGHTS, number>> = { cosine, ...features };
  const sum = Object.entries(WEIGHTS).reduce(
    (total, [name, weight]) => total + weight * values[name as keyof typeof WEIGHTS],
    BIAS,
  );
  return 1 / (1 + Math.exp(-sum));
}
