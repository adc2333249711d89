import { groupBy } from '#contracts/group-by.js';
import type { ScopeLease } from './scope-leases.js';
import type { WaitingMemory } from '#memories/extraction/waiting-memories.js';

/** Memories of one scope that are processed in one turn. */
export interface ScopeBatch {
  readonly lease: ScopeLease;
  readonly memoryIds: readonly string[];
  /** Whether more memories of the scope wait. */
  readonly more: boolean;
  /** Total cost, in units of `extractionCost`. */
  readonly cost: number;
}

export interface BatchLimits {
  readonly memories: number;
  /** Maximum bytes of all texts; a larger memory goes alone. */
  readonly bytes: number;
  /** Maximum cost, in units of `extractionCost`. */
  readonly cost: number;
}

/** Bytes of text that cost about as much as the fixed cost of a memory. */
const BYTES_PER_UNIT = 1_024;

/** Size above which a memory shares its batch with no other scope. */
const LONG_BYTES = 32 * 1_024;

/** Cost of extracting a memory, in units of a short memory. */
export function extractionCost(memory: Pick<WaitingMemory, 'bytes'>): number {
  return 1 + memory.bytes / BYTES_PER_UNIT;
}

/** Plans batches: the first waiting memories, scope by scope, up to the limits; at least one memory if any waits. */
export function batchOf(
  leases: readonly ScopeLease[],
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
  return leases.map((lease) => {
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
