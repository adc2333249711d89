import type { AnswerabilityFeatures } from './answerability-features.js';

/**
 * Weights of a logistic regression, fitted by eval/fit-answer-chance.py on our own questions that the encoder was not
 * trained on, about conversations, notes, documents, code, data, prose and chats with assistants: with their answers,
 * with the answering messages removed, and unanswerable ones. The sign of each weight was constrained to the meaning of
 * its feature.
 */
const WEIGHTS = {
  cosine: 2.4,
  maxSim: 3.12,
  termSupport: 1.2,
  namesPresent: 0.24,
  claimed: 1.71,
  valueMissing: -2.36,
  valueNotCoOccurring: -1.82,
  countMissing: -1.42,
  attributeMissing: -1.5,
  statedApart: -2.45,
  sameLanguage: -0.99,
} as const;
const BIAS = -1.32;

/**
 * Threshold below which a question counts as unanswered; four in a hundred answerable questions fall below it, as the
 * mean over genres.
 */
export const ANSWERABILITY_THRESHOLD = 0.321;

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
