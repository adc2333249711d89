import type { GraphClaim } from '#graph/queries/graph-claims.js';

/** A claim with its sentence, the name of its subject, and its object or value in words. */
export interface FactCandidate {
  readonly claim: GraphClaim;
  readonly subject: string;
  readonly words: string;
  readonly object: string;
}
