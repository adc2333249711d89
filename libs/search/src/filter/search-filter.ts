import type { MetadataCondition } from './metadata-condition.js';

/** A set of memories, told by their ids. */
export interface MemorySet {
  /** Number of memories. */
  readonly size: number;
  has(memoryId: string): boolean;
  /** Whether the 16 bytes from `at` are the id of one of them. */
  hasAt(ids: Uint8Array, at: number): boolean;
  /** Their ids in no order, as a parameter `$n::uuid[]`. */
  toUuidArray(): Buffer;
}

/** Restricts the memories of an answer. An empty filter passes all active memories. */
export interface SearchFilter {
  readonly session?: bigint;
  /** Earliest event time in unix nanoseconds, inclusive. The storage time is used where the event time is unset. */
  readonly since?: bigint;
  /** Latest event time in unix nanoseconds, inclusive. */
  readonly until?: bigint;
  /** Passes memories that mention one of these entities, given by survivor ids. */
  readonly subjects?: readonly string[];
  /** Kind code of the memory. */
  readonly kind?: number;
  readonly speaker?: string;
  readonly role?: string;
  readonly pinned?: boolean;
  /** Conditions on metadata, all of which must hold. */
  readonly metadata?: readonly MetadataCondition[];
  /** Passes memories with one of `any` and with each of `all`. */
  readonly tags?: { readonly any?: readonly string[]; readonly all?: readonly string[] };
  /** The memories that pass all the rest, where they are known: see `filteredIndex` and `resolveFilter`. */
  readonly memoryIds?: MemorySet;
}

/** A filter without the memories that were found to pass it. */
export function unselected(filter: SearchFilter): SearchFilter {
  const { memoryIds, ...asked } = filter;
  return memoryIds ? asked : filter;
}
