import { addMaxSimScores, fuseScores } from './fusion.js';
import type { RetrieverRun } from '../retrievers/retriever.js';
import type { CandidateSet } from '../retrievers/candidate-set.js';
import { applyBoosts, type RankedMemory } from './boosts.js';
import type { RankingWeights } from './ranking-weights.js';
import { parseQueryIntent } from './query-intent.js';
import { parseRoleIntent } from '../query/role-intent.js';
import { statedAlike } from './likeness.js';
import { orderByRole } from './role-order.js';
import { orderByState } from './state-order.js';

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
  const fused = addMaxSimScores(fuseScores(runs, ranking, discount), rerankScores, {
    ...ranking.tokens,
    weight: ranking.tokens.weight * trustInTokens(runs),
  });
  const alike = statedAlike(runs);
  const ranked = applyBoosts(fused, contexts, parseQueryIntent(query), weights);
  const role = parseRoleIntent(query.text);
  const byRole = role === null ? ranked : orderByRole(ranked, contexts, role, alike, ranking.role);
  return state === null ? byRole : orderByState(byRole, contexts, state, alike, ranking.state);
}

/** Token embeddings are those of the model that the dense retriever uses. */
function trustInTokens(runs: readonly RetrieverRun[]): number {
  return runs.find(({ queryTokens }) => queryTokens)?.trust ?? 1;
}
