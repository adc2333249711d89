import { groupBy } from '#contracts/group-by.js';
import type { FoundMemory } from '#recall/memory-search.js';
import type { Edge, WalkedLink } from './read-edges.js';

export type TransitionKind = 'causal' | 'temporal' | 'similarity' | 'entity';

/** A step that a path may take to a memory. */
export interface Transition {
  readonly memoryId: string;
  readonly kind: TransitionKind;
  /** Above 0, at most 0.95. */
  readonly strength: number;
}

/** What a link says of its two memories. */
const LINK_TRANSITIONS: Readonly<Record<WalkedLink, Exclude<TransitionKind, 'entity'>>> = {
  caused: 'causal',
  derived_from: 'causal',
  supports: 'causal',
  references: 'causal',
  part_of: 'causal',
  followed_by: 'temporal',
  similar_to: 'similarity',
};

/** Strength of a transition of full weight: what somebody linked, then what was said next, then likeness. */
const STRENGTHS = { causal: 0.95, temporal: 0.8, similarity: 0.7 } as const;
/** Going from an effect to its cause, or from a turn to the one before it. */
const BACKWARD_FACTOR = 0.9;
/** The next turn of a session that no link says to follow. */
const NEXT_TURN = 0.75;
/** Two memories that alone name an entity; what more memories name says less, by half for each doubling. */
const RARE_ENTITY = 0.85;
/** Words in common, found by a search: full agreement is no more than this. */
const SIMILARITY_FACTOR = 0.6;
const MAX_STRENGTH = 0.95;

/** Of two equally strong transitions to one memory the one that says more is taken. */
const KINDS: readonly TransitionKind[] = ['causal', 'temporal', 'entity', 'similarity'];

/**
 * The transitions that the edges of a memory and the memories found for its text allow: one to each memory, the
 * strongest. Several entities in common add up (1 − ∏(1 − strength)). In no order.
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

/** 0.85 for an entity of two memories, 0.57 for one of four, 0.42 for one of eight, 0.19 for one of 256. */
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
