import { addMaxSimScores, fuseScores } from './fusion.js';
import type { CandidateSet } from '../retrievers/candidate-set.js';
import { applyBoosts, type RankedMemory } from './boosts.js';
import type { RankingWeights } from './ranking-weights.js';
import { parseQueryIntent } from './query-intent.js';

/**
 * Ranks what was gathered, best first; a pure function, so that weights can be compared on what was gathered once.
 * @param neighbours whether turns next to a match gain by it, and may so stand in the ranking
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
