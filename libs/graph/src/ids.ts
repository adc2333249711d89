import { v5 as uuidv5 } from 'uuid';

/**
 * Deterministic ids: UUIDv5 within the scope's UUID, so that the same observations give the same ids in whatever
 * order they arrive, and in every rebuild.
 */
export function entityIdOf(scopeId: string, typeId: number, normalForm: string): string {
  return uuidv5(`entity\0${String(typeId)}\0${normalForm}`, scopeId);
}

/** `ordinal` counts the intervals of one (type, from, to), from 0. */
export function relationIdOf(scopeId: string, typeId: number, from: string, to: string, ordinal: number): string {
  return uuidv5(`relation\0${String(typeId)}\0${from}\0${to}\0${String(ordinal)}`, scopeId);
}

/** `valueKey` names the object: an entity id, or a typed value. */
export function statementIdOf(
  scopeId: string,
  predicate: string,
  subject: string,
  valueKey: string,
  ordinal: number,
): string {
  return uuidv5(`statement\0${predicate}\0${subject}\0${valueKey}\0${String(ordinal)}`, scopeId);
}
