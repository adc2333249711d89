import { groupBy } from '#contracts/group-by.js';
import type { ScopeLease } from './scope-leases.js';
import type { WaitingMemory } from '#memories/extraction/waiting-memories.js';

/** What is worked off of one scope in its turn. */
export interface ScopeBatch {
  readonly lease: ScopeLease;
  readonly memoryIds: readonly string[];
  /** Whether more of the scope waits than was taken. */
  readonly more: boolean;
  /** Of the memories together, in units of `extractionCost`. */
  readonly cost: number;
}

export interface BatchLimits {
  readonly memories: number;
  /** Of all texts together; a memory that is larger goes alone. */
  readonly bytes: number;
  /** In units of `extractionCost`. */
  readonly cost: number;
}

/** Bytes of text that take about as long as what a short memory takes besides. */
const BYTES_OF_ONE = 1_024;

/** A text that is longer shares its turn with no other scope. */
const LONG_BYTES = 32 * 1_024;

/** What a memory takes, in short memories. */
export function extractionCost(memory: Pick<WaitingMemory, 'bytes'>): number {
  return 1 + memory.bytes / BYTES_OF_ONE;
}

/** The first of what waits, scope after scope, up to the limits; at least one memory where any waits. */
export function batchOf(
  turns: readonly ScopeLease[],
  waiting: readonly WaitingMemory[],
  limits: BatchLimits,
): ScopeBatch[] {
  const byScope = groupBy(waiting, (memory) => memory.scopeId);
  let [memories, bytes, cost] = [0, 0, 0];
  const fits = (memory: WaitingMemory): boolean =>
    memories === 0 ||
    (memories < limits.memories &&
      bytes + memory.bytes <= limits.bytes &&
      cost + extractionCost(memory) <= limits.cost);
  const mayShare = (memory: WaitingMemory): boolean =>
    shared === undefined || shared.scopeId === memory.scopeId || (!shared.isLong && memory.bytes <= LONG_BYTES);
  let shared: { readonly scopeId: string; readonly isLong: boolean } | undefined;
  let isFull = false;
  return turns.map((lease) => {
    const own = byScope.get(lease.scopeId) ?? [];
    const memoryIds: string[] = [];
    const costBefore = cost;
    for (const memory of own) {
      isFull ||= !fits(memory) || !mayShare(memory);
      if (isFull) break;
      memoryIds.push(memory.memoryId);
      shared = { scopeId: memory.scopeId, isLong: shared?.isLong === true || memory.bytes > LONG_BYTES };
      memories += 1;
      bytes += memory.bytes;
      cost += extractionCost(memory);
    }
    return { lease, memoryIds, more: memoryIds.length < own.length, cost: cost - costBefore };
  });
}
