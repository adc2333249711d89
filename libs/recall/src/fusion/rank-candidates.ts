import { cosineOf } from '#search/vectors/scope-vectors.js';
import { addMaxSimScores, fuseScores } from './fusion.js';
import type { CandidateSet } from '../retrievers/candidate-set.js';
import type { RetrieverRun } from '../retrievers/retriever.js';
import { applyBoosts, type RankedMemory } from './boosts.js';
import type { RankingWeights } from './ranking-weights.js';
import { parseQueryIntent } from './query-intent.js';
import { orderByState, type StatedMatters } from './state-order.js';

/**
 * Ranks a candidate set, best first. A pure function, so that weights can be compared on a candidate set retrieved
 * once.
 * @param neighbours whether messages adjacent to a match are boosted and may enter the ranking
 */
export function rankCandidates(
  { query, runs, contexts, maxSimScores }: CandidateSet,
  neighbours: boolean,
  ranking: RankingWeights,
): RankedMemory[] {
  const weights = neighbours ? ranking.boosts : { ...ranking.boosts, before: 0, after: 0 };
  const rerankScores = new Map([...maxSimScores].map(([id, { own, inContext }]) => [id, neighbours ? inContext : own]));
  const { state } = query.temporalIntent;
  const discount = state === 'current' ? ranking.state.rankDiscount : 1;
  const fused = addMaxSimScores(fuseScores(runs, ranking, discount), rerankScores, ranking.tokens);
  const ranked = applyBoosts(fused, contexts, parseQueryIntent(query), weights);
  return state === null ? ranked : orderByState(ranked, contexts, state, mattersOf(runs), ranking.state);
}

/** Cosines of two memories at which what they state is not alike, and the same. */
const COSINE_UNLIKE = 0.1;
const COSINE_ALIKE = 0.5;

/** Likeness of what memories state: the same matter of the graph, or the cosine of their vectors. */
function mattersOf(runs: readonly RetrieverRun[]): StatedMatters {
  const matters = runs.flatMap((run) => run.matters ?? []);
  const vectors = runs.find((run) => run.vectors)?.vectors;
  return {
    likeness: (a, b) => {
      if (matters.some(({ memoryIds }) => memoryIds.has(a) && memoryIds.has(b))) return 1;
      const [own, other] = [vectors?.get(a), vectors?.get(b)];
      const cosine = own && other ? cosineOf(own, other) : 0;
      return Math.max(0, Math.min(1, (cosine - COSINE_UNLIKE) / (COSINE_ALIKE - COSINE_UNLIKE)));
    },
    isOver: (memoryId) => matters.some(({ ended }) => ended.has(memoryId)),
  };
}
