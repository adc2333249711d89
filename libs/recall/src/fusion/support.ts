import type { RetrieverRun } from '../retrievers/retriever.js';
import type { SessionContext } from '#search/scope-index/scope-index.js';

/** What a turn next to one that supports an answer keeps of its support. */
const NEIGHBOUR_SUPPORT = 0.5;

/** 0..1 of each memory: the highest support that any retriever gives it, or half of that of a turn next to it. */
export function supportOf(
  runs: readonly Pick<RetrieverRun, 'candidates'>[],
  contexts: ReadonlyMap<string, SessionContext>,
): Map<string, number> {
  const own = new Map<string, number>();
  for (const { candidates } of runs)
    for (const { memoryId, support } of candidates) own.set(memoryId, Math.max(own.get(memoryId) ?? 0, support));
  const supports = new Map(own);
  const raise = (memoryId: string | null, support: number): void => {
    if (memoryId !== null && (supports.get(memoryId) ?? 0) < support) supports.set(memoryId, support);
  };
  for (const [memoryId, support] of own) {
    const context = contexts.get(memoryId);
    if (!context) continue;
    raise(context.before, support * NEIGHBOUR_SUPPORT);
    raise(context.after, support * NEIGHBOUR_SUPPORT);
  }
  return supports;
}
