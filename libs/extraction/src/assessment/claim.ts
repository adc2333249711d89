import type { RelationObservation, StatementObservation } from '#contracts/observations.js';

/** A claim of either kind. */
export type Claim = RelationObservation | StatementObservation;

/** Named numbers from which the probability of a claim is computed; absent ones are 0. */
export type Features = Readonly<Record<string, number>>;
