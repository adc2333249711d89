import type { RetrieverRun } from '../retrievers/retriever.js';
import type { SessionContext } from '#search/scope-index/scope-index.js';

/** Share of a message's support that its adjacent messages get. */
const NEIGHBOUR_SUPPORT = 0.5;

/** Support of each memory, 0..1: the maximum over all retrievers, or half of the support of an adjacent message. */
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
