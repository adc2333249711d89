import type { GraphClaim } from '#graph/queries/graph-claims.js';

/** A claim with its sentence, the name of its subject, and its object or value in words. */
export interface FactCandidate {
  readonly claim: GraphClaim;
  readonly subject: string;
  readonly words: string;
  readonly object: string;
}

/** A fact to the point of a question. */
export interface ScoredFact {
  readonly candidate: FactCandidate;
  /** As `relevanceOf` gives it. */
  readonly relevance: number;
}
