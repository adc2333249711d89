import { v5 as uuidv5 } from 'uuid';

/** The id of a pair, which its first interval has too: all that is claimed of one (type, from, to). */
export function relationIdOf(scopeId: string, typeId: number, from: string, to: string): string {
  return uuidv5(`relation\0${String(typeId)}\0${from}\0${to}\x000`, scopeId);
}

/** The id of a pair, as `relationIdOf`. `valueKey` names the object: an entity id, or a typed value. */
export function statementIdOf(scopeId: string, predicate: string, subject: string, valueKey: string): string {
  return uuidv5(`statement\0${predicate}\0${subject}\0${valueKey}\x000`, scopeId);
}

/** An interval of a pair after its first one, by the claim that it begins with: an interval before it changes no other's id. */
export function laterIntervalIdOf(scopeId: string, pairId: string, memoryId: string, ordinal: number): string {
  return uuidv5(`interval\0${pairId}\0${memoryId}\0${String(ordinal)}`, scopeId);
}

/** What is true of a subject one at a time: the claims of a predicate that supersede each other. */
export function timelineIdOf(scopeId: string, isRelation: boolean, predicate: string, subject: string): string {
  return uuidv5(`timeline\0${isRelation ? 'relation' : 'statement'}\0${predicate}\0${subject}`, scopeId);
}
