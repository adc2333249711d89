import type { RelationType } from '#contracts/ontology.js';
import type { Sql } from '#database/sql.js';
import { termsOf } from '#graph/search/search-terms.js';
import { arrowOf, claimsAround, type ClaimAround } from './claims-around.js';
import { asksForPredicate, asksForRelation } from './cues.js';
import type { NamedEntity } from './query-entities.js';

/** An entity that the walk has come to. */
export interface Reached {
  readonly entityId: string;
  /** 0..1 */
  readonly weight: number;
  /** How it was come to, in names and arrows. */
  readonly path: string;
}

/** A claim on the way, with what it says for the memories behind it. */
export interface Evidence {
  readonly claim: ClaimAround;
  /** 0..1 */
  readonly weight: number;
  readonly path: string;
}

export interface Walk {
  readonly reached: readonly Reached[];
  readonly evidence: readonly Evidence[];
}

/** Hops from the entities that the question names. */
const HOPS = 2;
/** Entities walked on from at each hop. */
const WIDTH = 30;
/** Each hop away halves what a claim is worth. */
const DECAY = 0.5;
/** What a claim that the question does not ask for is worth beside one that it asks for. */
const UNASKED = 0.25;
/** Claims at an entity that are few. */
const FEW = 4;
/** What each word adds that a claim shares with the question. */
const SHARED_WORD = 0.3;
/** A fact that has ended ranks below one that holds. */
const ENDED = 0.5;

/**
 * Walks the claims around the named entities, the ones that the question asks for first. A claim is worth the weight
 * of the entity it was reached from, times its confidence, times how well it fits the question.
 * @param asked terms of the question
 */
export async function walk(
  sql: Sql,
  scopeId: string,
  anchors: readonly NamedEntity[],
  asked: ReadonlySet<string>,
): Promise<Walk> {
  const reached = new Map(anchors.map((a) => [a.entityId, { entityId: a.entityId, weight: 1, path: a.name }]));
  const evidence: Evidence[] = [];
  let frontier: Reached[] = [...reached.values()];
  for (let hop = 0; hop < HOPS && frontier.length > 0; hop += 1) {
    const from = new Map(frontier.map((node) => [node.entityId, node]));
    const next = new Map<string, Reached>();
    const claims = await claimsAround(sql, scopeId, [...from.keys()]);
    const degrees = degreesOf(claims);
    for (const claim of claims) {
      const node = from.get(claim.node);
      if (!node) continue;
      const weight =
        node.weight *
        claim.confidence *
        fitOf(claim, asked, degrees.get(claim.node) ?? 1) *
        (claim.current ? 1 : ENDED);
      const path = `${node.path} ${arrowOf(claim)}`;
      evidence.push({ claim, weight, path });
      if (claim.other === null || reached.has(claim.other)) continue;
      const known = next.get(claim.other);
      if (!known || known.weight < weight * DECAY)
        next.set(claim.other, { entityId: claim.other, weight: weight * DECAY, path });
    }
    frontier = [...next.values()].sort(heaviestFirst).slice(0, WIDTH);
    for (const node of frontier) reached.set(node.entityId, node);
  }
  return { reached: [...reached.values()], evidence };
}

function degreesOf(claims: readonly ClaimAround[]): Map<string, number> {
  const degrees = new Map<string, number>();
  for (const { node } of claims) degrees.set(node, (degrees.get(node) ?? 0) + 1);
  return degrees;
}

/**
 * 0..1: by the cues of its type, or by words that it shares with the question. One that the question does not ask for
 * says the less, the more there are at its entity: of somebody who is in everything, any claim is as good as another.
 */
function fitOf(claim: ClaimAround, asked: ReadonlySet<string>, degree: number): number {
  const cued =
    claim.kind === 'relation'
      ? asksForRelation(claim.predicate as RelationType, asked)
      : asksForPredicate(claim.predicate, asked);
  if (cued) return 1;
  const words = new Set(termsOf(claim.text));
  const shared = [...asked].filter((term) => words.has(term)).length;
  return Math.min(1, UNASKED * Math.min(1, FEW / degree) + shared * SHARED_WORD);
}

function heaviestFirst(a: Reached, b: Reached): number {
  return b.weight - a.weight || (a.entityId < b.entityId ? -1 : 1);
}
