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
  /** Maximum number of memories on the path, both ends included. */
  readonly maxSteps: number;
  /** Maximum number of transitions followed from each memory. */
  readonly maxBranches: number;
  /** Time limit in milliseconds. */
  readonly maxWallTimeMs: number;
}

/** One memory of a plan, as the API shows it. */
export interface PlanStep {
  /** From 0. */
  readonly step_index: number;
  readonly memory_id: string;
  readonly text: string;
  readonly transition_kind: 'initial' | TransitionKind;
  /** Strength of the transition, 0..1; for the first step, how well it fits the start. */
  readonly confidence: number;
  /** Estimated distance, from 0 (a goal) to 1. */
  readonly estimated_distance_to_goal: number;
}

/** A memory with fewer transitions than MIN_BRANCHES is also expanded to up to MAX_SIMILAR similar memories. */
const MIN_BRANCHES = 4;
const MAX_SIMILAR = 8;
/** Maximum length in UTF-16 units of the text by which similar memories are searched. */
const MAX_UNITS = 2_000;
/** Maximum number of transitions of one memory that are compared with the goal; the strongest are used. */
const MAX_COMPARED = 1_000;

/**
 * Plans a path of active memories from a start to a goal, over links, sessions, shared entities and similarity (see
 * `searchPath`). Empty if a text finds no memory, or if no path was found within the limits of steps, branches and
 * time.
 * @returns null if start or goal is a memory that does not exist in the scope or is forgotten
 */
export async function planPath(from: MemorySearch, request: PlanRequest): Promise<PlanStep[] | null> {
  const { sql, scopeId, find, nowMs } = from;
  const deadline = nowMs() + request.maxWallTimeMs;
  const start = await resolveCue(sql, scopeId, find, request.start);
  const goal = await resolveCue(sql, scopeId, find, request.goal);
  if (!start || !goal) return null;
  const goalContext = { goals: fitOf(goal), terms: await goalTerms(sql, scopeId, goal.text) };
  const starts = await withDistances(from, goalContext, startsOf(start));
  const path = await searchPath({
    starts,
    goals: goalContext.goals,
    expand: (memoryId) => branchesOf(from, goalContext, memoryId, request.maxBranches),
    maxSteps: request.maxSteps,
    isOver: () => nowMs() >= deadline,
  });
  return path ? stepsOf(from, path) : [];
}

interface GoalContext {
  readonly goals: ReadonlyMap<string, number>;
  readonly terms: GoalTerms;
}

/** Fit of each memory of a cue: its score relative to the best. */
function fitOf({ memories }: ResolvedCue): Map<string, number> {
  const best = Math.max(...memories.map(({ score }) => score));
  return new Map(memories.map(({ memoryId, score }) => [memoryId, score / best]));
}

function startsOf(start: ResolvedCue): { memoryId: string; strength: number }[] {
  return [...fitOf(start)].map(([memoryId, strength]) => ({ memoryId, strength }));
}

async function branchesOf(
  from: MemorySearch,
  goalContext: GoalContext,
  memoryId: string,
  maxBranches: number,
): Promise<Branch[]> {
  const edges = await readEdges(from.sql, from.scopeId, memoryId);
  const linked = transitionsOf(edges, []);
  const all = linked.length >= MIN_BRANCHES ? linked : transitionsOf(edges, await similarMemories(from, memoryId));
  const branches = await withDistances(from, goalContext, all.sort(strongestFirst).slice(0, MAX_COMPARED));
  return branches.sort((a, b) => totalOf(a) - totalOf(b) || idOrder(a, b)).slice(0, maxBranches);
}

async function similarMemories({ sql, scopeId, findSimilar }: MemorySearch, memoryId: string) {
  const text = (await readActiveTexts(sql, scopeId, [memoryId])).get(memoryId) ?? '';
  const found = await findSimilar(cutText(text, MAX_UNITS), MAX_SIMILAR + 1);
  return found.filter((memory) => memory.memoryId !== memoryId);
}

/** Adds to each memory its distance from the goal. */
async function withDistances<T extends { readonly memoryId: string }>(
  { sql, scopeId }: MemorySearch,
  { goals, terms }: GoalContext,
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
  const nodes: SearchNode[] = [];
  for (let path: SearchNode | null = end; path !== null; path = path.parent) nodes.unshift(path);
  const texts = await readActiveTexts(
    sql,
    scopeId,
    nodes.map(({ last }) => last.memoryId),
  );
  // A memory that was forgotten during the search breaks the path.
  if (texts.size < nodes.length) return [];
  return nodes.map(({ last }, step_index) => ({
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
