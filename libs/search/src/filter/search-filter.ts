import type { MemoryIdSet } from './memory-id-set.js';
import type { MetadataCondition } from './metadata-condition.js';

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
  /** The memories that pass all the rest, where they are few; see `resolveFilter`. */
  readonly memoryIds?: MemoryIdSet;
}
