import { cutText } from '#contracts/cut-text.js';
import { memoryIdOfUuid } from '#contracts/memory-id.js';
import { resolveCue, readActiveTexts, type Cue, type ResolvedCue } from '../cue.js';
import type { MemorySearch } from '#recall/memory-search.js';
import { goalDistances, goalTerms, type GoalTerms } from './goal-distance.js';
import { readEdges } from './read-edges.js';
import { searchPath, totalOf, type Branch, type SearchNode } from './search-path.js';
import { transitionsOf, type Transition, type TransitionKind } from './transitions.js';

export interface PlanRequest {
  readonly start: Cue;
  readonly goal: Cue;
  /** Memories on the path at most, both ends included. */
  readonly maxSteps: number;
  /** Ways that are followed from each memory at most. */
  readonly maxBranches: number;
  /** Milliseconds. */
  readonly maxWallTimeMs: number;
}

/** One memory of a plan, as the interface shows it. */
export interface PlanStep {
  /** From 0. */
  readonly step_index: number;
  readonly memory_id: string;
  readonly text: string;
  readonly transition_kind: 'initial' | TransitionKind;
  /** 0..1: strength of the transition; of the first step how well it fits the start. */
  readonly confidence: number;
  /** 0 (a goal) to 1. */
  readonly estimated_distance_to_goal: number;
}

/** A memory with fewer ways than this is also left for memories that read like it, as many as these. */
const MIN_BRANCHES = 4;
const MAX_SIMILAR = 8;
/** UTF-16 units of a memory by which those that read like it are found. */
const MAX_UNITS = 2_000;
/** Ways of one memory that are compared with the goal, the strongest. */
const MAX_COMPARED = 1_000;

/**
 * A path of active memories from a start to a goal, over links, sessions, shared entities and likeness (see
 * `searchPath`). Empty where a text finds no memory, or where no path was found within the steps, branches and time.
 * @returns null where start or goal is a memory that the scope does not have, or has forgotten
 */
export async function planPath(from: MemorySearch, request: PlanRequest): Promise<PlanStep[] | null> {
  const { sql, scopeId, find, nowMs } = from;
  const deadline = nowMs() + request.maxWallTimeMs;
  const start = await resolveCue(sql, scopeId, find, request.start);
  const goal = await resolveCue(sql, scopeId, find, request.goal);
  if (!start || !goal) return null;
  const towards = { goals: fitOf(goal), terms: await goalTerms(sql, scopeId, goal.text) };
  const starts = await measured(from, towards, startsOf(start));
  const way = await searchPath({
    starts,
    goals: towards.goals,
    expand: (memoryId) => branchesOf(from, towards, memoryId, request.maxBranches),
    maxSteps: request.maxSteps,
    isOver: () => nowMs() >= deadline,
  });
  return way ? stepsOf(from, way) : [];
}

interface Towards {
  readonly goals: ReadonlyMap<string, number>;
  readonly terms: GoalTerms;
}

/** How well each memory of a cue fits it, against the best. */
function fitOf({ memories }: ResolvedCue): Map<string, number> {
  const best = Math.max(...memories.map(({ score }) => score));
  return new Map(memories.map(({ memoryId, score }) => [memoryId, score / best]));
}

function startsOf(start: ResolvedCue): { memoryId: string; strength: number }[] {
  return [...fitOf(start)].map(([memoryId, strength]) => ({ memoryId, strength }));
}

async function branchesOf(
  from: MemorySearch,
  towards: Towards,
  memoryId: string,
  maxBranches: number,
): Promise<Branch[]> {
  const edges = await readEdges(from.sql, from.scopeId, memoryId);
  const linked = transitionsOf(edges, []);
  const all = linked.length >= MIN_BRANCHES ? linked : transitionsOf(edges, await similarMemories(from, memoryId));
  const branches = await measured(from, towards, all.sort(strongestFirst).slice(0, MAX_COMPARED));
  return branches.sort((a, b) => totalOf(a) - totalOf(b) || idOrder(a, b)).slice(0, maxBranches);
}

async function similarMemories({ sql, scopeId, findSimilar }: MemorySearch, memoryId: string) {
  const text = (await readActiveTexts(sql, scopeId, [memoryId])).get(memoryId) ?? '';
  const found = await findSimilar(cutText(text, MAX_UNITS), MAX_SIMILAR + 1);
  return found.filter((memory) => memory.memoryId !== memoryId);
}

/** Adds to each memory how far it is from the goal. */
async function measured<T extends { readonly memoryId: string }>(
  { sql, scopeId }: MemorySearch,
  { goals, terms }: Towards,
  memories: readonly T[],
): Promise<(T & { distance: number })[]> {
  const distances = await goalDistances(
    sql,
    scopeId,
    terms,
    memories.map(({ memoryId }) => memoryId),
  );
  return memories.map((memory) => ({
    ...memory,
    distance: goals.has(memory.memoryId) ? 0 : (distances.get(memory.memoryId) ?? 1),
  }));
}

async function stepsOf({ sql, scopeId }: MemorySearch, end: SearchNode): Promise<PlanStep[]> {
  const ways: SearchNode[] = [];
  for (let way: SearchNode | null = end; way !== null; way = way.parent) ways.unshift(way);
  const texts = await readActiveTexts(
    sql,
    scopeId,
    ways.map(({ last }) => last.memoryId),
  );
  // A memory that was forgotten while the search ran breaks the path.
  if (texts.size < ways.length) return [];
  return ways.map(({ last }, step_index) => ({
    step_index,
    memory_id: memoryIdOfUuid(last.memoryId),
    text: texts.get(last.memoryId) ?? '',
    transition_kind: 'kind' in last ? last.kind : 'initial',
    confidence: roundConfidence(last.strength),
    estimated_distance_to_goal: roundConfidence(last.distance),
  }));
}

function strongestFirst(a: Transition, b: Transition): number {
  return b.strength - a.strength || idOrder(a, b);
}

function idOrder(a: { readonly memoryId: string }, b: { readonly memoryId: string }): number {
  return a.memoryId < b.memoryId ? -1 : 1;
}

function roundConfidence(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}
