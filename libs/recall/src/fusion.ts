import type { Lifted } from './lifts.js';
import type { Ranking } from './ranking.js';
import type { RetrieverName } from './retriever.js';

/** A memory as the retrievers together see it. */
export interface Fused {
  readonly memoryId: string;
  /** 0..1: 1 for one that every retriever that ran puts first. */
  readonly score: number;
  /** Those whose list it stands in, with its rank there from 0, and what lifted it there. */
  readonly found: readonly {
    readonly retriever: RetrieverName;
    readonly rank: number;
    readonly lifts: readonly string[];
  }[];
}

/**
 * Reciprocal rank fusion (Cormack, Clarke and Büttcher 2009): the sum of weight / (constant + rank) over the
 * retrievers, divided by the largest sum there can be. Best first; ties go to the newer memory.
 * @param supportOf 0..1, of a memory by a retriever
 */
export function fuse(
  lists: ReadonlyMap<RetrieverName, readonly Lifted[]>,
  { rankConstant, retrievers }: Ranking,
  supportOf: (retriever: RetrieverName, memoryId: string) => number,
): Fused[] {
  const fused = new Map<string, Fused>();
  for (const [retriever, list] of lists)
    list.forEach(({ memoryId, lifts }, rank) => {
      const before = fused.get(memoryId);
      const { weight, bySupport } = retrievers[retriever];
      const share = bySupport ? supportOf(retriever, memoryId) : 1;
      fused.set(memoryId, {
        memoryId,
        score: (before?.score ?? 0) + (weight * share) / (rankConstant + rank),
        found: [...(before?.found ?? []), { retriever, rank, lifts }],
      });
    });
  const ran = [...lists].filter(([, list]) => list.length > 0);
  const most = ran.reduce((sum, [retriever]) => sum + retrievers[retriever].weight / rankConstant, 0);
  return [...fused.values()].map((memory) => ({ ...memory, score: memory.score / most })).sort(bestFirst);
}

function bestFirst(a: Fused, b: Fused): number {
  return b.score - a.score || (a.memoryId > b.memoryId ? -1 : 1);
}
