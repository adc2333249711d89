import { isFunctional, isRelationType, RELATION_TYPES, type StatementPredicate } from '#contracts/ontology.js';
import type { AdjacentClaim } from '#search/scope-index/neighbourhood-cache.js';
import type { StatedMatter } from '../retriever.js';
import { isRequested } from './claim-relevance.js';

/**
 * The matters that a question asks for, of the entities that it names.
 * @param claims facts and candidates at these entities
 */
export function statedMatters(claims: readonly AdjacentClaim[], queryTerms: ReadonlySet<string>): StatedMatter[] {
  const matters = new Map<string, { memoryIds: Set<string>; current: Set<string> }>();
  for (const claim of claims) {
    if (!isAboutNode(claim) || !isRequested(claim, queryTerms)) continue;
    const key = `${claim.node} ${claim.predicate}`;
    const matter = matters.get(key) ?? { memoryIds: new Set(), current: new Set() };
    matters.set(key, matter);
    for (const memoryId of claim.memoryIds) {
      matter.memoryIds.add(memoryId);
      if (claim.current) matter.current.add(memoryId);
    }
  }
  return [...matters.values()].map(({ memoryIds, current }) => ({
    memoryIds,
    ended: new Set([...memoryIds].filter((memoryId) => !current.has(memoryId))),
  }));
}

/** Whether a claim gives the entity the one value that it has. */
function isAboutNode({ predicate, isSubject }: AdjacentClaim): boolean {
  if (!isFunctional(predicate as StatementPredicate)) return false;
  return isSubject || (isRelationType(predicate) && RELATION_TYPES[predicate].symmetric);
}
