import { entityFeatures, type EntityFeatures, type SpannedEntity } from './entity-features.js';
import { ENTITY_WEIGHTS } from './entity-weights.js';

/** Decimals of a confidence: more would say nothing, and rows of equal graphs must be equal. */
const DECIMALS = 3;

/**
 * Probability that an entity is a named thing of its type, 0 to 1: a logistic regression over how surely its spans were
 * found and how it is written (`training/entities`). A function of its rows, so that a rebuild gives the same.
 * @param weights those of each feature; a test passes others
 */
export function entityConfidence(
  entity: SpannedEntity,
  weights: Readonly<Partial<Record<string, number>>> = ENTITY_WEIGHTS,
): number {
  const probability = 1 / (1 + Math.exp(-scoreOf(entityFeatures(entity), weights)));
  return Number(probability.toFixed(DECIMALS));
}

function scoreOf(features: EntityFeatures, weights: Readonly<Partial<Record<string, number>>>): number {
  return Object.entries(features).reduce((sum, [name, value]) => sum + value * (weights[name] ?? 0), 0);
}
