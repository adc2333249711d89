import { v5 as uuidv5 } from 'uuid';

/**
 * Id of a relation pair (type, from, to), which is also the id of its first interval: UUIDv5 in the scope's namespace.
 */
export function relationIdOf(scopeId: string, typeId: number, from: string, to: string): string {
  return uuidv5(`relation\0${String(typeId)}\0${from}\0${to}\x000`, scopeId);
}

/** Id of a statement pair, like `relationIdOf`. `valueKey` identifies the object: an entity id or a typed value. */
export function statementIdOf(scopeId: string, predicate: string, subject: string, valueKey: string): string {
  return uuidv5(`statement\0${predicate}\0${subject}\0${valueKey}\x000`, scopeId);
}

/**
 * Id of a later interval of a pair, derived from its first claim, so that inserting an earlier interval changes no
 * other id.
 */
export function laterIntervalIdOf(scopeId: string, pairId: string, memoryId: string, ordinal: number): string {
  return uuidv5(`interval\0${pairId}\0${memoryId}\0${String(ordinal)}`, scopeId);
}

/** Id under which an interval that was retracted in another scope can be named in this one. */
export function retractedIdOf(scopeId: string, pairId: string, from: bigint, to: bigint): string {
  return uuidv5(`retracted\0${pairId}\0${String(from)}\0${String(to)}`, scopeId);
}

/** Id of a timeline: the claims of one predicate and subject, which supersede each other. */
export function timelineIdOf(scopeId: string, isRelation: boolean, predicate: string, subject: string): string {
  return uuidv5(`timeline\0${isRelation ? 'relation' : 'statement'}\0${predicate}\0${subject}`, scopeId);
}

/** Id of a value as the object of a decided fact; of its text nothing can be read. */
export function valueIdOf(scopeId: string, valueKey: string): string {
  return uuidv5(`value\0${valueKey}`, scopeId);
}

/** Id of a fact that callers decide about, by the entity rows of its names and the id of a row or value. */
export function factIdOf(scopeId: string, predicate: string, subject: string, object: string): string {
  return uuidv5(`fact\0${predicate}\0${subject}\0${object}`, scopeId);
}

/** Id of a decision about a fact. `content` is all that it states. */
export function decisionIdOf(factId: string, decision: string, content: string): string {
  return uuidv5(`${decision}\0${content}`, factId);
}

/**
 * Ids under which the claims of a decision that states a fact stand in place of memories. Of claims of equal times, its
 * end comes before all others and its beginning after them: so what ends and what begins then stay apart, and intervals
 * that begin with a memory keep their ids.
 */
export function claimIdsOf(decisionId: string): { readonly begins: string; readonly ends: string } {
  const rest = decisionId.slice('00000000-0000'.length);
  return { begins: `ffffffff-ffff${rest}`, ends: `00000000-0000${rest}` };
}
