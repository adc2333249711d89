import type { RankingWeights } from './ranking-weights.js';
import type { RetrieverRun, RetrieverName } from '../retrievers/retriever.js';

/** A memory as the retrievers together see it. */
export interface FusedMemory {
  /** How near it is to the question by words and meaning: 1 for one that is the nearest by all, and what it gains word by word. */
  readonly contentScore: number;
  /** What the graph, the time and the age say for it. */
  readonly structuralScore: number;
  /** Those whose candidate it is, with its rank there from 0. */
  readonly foundBy: readonly FoundBy[];
}

interface FoundBy {
  readonly retriever: RetrieverName;
  readonly rank: number;
}

/**
 * Adds up what the retrievers say of each memory: nearness as the weighted mean of the scores, each as a share of its
 * retriever's best, and beside it the support of the others, by its rank. Scores, for ranks do not tell a clear first from one of
 * many: reciprocal rank fusion, on questions of our own, found a tenth less among the first five.
 */
export function fuseScores(runs: readonly RetrieverRun[], { retrievers }: RankingWeights): Map<string, FusedMemory> {
  const ran = runs.filter(({ name, candidates }) => retrievers[name].near && candidates.length > 0);
  const all = ran.reduce((sum, { name }) => sum + retrievers[name].weight, 0);
  const fused = new Map<string, { contentScore: number; structuralScore: number; readonly foundBy: FoundBy[] }>();
  for (const run of runs) {
    const { weight, near: isNear } = retrievers[run.name];
    const shareOf = isNear ? normalizedScore(run, retrievers[run.name].aboveLast ?? false) : null;
    run.candidates.forEach(({ memoryId, score, support }, rank) => {
      let memory = fused.get(memoryId);
      if (!memory) fused.set(memoryId, (memory = { contentScore: 0, structuralScore: 0, foundBy: [] }));
      if (shareOf) memory.contentScore += (weight / all) * shareOf(score);
      else memory.structuralScore += (weight * Math.min(1, support)) / (1 + rank);
      memory.foundBy.push({ retriever: run.name, rank });
    });
  }
  return fused;
}

/**
 * Adds what memories gain by being near word by word: all of the weight for the nearest, and less the farther another is
 * behind it.
 * @param maxSimScores of those that were compared, see `MaxSimScore`
 */
export function addMaxSimScores(
  fused: ReadonlyMap<string, FusedMemory>,
  maxSimScores: ReadonlyMap<string, number>,
  { weight, range }: RankingWeights['tokens'],
): Map<string, FusedMemory> {
  if (maxSimScores.size === 0) return new Map(fused);
  const best = Math.max(...maxSimScores.values());
  const added = new Map(fused);
  for (const [memoryId, own] of maxSimScores) {
    const memory = fused.get(memoryId);
    const gained = weight * Math.max(0, 1 - (best - own) / range);
    if (memory && gained > 0) added.set(memoryId, { ...memory, contentScore: memory.contentScore + gained });
  }
  return added;
}

/** Candidates among which cosines are compared: more are asked for where more are to be answered. */
const NORMALIZED_CANDIDATES = 100;
/** What cosines spread at least: of a few that hardly differ, none is far from the best. */
const MIN_COSINE_RANGE = 0.2;

/** A score as a share of the best one's; cosines by how far they are above the last one's. */
function normalizedScore({ candidates }: RetrieverRun, byRange: boolean): (score: number) => number {
  const best = candidates[0]?.score ?? 0;
  const last = candidates.slice(0, NORMALIZED_CANDIDATES).at(-1)?.score ?? 0;
  const range = byRange ? Math.max(best - last, MIN_COSINE_RANGE) : best;
  return (score) => Math.max(0, 1 - (best - score) / range);
}
