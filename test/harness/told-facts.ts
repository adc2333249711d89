import type { GraphClaim } from '#graph/queries/graph-claims.js';
import type { FactHit } from '#recall/context/fact-hit.js';
import type { FactCandidate } from '#recall/context/fact-candidate.js';

/** A fact told by memory `memoryId` at a time; its object is a value. */
export function toldFact(
  subject: string,
  predicate: string,
  value: string,
  memoryId: string,
  time = 1n,
): FactCandidate {
  const claim: GraphClaim = {
    ...{ id: `${subject} ${predicate} ${value}`, predicate, isRelation: false, subject, object: value },
    ...{ value: { type: 'text', value }, confidence: 0.9, validFrom: time, validTo: 0n, holds: true },
    ...{ supersededBy: null, memoryIds: [memoryId] },
  };
  return { claim, subject, object: value, words: `${subject} ${predicate} ${value}` };
}

/** A memory of the answer. */
export function hitOf(memoryId: string, text: string, time: bigint, more: Partial<FactHit> = {}): FactHit {
  return { memoryId, text, time, speaker: null, role: null, entityIds: [], ...more };
}
