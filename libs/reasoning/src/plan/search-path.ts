import { PriorityQueue } from './open-list.js';
import type { Transition } from './transitions.js';

/** A way from one memory to the next, and how far that one is from the goal. */
export interface Branch extends Transition {
  /** 0 (a goal) to 1 (nothing in common). */
  readonly distance: number;
}

/** A memory that a path may begin with. */
export interface Start {
  readonly memoryId: string;
  /** 0..1, above 0. */
  readonly strength: number;
  readonly distance: number;
}

export interface PathSearch {
  readonly starts: readonly Start[];
  /** The memories that may end the path, with how well each fits: 0..1, above 0. */
  readonly goals: ReadonlyMap<string, number>;
  /** The branches of a memory; asked at most once for each. */
  readonly expand: (memoryId: string) => Promise<readonly Branch[]>;
  /** Memories on a path at most. */
  readonly maxSteps: number;
  /** Asked before each expansion; true ends the search. */
  readonly isOver: () => boolean;
}

/** The way to a memory: the last branch, and the way to where it begins. */
export interface SearchNode {
  readonly last: Branch | Start;
  readonly parent: SearchNode | null;
  readonly steps: number;
  /** Sum of −ln(strength). */
  readonly cost: number;
  /** Cost with the estimate of what is left. */
  readonly estimatedTotal: number;
}

/**
 * What the estimate of a memory with nothing in common with the goal adds to its cost. More than an admissible estimate
 * would (the cheapest transition costs 0.05), so that the search leans towards the goal in a large scope; in return
 * the path found may cost up to that much more than the best, that is be e^−0.5 ≈ 0.6 times as strong.
 */
const HEURISTIC_WEIGHT = 0.5;

/** Memories expanded at most: bounds what a search keeps in mind, whatever time it has. */
const MAX_EXPANSIONS = 2_000;

/**
 * The strongest path from a start to a goal by A*: the cost of a transition is −ln(strength), so that the cheapest path
 * has the greatest product. The same memory is reached again where that is cheaper or takes fewer steps, because the
 * cheapest way to it may leave no steps for the rest. Ties go to the shorter path, then to the lower memory id.
 * @returns null where no path was found within the bounds
 */
export async function searchPath({ starts, goals, expand, maxSteps, isOver }: PathSearch): Promise<SearchNode | null> {
  const open = new PriorityQueue<SearchNode>(comesBefore);
  const reached = new Map<string, SearchNode[]>();
  const known = new Map<string, readonly Branch[]>();
  const visit = (last: Branch | Start, before: SearchNode | null): void => {
    const way = expandNode(last, before, goals);
    const ways = reached.get(last.memoryId) ?? [];
    if (ways.some((other) => other.cost <= way.cost && other.steps <= way.steps)) return;
    reached.set(last.memoryId, [...ways.filter((o) => o.cost < way.cost || o.steps < way.steps), way]);
    open.push(way);
  };
  for (const start of starts) visit(start, null);
  for (let way = open.pop(); way !== undefined; way = open.pop()) {
    const { memoryId } = way.last;
    if (goals.has(memoryId)) return way;
    if (way.steps >= maxSteps || reached.get(memoryId)?.includes(way) !== true) continue;
    let branches = known.get(memoryId);
    if (branches === undefined) {
      if (known.size >= MAX_EXPANSIONS || isOver()) return null;
      branches = await expand(memoryId);
      known.set(memoryId, branches);
    }
    for (const branch of branches) visit(branch, way);
  }
  return null;
}

/** What a branch adds to a path's total, by which the branches of a memory are chosen. */
export function totalOf({ strength, distance }: { readonly strength: number; readonly distance: number }): number {
  return -Math.log(strength) + HEURISTIC_WEIGHT * distance;
}

function expandNode(last: Branch | Start, parent: SearchNode | null, goals: ReadonlyMap<string, number>): SearchNode {
  const cost = (parent?.cost ?? 0) - Math.log(last.strength);
  const fit = goals.get(last.memoryId);
  const left = fit === undefined ? HEURISTIC_WEIGHT * last.distance : -Math.log(fit);
  return { last, parent, steps: (parent?.steps ?? 0) + 1, cost, estimatedTotal: cost + left };
}

function comesBefore(a: SearchNode, b: SearchNode): boolean {
  if (a.estimatedTotal !== b.estimatedTotal) return a.estimatedTotal < b.estimatedTotal;
  if (a.steps !== b.steps) return a.steps < b.steps;
  return a.last.memoryId < b.last.memoryId;
}
