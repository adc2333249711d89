import { v5 as uuidv5 } from 'uuid';

/** Fixed UUIDv5 namespace of all ids Engraph derives; never changes, or every derived id would. */
export const ENGRAPH_NAMESPACE = '6e6f6f73-7068-5e72-8265-6d656d6f7279';

/** The pair (namespace, agent) that owns a graph; `scopeId` is its UUIDv5 and leads every table's key. */
export interface Scope {
  readonly scopeId: string;
  readonly namespace: string;
  readonly agent: string;
}

/** Deterministic scope of a (namespace, agent) pair; the NUL separator cannot occur in either part. */
export function scopeOf(namespace: string, agent: string): Scope {
  return { scopeId: uuidv5(`scope\0${namespace}\0${agent}`, ENGRAPH_NAMESPACE), namespace, agent };
}
