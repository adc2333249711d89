import { groupBy } from '#contracts/group-by.js';
import type { FoundMemory } from '#recall/memory-search.js';
import type { Edge, WalkedLink } from './read-edges.js';

export type TransitionKind = 'causal' | 'temporal' | 'similarity' | 'entity';

/** A possible step of a path to a memory. */
export interface Transition {
  readonly memoryId: string;
  readonly kind: TransitionKind;
  /** Strength, above 0, at most 0.95. */
  readonly strength: number;
}

/** Transition kind of each link kind. */
const LINK_TRANSITIONS: Readonly<Record<WalkedLink, Exclude<TransitionKind, 'entity'>>> = {
  caused: 'causal',
  derived_from: 'causal',
  supports: 'causal',
  references: 'causal',
  part_of: 'causal',
  followed_by: 'temporal',
  similar_to: 'similarity',
};

/** Strengths of transitions by links of full weight: causal, temporal, similarity. */
const STRENGTHS = { causal: 0.95, temporal: 0.8, similarity: 0.7 } as const;
/** Factor for the backward direction: from an effect to its cause, or to the previous message. */
const BACKWARD_FACTOR = 0.9;
/** Strength of the step to the next message of a session without a link. */
const NEXT_TURN = 0.75;
/** Strength for an entity that only two memories mention; it decreases as more memories mention it, see `rarity`. */
const RARE_ENTITY = 0.85;
/** Factor on the support of similar memories found by search. */
const SIMILARITY_FACTOR = 0.6;
const MAX_STRENGTH = 0.95;

/** Order of preference among equally strong transitions to one memory. */
const KINDS: readonly TransitionKind[] = ['causal', 'temporal', 'entity', 'similarity'];

/**
 * Derives transitions from the edges of a memory and from similar memories: the strongest one to each memory, in no
 * order. Several shared entities add up to 1 − ∏(1 − strength).
 */
export function transitionsOf(edges: readonly Edge[], found: readonly FoundMemory[]): Transition[] {
  const named = groupBy(
    edges.filter((edge) => edge.via === 'entity'),
    (edge) => edge.memoryId,
  );
  const all = [
    ...edges.flatMap((edge) => transitionOf(edge) ?? []),
    ...[...named].map(([memoryId, shared]) =>
      entityTransition(
        memoryId,
        shared.map((edge) => edge.memories),
      ),
    ),
    ...found.filter(({ score }) => score > 0).map(foundTransition),
  ];
  return [...groupBy(all, (transition) => transition.memoryId).values()].map((same) => same.reduce(stronger));
}

function transitionOf(edge: Edge): Transition | null {
  if (edge.via === 'entity') return null;
  const { memoryId } = edge;
  const direction = edge.forward ? 1 : BACKWARD_FACTOR;
  if (edge.via === 'session') return { memoryId, kind: 'temporal', strength: NEXT_TURN * direction };
  const kind = LINK_TRANSITIONS[edge.kind];
  return { memoryId, kind, strength: STRENGTHS[kind] * edge.weight * (kind === 'similarity' ? 1 : direction) };
}

function entityTransition(memoryId: string, namedBy: readonly number[]): Transition {
  const doubt = namedBy.reduce((product, memories) => product * (1 - rarity(memories)), 1);
  return { memoryId, kind: 'entity', strength: Math.min(MAX_STRENGTH, 1 - doubt) };
}

/** Strength by number of mentioning memories: 0.85 for two, 0.57 for four, 0.42 for eight, 0.19 for 256. */
function rarity(memories: number): number {
  return RARE_ENTITY / (1 + Math.log2(Math.max(2, memories) / 2) / 2);
}

function foundTransition({ memoryId, score }: FoundMemory): Transition {
  return { memoryId, kind: 'similarity', strength: SIMILARITY_FACTOR * Math.min(1, score) };
}

function stronger(a: Transition, b: Transition): Transition {
  if (a.strength !== b.strength) return a.strength > b.strength ? a : b;
  return KINDS.indexOf(a.kind) <= KINDS.indexOf(b.kind) ? a : b;
}
