import type { Sql } from '#database/sql.js';
import type { ScopeIndex } from '#search/scope-index/scope-index.js';
import { formatEdge, loadNeighbourhood, type Neighbourhood } from './load-neighbourhoods.js';
import { relevanceTo } from './claim-relevance.js';
import { mentioningMemories } from './mentioning-memories.js';
import type { AdjacentClaim } from '#search/scope-index/neighbourhood-cache.js';

/** An entity that the walk has come to. */
export interface VisitedEntity {
  readonly entityId: string;
  /** 0..1 */
  readonly weight: number;
  /** How it was come to. */
  readonly path: Path;
}

/** A name where the walk began, or a claim with the way before it. */
export type Path = string | { readonly before: Path; readonly claim: AdjacentClaim };

/** A claim on the way, with what it says for the memories behind it. */
export interface PathEvidence {
  readonly claim: AdjacentClaim;
  /** 0..1 */
  readonly weight: number;
  readonly path: Path;
}

export interface GraphWalk {
  readonly visited: readonly VisitedEntity[];
  readonly evidence: readonly PathEvidence[];
  /** The memories that name each entity, by its id. */
  readonly mentioningMemories: ReadonlyMap<string, readonly string[]>;
}

/** Hops from the entities that the question names. */
const MAX_HOPS = 2;
/** Entities walked on from at each hop. */
const BEAM_WIDTH = 30;
/** Each hop away halves what a claim is worth. */
const HOP_DECAY = 0.5;
/**
 * Entities that weigh less are not walked on from: what lies behind them could add a hundredth to a memory's support. Of
 * somebody whom many claims are about, these are nearly all, and reading on from them took two thirds of the time.
 */
const MIN_WEIGHT = 0.01;
/** A fact that has ended ranks below one that holds. */
const ENDED_CLAIM_FACTOR = 0.5;

/**
 * Walks the claims around the named entities, the ones that the question asks for first. A claim is worth the weight
 * of the entity it was reached from, times its confidence, times how well it fits the question.
 * @param starts the named entities
 * @param neighbourhood what is around them
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
  const naming = new Map<string, readonly string[]>();
  let frontier: VisitedEntity[] = [...reached.values()];
  for (let hop = 0; hop < MAX_HOPS && frontier.length > 0; hop += 1) {
    const from = new Map(frontier.map((node) => [node.entityId, node]));
    const { claims, entities } =
      hop === 0 ? neighbourhood : await loadNeighbourhood(sql, scopeId, index, [...from.keys()]);
    for (const { entityId, mentioningMemories: memoryIds } of entities) naming.set(entityId, memoryIds);
    const found = evidenceOf(claims, from, questionTerms);
    for (const piece of found) evidence.push(piece);
    frontier = nextEntities(found, reached);
    for (const node of frontier) reached.set(node.entityId, node);
  }
  const rest = await mentioningMemories(
    ...([sql, scopeId, index] as const),
    frontier.map(({ entityId }) => entityId),
  );
  return { visited: [...reached.values()], evidence, mentioningMemories: new Map([...naming, ...rest]) };
}

/** What each claim at one of the entities says for the memories behind it. */
function evidenceOf(
  claims: readonly AdjacentClaim[],
  from: ReadonlyMap<string, VisitedEntity>,
  asked: ReadonlySet<string>,
): PathEvidence[] {
  const fitOf = relevanceTo(asked, claims);
  const found: PathEvidence[] = [];
  for (const claim of claims) {
    const node = from.get(claim.node);
    if (!node) continue;
    const weight = node.weight * claim.confidence * fitOf(claim) * (claim.current ? 1 : ENDED_CLAIM_FACTOR);
    found.push({ claim, weight, path: { before: node.path, claim } });
  }
  return found;
}

/** The heaviest entities behind the claims, each by the best way to it. */
function nextEntities(evidence: readonly PathEvidence[], reached: ReadonlyMap<string, VisitedEntity>): VisitedEntity[] {
  const next = new Map<string, VisitedEntity>();
  for (const { claim, weight: own, path } of evidence) {
    const weight = own * HOP_DECAY;
    if (claim.other === null || reached.has(claim.other) || weight < MIN_WEIGHT) continue;
    if ((next.get(claim.other)?.weight ?? 0) < weight) next.set(claim.other, { entityId: claim.other, weight, path });
  }
  return [...next.values()].sort(heaviestFirst).slice(0, BEAM_WIDTH);
}

/** A way in names and arrows: `Ana –core:works_at→`. */
export function formatPath(path: Path): string {
  return typeof path === 'string' ? path : `${formatPath(path.before)} ${formatEdge(path.claim)}`;
}

function heaviestFirst(a: VisitedEntity, b: VisitedEntity): number {
  return b.weight - a.weight || (a.entityId < b.entityId ? -1 : 1);
}
