import type { RelationObservation, StatementObservation } from '#contracts/observations.js';
import type { RelationType, StatementPredicate } from '#contracts/ontology.js';

/** A claim of either kind. */
export type Claim = RelationObservation | StatementObservation;

/** The type of a relation, or the predicate of a statement. */
export function predicateOfClaim(claim: Claim): RelationType | StatementPredicate {
  return 'from' in claim ? claim.type : claim.predicate;
}

/** Named numbers from which the probability of a claim is computed; absent ones are 0. */
export type Features = Readonly<Record<string, number>>;
