import type { RecallHit } from './recall-request.js';

/** How the rank of a memory changes; ranks count from 1, null where it is not among those that were asked for. */
export interface RankMove {
  readonly memory: RecallHit;
  readonly before: number | null;
  readonly after: number | null;
}

/** How a ranking changes: its memories in their order, then those that come among the first `shown`. */
export function movesOf(
  before: readonly RecallHit[],
  after: readonly RecallHit[],
  shown: number,
): { readonly byId: ReadonlyMap<string, RankMove>; readonly newcomers: readonly RankMove[] } {
  const [ranksBefore, ranksAfter] = [ranksOf(before), ranksOf(after)];
  const moveOf = (memory: RecallHit): RankMove => ({
    memory,
    before: ranksBefore.get(memory.memory_id) ?? null,
    after: ranksAfter.get(memory.memory_id) ?? null,
  });
  return {
    byId: new Map(before.map((memory) => [memory.memory_id, moveOf(memory)])),
    newcomers: after
      .slice(0, shown)
      .map(moveOf)
      .filter((move) => move.before === null),
  };
}

function ranksOf(memories: readonly RecallHit[]): Map<string, number> {
  return new Map(memories.map(({ memory_id }, at) => [memory_id, at + 1]));
}
