import type { Sql } from '#database/sql.js';
import type { ScopeIndex } from '../index/scope-index.js';
import { arrowOf, readAround, type Around } from './claims-around.js';
import { fitTo } from './claim-fit.js';
import { memoriesNaming } from './memories-naming.js';
import type { ClaimAround } from './surroundings.js';

/** An entity that the walk has come to. */
export interface Reached {
  readonly entityId: string;
  /** 0..1 */
  readonly weight: number;
  /** How it was come to. */
  readonly way: Way;
}

/** A name where the walk began, or a claim with the way before it. */
export type Way = string | { readonly before: Way; readonly claim: ClaimAround };

/** A claim on the way, with what it says for the memories behind it. */
export interface Evidence {
  readonly claim: ClaimAround;
  /** 0..1 */
  readonly weight: number;
  readonly way: Way;
}

export interface Walk {
  readonly reached: readonly Reached[];
  readonly evidence: readonly Evidence[];
  /** The memories that name each entity, by its id. */
  readonly naming: ReadonlyMap<string, readonly string[]>;
}

/** Hops from the entities that the question names. */
const HOPS = 2;
/** Entities walked on from at each hop. */
const WIDTH = 30;
/** Each hop away halves what a claim is worth. */
const DECAY = 0.5;
/**
 * Entities that weigh less are not walked on from: what lies behind them could add a hundredth to a memory's support. Of
 * somebody whom many claims are about, these are nearly all, and reading on from them took two thirds of the time.
 */
const LEAST = 0.01;
/** A fact that has ended ranks below one that holds. */
const ENDED = 0.5;

/**
 * Walks the claims around the named entities, the ones that the question asks for first. A claim is worth the weight
 * of the entity it was reached from, times its confidence, times how well it fits the question.
 * @param beginnings the named entities
 * @param first what is around them
 * @param asked terms of the question
 */
export async function walk(
  sql: Sql,
  scopeId: string,
  index: ScopeIndex,
  beginnings: readonly Reached[],
  first: Around,
  asked: ReadonlySet<string>,
): Promise<Walk> {
  const reached = new Map(beginnings.map((node) => [node.entityId, node]));
  const evidence: Evidence[] = [];
  const naming = new Map<string, readonly string[]>();
  let frontier: Reached[] = [...reached.values()];
  for (let hop = 0; hop < HOPS && frontier.length > 0; hop += 1) {
    const from = new Map(frontier.map((node) => [node.entityId, node]));
    const { claims, entities } = hop === 0 ? first : await readAround(sql, scopeId, index, [...from.keys()]);
    for (const { entityId, naming: memoryIds } of entities) naming.set(entityId, memoryIds);
    const found = evidenceOf(claims, from, asked);
    for (const piece of found) evidence.push(piece);
    frontier = behind(found, reached);
    for (const node of frontier) reached.set(node.entityId, node);
  }
  const rest = await memoriesNaming(
    ...([sql, scopeId, index] as const),
    frontier.map(({ entityId }) => entityId),
  );
  return { reached: [...reached.values()], evidence, naming: new Map([...naming, ...rest]) };
}

/** What each claim at one of the entities says for the memories behind it. */
function evidenceOf(
  claims: readonly ClaimAround[],
  from: ReadonlyMap<string, Reached>,
  asked: ReadonlySet<string>,
): Evidence[] {
  const fitOf = fitTo(asked, claims);
  const found: Evidence[] = [];
  for (const claim of claims) {
    const node = from.get(claim.node);
    if (!node) continue;
    const weight = node.weight * claim.confidence * fitOf(claim) * (claim.current ? 1 : ENDED);
    found.push({ claim, weight, way: { before: node.way, claim } });
  }
  return found;
}

/** The heaviest entities behind the claims, each by the best way to it. */
function behind(evidence: readonly Evidence[], reached: ReadonlyMap<string, Reached>): Reached[] {
  const next = new Map<string, Reached>();
  for (const { claim, weight: own, way } of evidence) {
    const weight = own * DECAY;
    if (claim.other === null || reached.has(claim.other) || weight < LEAST) continue;
    if ((next.get(claim.other)?.weight ?? 0) < weight) next.set(claim.other, { entityId: claim.other, weight, way });
  }
  return [...next.values()].sort(heaviestFirst).slice(0, WIDTH);
}

/** A way in names and arrows: `Ana –core:works_at→`. */
export function pathOf(way: Way): string {
  return typeof way === 'string' ? way : `${pathOf(way.before)} ${arrowOf(way.claim)}`;
}

function heaviestFirst(a: Reached, b: Reached): number {
  return b.weight - a.weight || (a.entityId < b.entityId ? -1 : 1);
}
