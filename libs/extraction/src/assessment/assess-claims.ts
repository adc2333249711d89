import { relationKey, statementKey } from '#contracts/merge-observations.js';
import type { Observations } from '#contracts/observations.js';
import type { WindowOpinion } from '../classifier/claims/claim-model.js';
import type { ExtractionInput } from '../pipeline/stage.js';
import { sentencesOf } from '../text/sentences.js';
import { claimFeatures } from './claim-features.js';
import type { Claim, Features } from './claim.js';
import { isOfRecord } from './record-origin.js';
import { modelSupport } from './model-support.js';
import { probabilityOf, type TruthWeights } from './truth-model.js';

/** Claims of one memory, with what found them. */
export interface FoundClaims {
  readonly observations: Observations;
  /** The claims among them that rules found. */
  readonly byRules: Observations;
  /** What the model considered. */
  readonly opinions: readonly WindowOpinion[];
}

/** Gives each claim of a memory its probability as confidence. */
export type Assess = (input: ExtractionInput, found: FoundClaims) => Observations;

/** Replaces the confidence of each claim by the probability that it is true. */
export function assessClaims(weights: TruthWeights, input: ExtractionInput, found: FoundClaims): Observations {
  const featuresOf = claimFeaturesIn(input, found);
  const assessed = <C extends Claim>(claim: C): C => ({
    ...claim,
    confidence: probabilityOf(weights, featuresOf(claim)),
  });
  const { observations } = found;
  return {
    ...observations,
    relations: observations.relations.map(assessed),
    statements: observations.statements.map(assessed),
  };
}

/** The features of each claim that was found in a memory. */
export function claimFeaturesIn(input: ExtractionInput, found: FoundClaims): (claim: Claim) => Features {
  const { observations, byRules, opinions } = found;
  const rules = new Set([...byRules.relations, ...byRules.statements].map(keyOf));
  const isEmpty = observations.relations.length + observations.statements.length === 0;
  const sentences = isEmpty ? [] : [...sentencesOf(input.text)];
  return (claim) =>
    claimFeatures(claim, {
      input,
      sentences,
      mentions: observations.mentions,
      source: rules.has(keyOf(claim)) ? (isOfRecord(input.text, claim) ? 'record' : 'rule') : 'model',
      support: modelSupport(opinions, claim),
    });
}

function keyOf(claim: Claim): string {
  return 'from' in claim ? relationKey(claim) : statementKey(claim);
}
