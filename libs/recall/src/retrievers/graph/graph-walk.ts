import type { Sql } from '#database/sql.js';
import type { ScopeIndex } from '#search/scope-index/scope-index.js';
import { formatEdge, loadNeighbourhood, type Neighbourhood } from './load-neighbourhoods.js';
import { relevanceTo } from './claim-relevance.js';
import { mentioningMemories } from './mentioning-memories.js';
import type { AdjacentClaim } from '#search/scope-index/neighbourhood-cache.js';

/** An entity visited by the walk. */
export interface VisitedEntity {
  readonly entityId: string;
  /** 0..1 */
  readonly weight: number;
  /** Path by which it was reached. */
  readonly path: Path;
}

/** The name of the start entity, or a claim with the path before it. */
export type Path = string | { readonly before: Path; readonly claim: AdjacentClaim };

/** A claim on the walk, with its weight as evidence for the memories that assert it. */
export interface PathEvidence {
  readonly claim: AdjacentClaim;
  /** 0..1 */
  readonly weight: number;
  readonly path: Path;
}

export interface GraphWalk {
  readonly visited: readonly VisitedEntity[];
  readonly evidence: readonly PathEvidence[];
  /** Mentioning memories by entity id. */
  readonly mentioningMemories: ReadonlyMap<string, readonly string[]>;
}

/** Maximum number of hops from the start entities. */
const MAX_HOPS = 2;
/** Maximum number of entities expanded per hop. */
const BEAM_WIDTH = 30;
/** Factor on the weight per hop. */
const HOP_DECAY = 0.5;
/**
 * Minimum weight of an expanded entity: claims behind it could add only a hundredth to the support of a memory. Most
 * neighbours of an entity with many claims are below it, and expanding them took two thirds of the time.
 */
const MIN_WEIGHT = 0.01;
/** Factor on the weight of a claim that is no longer current. */
const ENDED_CLAIM_FACTOR = 0.5;

/**
 * Walks the graph from the start entities. The weight of a claim is the weight of the entity it was reached from, times
 * its confidence, times its relevance to the question; halved if it is no longer current. Candidates are evidence
 * for their memories only: the walk does not follow them.
 * @param starts start entities with their weights
 * @param neighbourhood neighbourhood of the start entities
 * @param questionTerms terms of the question
 */
export async function walkGraph(
  sql: Sql,
  scopeId: string,
  index: ScopeIndex,
  starts: readonly VisitedEntity[],
  neighbourhood: Neighbourhood,
  questionTerms: ReadonlySet<string>,
): Promise<GraphWalk> {
  const reached = new Map(starts.map((node) => [node.entityId, node]));
  const evidence: PathEvidence[] = [];
  const mentioningById = new Map<string, readonly string[]>();
  let frontier: VisitedEntity[] = [...reached.values()];
  for (let hop = 0; hop < MAX_HOPS && frontier.length > 0; hop += 1) {
    const from = new Map(frontier.map((node) => [node.entityId, node]));
    const { claims, candidates, entities } =
      hop === 0 ? neighbourhood : await loadNeighbourhood(sql, scopeId, index, [...from.keys()]);
    for (const { entityId, mentioningMemories: memoryIds } of entities) mentioningById.set(entityId, memoryIds);
    const found = evidenceOf(claims, from, questionTerms);
    for (const piece of found) evidence.push(piece);
    for (const piece of evidenceOf(candidates, from, questionTerms, claims)) evidence.push(piece);
    frontier = nextEntities(found, reached);
    for (const node of frontier) reached.set(node.entityId, node);
  }
  const rest = await mentioningMemories(
    ...([sql, scopeId, index] as const),
    frontier.map(({ entityId }) => entityId),
  );
  return { visited: [...reached.values()], evidence, mentioningMemories: new Map([...mentioningById, ...rest]) };
}

/**
 * Evidence by the claims at the given entities.
 * @param others further claims at these entities, by which theirs are less scarce
 */
function evidenceOf(
  claims: readonly AdjacentClaim[],
  from: ReadonlyMap<string, VisitedEntity>,
  queryTerms: ReadonlySet<string>,
  others: readonly AdjacentClaim[] = [],
): PathEvidence[] {
  const relevanceOf = relevanceTo(queryTerms, [...claims, ...others]);
  const found: PathEvidence[] = [];
  for (const claim of claims) {
    const node = from.get(claim.node);
    if (!node) continue;
    const weight = node.weight * claim.confidence * relevanceOf(claim) * (claim.current ? 1 : ENDED_CLAIM_FACTOR);
    found.push({ claim, weight, path: { before: node.path, claim } });
  }
  return found;
}

/** Entities of the next hop with the highest weights, each with its best path. */
function nextEntities(evidence: readonly PathEvidence[], reached: ReadonlyMap<string, VisitedEntity>): VisitedEntity[] {
  const next = new Map<string, VisitedEntity>();
  for (const { claim, weight: own, path } of evidence) {
    const weight = own * HOP_DECAY;
    if (claim.other === null || reached.has(claim.other) || weight < MIN_WEIGHT) continue;
    if ((next.get(claim.other)?.weight ?? 0) < weight) next.set(claim.other, { entityId: claim.other, weight, path });
  }
  return [...next.values()].sort(heaviestFirst).slice(0, BEAM_WIDTH);
}

/** Formats a path, e.g. `Ana –core:works_at→`. */
export function formatPath(path: Path): string {
  return typeof path === 'string' ? path : `${formatPath(path.before)} ${formatEdge(path.claim)}`;
}

function heaviestFirst(a: VisitedEntity, b: VisitedEntity): number {
  return b.weight - a.weight || (a.entityId < b.entityId ? -1 : 1);
}
