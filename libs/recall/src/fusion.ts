import type { Ranking } from './ranking.js';
import type { Found, RetrieverName } from './retriever.js';

/** A memory as the retrievers together see it. */
export interface Fused {
  /** How near it is to the question by words and meaning: 1 for one that is the nearest by all, and what it gains word by word. */
  readonly near: number;
  /** What the graph, the time and the age say for it. */
  readonly claimed: number;
  /** Those whose candidate it is, with its rank there from 0. */
  readonly found: readonly FoundBy[];
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
export function fuse(found: readonly Found[], { retrievers }: Ranking): Map<string, Fused> {
  const ran = found.filter(({ name, candidates }) => retrievers[name].near && candidates.length > 0);
  const all = ran.reduce((sum, { name }) => sum + retrievers[name].weight, 0);
  const fused = new Map<string, { near: number; claimed: number; readonly found: FoundBy[] }>();
  for (const run of found) {
    const { weight, near: isNear } = retrievers[run.name];
    const shareOf = isNear ? shares(run, retrievers[run.name].aboveLast ?? false) : null;
    run.candidates.forEach(({ memoryId, score, support }, rank) => {
      let memory = fused.get(memoryId);
      if (!memory) fused.set(memoryId, (memory = { near: 0, claimed: 0, found: [] }));
      if (shareOf) memory.near += (weight / all) * shareOf(score);
      else memory.claimed += (weight * Math.min(1, support)) / (1 + rank);
      memory.found.push({ retriever: run.name, rank });
    });
  }
  return fused;
}

/**
 * Adds what memories gain by being near word by word: all of the weight for the nearest, and less the farther another is
 * behind it.
 * @param nearness of those that were compared, see `WordNearness`
 */
export function addWords(
  fused: ReadonlyMap<string, Fused>,
  nearness: ReadonlyMap<string, number>,
  { weight, range }: Ranking['words'],
): Map<string, Fused> {
  if (nearness.size === 0) return new Map(fused);
  const best = Math.max(...nearness.values());
  const added = new Map(fused);
  for (const [memoryId, own] of nearness) {
    const memory = fused.get(memoryId);
    const gained = weight * Math.max(0, 1 - (best - own) / range);
    if (memory && gained > 0) added.set(memoryId, { ...memory, near: memory.near + gained });
  }
  return added;
}

/** Candidates among which cosines are compared: more are asked for where more are to be answered. */
const COMPARED = 100;
/** What cosines spread at least: of a few that hardly differ, none is far from the best. */
const SPREAD = 0.2;

/** A score as a share of the best one's; cosines by how far they are above the last one's. */
function shares({ candidates }: Found, aboveLast: boolean): (score: number) => number {
  const best = candidates[0]?.score ?? 0;
  const last = candidates.slice(0, COMPARED).at(-1)?.score ?? 0;
  const range = aboveLast ? Math.max(best - last, SPREAD) : best;
  return (score) => Math.max(0, 1 - (best - score) / range);
}
