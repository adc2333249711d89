import type { Candidate, RetrieverName } from './retriever.js';

/** A memory as the retrievers together see it. */
export interface Fused {
  readonly memoryId: string;
  /** 0..1: 1 for one that every retriever that ran puts first, and that supports all that is asked for. */
  readonly score: number;
  /** The highest support that any of them gives it. */
  readonly support: number;
  readonly retrievers: readonly RetrieverName[];
  readonly because: readonly string[];
}

/** Rank constant: small, because the lists are short and their heads are good. */
const K = 10;

/** What each retriever's ranks count. The graph ranks well only what it knows, so it counts a little less. */
const WEIGHTS: Readonly<Record<RetrieverName, number>> = { lexical: 1, dense: 1, entity_graph: 0.6 };

/**
 * Reciprocal rank fusion (Cormack, Clarke and Büttcher 2009): the sum of weight / (K + rank) over the retrievers,
 * divided by the largest sum there can be; then the mean of that and the support. Best first; ties go to the newer memory.
 */
export function fuse(lists: ReadonlyMap<RetrieverName, readonly Candidate[]>): Fused[] {
  const found = new Map<string, Fused>();
  for (const [retriever, candidates] of lists)
    candidates.forEach((candidate, rank) => {
      const before = found.get(candidate.memoryId);
      found.set(candidate.memoryId, {
        memoryId: candidate.memoryId,
        score: (before?.score ?? 0) + WEIGHTS[retriever] / (K + rank),
        support: Math.max(before?.support ?? 0, candidate.support),
        retrievers: [...(before?.retrievers ?? []), retriever],
        because: [...(before?.because ?? []), `${retriever}: ${candidate.because}`],
      });
    });
  const ran = [...lists].filter(([, candidates]) => candidates.length > 0);
  const most = ran.reduce((sum, [retriever]) => sum + WEIGHTS[retriever] / K, 0);
  return [...found.values()].map((memory) => ({ ...memory, score: scoreOf(memory, most) })).sort(bestFirst);
}

/** Ranks alone forget by how much a memory leads: one that supports all that is asked for ranks above a near miss. */
function scoreOf({ score, support }: Fused, most: number): number {
  return (score / most + Math.min(1, support)) / 2;
}

function bestFirst(a: Fused, b: Fused): number {
  return b.score - a.score || (a.memoryId > b.memoryId ? -1 : 1);
}
