import type { Sql } from '#database/sql.js';
import type { RankedMemory } from './fusion/boosts.js';
import { mergeSides } from './fusion/merge-sides.js';
import { rankCandidates } from './fusion/rank-candidates.js';
import { RANKING } from './fusion/ranking-weights.js';
import { truncateQuestion } from './query/analyze-query.js';
import { splitQuestion } from './query/split-question.js';
import { retrieveCandidates } from './retrieve-candidates.js';
import type { CandidateSet, RetrievalRequest } from './retrievers/candidate-set.js';

/** A ranked question. */
export interface RankedSides {
  /** Candidates of the whole question. */
  readonly whole: CandidateSet;
  /** Candidates of each side of a question about several; empty if it is about one. */
  readonly sides: readonly CandidateSet[];
  /** Memories, best first. */
  readonly ranked: readonly RankedMemory[];
}

/** Retrieves and ranks the memories for a question, and for each side of a question about several. */
export async function rankSides(
  sql: Sql,
  scopeId: string,
  request: RetrievalRequest,
  neighbours: boolean,
): Promise<RankedSides> {
  const retrieve = (text: string): Promise<CandidateSet> => retrieveCandidates(sql, scopeId, { ...request, text });
  const [whole, ...sides] = await Promise.all([
    retrieve(request.text),
    ...splitQuestion(truncateQuestion(request.text)).map(retrieve),
  ]);
  const rank = (candidates: CandidateSet): RankedMemory[] => rankCandidates(candidates, neighbours, RANKING);
  return { whole, sides, ranked: sides.length === 0 ? rank(whole) : mergeSides([whole, ...sides].map(rank)) };
}
