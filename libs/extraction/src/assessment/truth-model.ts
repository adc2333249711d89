import { readFileSync } from 'node:fs';
import type { Features } from './claim.js';

/** Weights of features in the log-odds that a claim is true; a feature that is not named weighs nothing. */
export type TruthWeights = Readonly<Record<string, number>>;

/** Weights for claims of rules and the encoder together, and for claims of rules alone. */
export interface TruthModel {
  readonly encoder: TruthWeights;
  readonly rules: TruthWeights;
}

/** Reads the weights that training/assessment/fit.py wrote. @throws Error if the file is missing or no JSON */
export function loadTruthModel(file: URL): TruthModel {
  return JSON.parse(readFileSync(file, 'utf8')) as TruthModel;
}

/** Probability that a claim with these features is true, rounded to three decimals: a logistic regression. */
export function probabilityOf(weights: TruthWeights, features: Features): number {
  let score = 0;
  for (const [name, value] of Object.entries(features)) score += (weights[name] ?? 0) * value;
  return Math.round(1000 / (1 + Math.exp(-score))) / 1000;
}
