import { bestFirst, type RankedMemory } from './boosts.js';

/**
 * Merges the rankings of a question about several and of its sides, so that each side has its memories among the first:
 * a memory has its best score relative to the first of one of the rankings.
 */
export function mergeSides(rankings: readonly (readonly RankedMemory[])[]): RankedMemory[] {
  const best = new Map<string, RankedMemory>();
  for (const memory of rankings.flat())
    if ((best.get(memory.memoryId)?.score ?? -1) < memory.score) best.set(memory.memoryId, memory);
  return [...best.values()].sort(bestFirst);
}
