import { PriorityQueue } from './open-list.js';
import type { Transition } from './transitions.js';

/** A transition from one memory to the next, with that one's distance from the goal. */
export interface Branch extends Transition {
  /** Distance from the goal, from 0 (a goal) to 1 (nothing in common). */
  readonly distance: number;
}

/** A memory that a path may start from. */
export interface Start {
  readonly memoryId: string;
  /** How well the memory fits the start, above 0, at most 1. */
  readonly strength: number;
  readonly distance: number;
}

export interface PathSearch {
  readonly starts: readonly Start[];
  /** Memories that may end the path, with how well each fits the goal: above 0, at most 1. */
  readonly goals: ReadonlyMap<string, number>;
  /** Reads the branches of a memory; called at most once per memory. */
  readonly expand: (memoryId: string) => Promise<readonly Branch[]>;
  /** Maximum number of memories on a path. */
  readonly maxSteps: number;
  /** Called before each expansion; true ends the search. */
  readonly isOver: () => boolean;
}

/** A path to a memory: the last branch, and the path before it. */
export interface SearchNode {
  readonly last: Branch | Start;
  readonly parent: SearchNode | null;
  readonly steps: number;
  /** Sum of −ln(strength). */
  readonly cost: number;
  /** Cost plus the estimate of the remaining cost. */
  readonly estimatedTotal: number;
}

/**
 * Estimated remaining cost of a memory at distance 1 from the goal. It exceeds an admissible heuristic (the cheapest
 * transition costs 0.05), so that the search leans towards the goal in a large scope; in return, the cost of the path
 * found may exceed the least cost by up to that much, that is, the path may be only e^−0.5 ≈ 0.6 times as strong.
 */
const HEURISTIC_WEIGHT = 0.5;

/** Maximum number of expanded memories: bounds the memory of a search, whatever its time limit. */
const MAX_EXPANSIONS = 2_000;

/**
 * Finds the strongest path from a start to a goal by A*: the cost of a transition is −ln(strength), so that the
 * cheapest path has the greatest product of strengths. A memory is visited again by a path that is cheaper or has fewer
 * steps, because the cheapest path to it may leave no steps for the rest. Ties go to the shorter path, then to the
 * lower memory id.
 * @returns null if no path was found within the limits
 */
export async function searchPath({ starts, goals, expand, maxSteps, isOver }: PathSearch): Promise<SearchNode | null> {
  const open = new PriorityQueue<SearchNode>(comesBefore);
  const reached = new Map<string, SearchNode[]>();
  const known = new Map<string, readonly Branch[]>();
  const visit = (last: Branch | Start, parent: SearchNode | null): void => {
    const node = expandNode(last, parent, goals);
    const nodes = reached.get(last.memoryId) ?? [];
    if (nodes.some((other) => other.cost <= node.cost && other.steps <= node.steps)) return;
    reached.set(last.memoryId, [...nodes.filter((o) => o.cost < node.cost || o.steps < node.steps), node]);
    open.push(node);
  };
  for (const start of starts) visit(start, null);
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const { memoryId } = node.last;
    if (goals.has(memoryId)) return node;
    if (node.steps >= maxSteps || reached.get(memoryId)?.includes(node) !== true) continue;
    let branches = known.get(memoryId);
    if (branches === undefined) {
      if (known.size >= MAX_EXPANSIONS || isOver()) return null;
      branches = await expand(memoryId);
      known.set(memoryId, branches);
    }
    for (const branch of branches) visit(branch, node);
  }
  return null;
}

/** Contribution of a branch to the estimated total of a path, by which the branches of a memory are chosen. */
export function totalOf({ strength, distance }: { readonly strength: number; readonly distance: number }): number {
  return -Math.log(strength) + HEURISTIC_WEIGHT * distance;
}

function expandNode(last: Branch | Start, parent: SearchNode | null, goals: ReadonlyMap<string, number>): SearchNode {
  const cost = (parent?.cost ?? 0) - Math.log(last.strength);
  const fit = goals.get(last.memoryId);
  const remainingCost = fit === undefined ? HEURISTIC_WEIGHT * last.distance : -Math.log(fit);
  return { last, parent, steps: (parent?.steps ?? 0) + 1, cost, estimatedTotal: cost + remainingCost };
}

function comesBefore(a: SearchNode, b: SearchNode): boolean {
  if (a.estimatedTotal !== b.estimatedTotal) return a.estimatedTotal < b.estimatedTotal;
  if (a.steps !== b.steps) return a.steps < b.steps;
  return a.last.memoryId < b.last.memoryId;
}
