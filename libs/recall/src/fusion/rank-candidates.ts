import { addMaxSimScores, fuseScores } from './fusion.js';
import type { CandidateSet } from '../retrievers/candidate-set.js';
import { applyBoosts, type RankedMemory } from './boosts.js';
import type { RankingWeights } from './ranking-weights.js';
import { parseQueryIntent } from './query-intent.js';

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
  const fused = addMaxSimScores(fuseScores(runs, ranking), rerankScores, ranking.tokens);
  return applyBoosts(fused, contexts, parseQueryIntent(query), weights);
}
