import type { RankingWeights } from './ranking-weights.js';
import type { RetrieverRun, RetrieverName } from '../retrievers/retriever.js';

/** A memory with its fused scores. */
export interface FusedMemory {
  /**
   * Score by terms, vectors and MaxSim: 1 for a memory that is first for every content retriever, plus the MaxSim gain.
   */
  readonly contentScore: number;
  /** Score by graph, time and recency. */
  readonly structuralScore: number;
  /** Retrievers that found the memory, with its rank from 0. */
  readonly foundBy: readonly FoundBy[];
}

interface FoundBy {
  readonly retriever: RetrieverName;
  readonly rank: number;
  /** What the retriever adds to the content or the structural score; 0 if it found only an adjacent message. */
  readonly share: number;
}

/**
 * Fuses the scores of all retrievers. The content score is the weighted mean of the normalized scores of content
 * retrievers; the structural score sums the supports of the others, discounted by rank. Scores are used because ranks
 * do not distinguish a clear first from one of many: reciprocal rank fusion found a tenth less among the first five, on
 * questions of our own.
 * @param rankDiscount how much the supports are discounted by rank, 0..1
 */
export function fuseScores(
  runs: readonly RetrieverRun[],
  { retrievers }: Pick<RankingWeights, 'retrievers'>,
  rankDiscount = 1,
): Map<string, FusedMemory> {
  const contentRuns = runs.filter(
    ({ name, candidates }) => retrievers[name].kind === 'content' && candidates.length > 0,
  );
  const weightOf = ({ name, trust = 1 }: RetrieverRun): number => retrievers[name].weight * trust;
  const totalWeight = contentRuns.reduce((sum, run) => sum + weightOf(run), 0);
  const fused = new Map<string, { contentScore: number; structuralScore: number; readonly foundBy: FoundBy[] }>();
  for (const run of runs) {
    const { weight, kind, normalization } = retrievers[run.name];
    const shareOf = kind === 'content' ? normalizedScore(run, normalization === 'minMax') : null;
    run.candidates.forEach(({ memoryId, score, support }, rank) => {
      let memory = fused.get(memoryId);
      if (!memory) fused.set(memoryId, (memory = { contentScore: 0, structuralScore: 0, foundBy: [] }));
      const share = shareOf
        ? (weightOf(run) / totalWeight) * shareOf(score)
        : (weight * Math.min(1, support)) / (1 + rankDiscount * rank);
      if (shareOf) memory.contentScore += share;
      else memory.structuralScore += share;
      memory.foundBy.push({ retriever: run.name, rank, share });
    });
  }
  return fused;
}

/**
 * Adds MaxSim scores to content scores: the full weight for the best, decreasing linearly to 0 at `range` behind it.
 * @param maxSimScores scores of the reranked memories, see `MaxSimScore`
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

/** Number of candidates by which cosines are normalized, regardless of how many are requested. */
const NORMALIZED_CANDIDATES = 100;
/** Minimum range for normalizing cosines, so that candidates with almost equal cosines get almost equal scores. */
const MIN_COSINE_RANGE = 0.2;

/** Normalizes scores of a run: by the best score, or for cosines (`byRange`) by min-max over the first candidates. */
function normalizedScore({ candidates }: RetrieverRun, byRange: boolean): (score: number) => number {
  const best = candidates[0]?.score ?? 0;
  const last = candidates.slice(0, NORMALIZED_CANDIDATES).at(-1)?.score ?? 0;
  const range = byRange ? Math.max(best - last, MIN_COSINE_RANGE) : best;
  return (score) => Math.max(0, 1 - (best - score) / range);
}
