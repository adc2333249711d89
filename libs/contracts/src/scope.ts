import { v5 as uuidv5 } from 'uuid';

/** UUIDv5 namespace of all derived ids; changing it would change every one of them. */
export const ENGRAPH_NAMESPACE = '6e6f6f73-7068-5e72-8265-6d656d6f7279';

/**
 * A tenant: the pair (namespace, agent) that owns a graph. `scopeId` is its UUIDv5 and leads the key of every table.
 */
export interface Scope {
  readonly scopeId: string;
  readonly namespace: string;
  readonly agent: string;
}

/** Derives the scope of a (namespace, agent) pair; the NUL separator cannot occur in either part. */
export function scopeOf(namespace: string, agent: string): Scope {
  return { scopeId: uuidv5(`scope\0${namespace}\0${agent}`, ENGRAPH_NAMESPACE), namespace, agent };
}
