import { bestFirst, type RankedMemory } from './boosts.js';

/** A new score of a memory, and the name of what moved it. */
export interface Move {
  readonly score: number;
  readonly boost: string;
}

/**
 * Memories with new scores, relative to the best, best first; on equal scores the newer memory first.
 * @param moveOf null for a memory that keeps its score
 */
export function rescore(
  ranked: readonly RankedMemory[],
  moveOf: (memory: RankedMemory) => Move | null,
): RankedMemory[] {
  const moved = ranked.map((memory) => {
    const move = moveOf(memory);
    if (move === null || move.score === memory.score) return memory;
    return { ...memory, score: move.score, boosts: [...memory.boosts, move.boost] };
  });
  const best = moved.reduce((most, { score }) => Math.max(most, score), 0) || 1;
  return moved.map((memory) => ({ ...memory, score: memory.score / best })).sort(bestFirst);
}
