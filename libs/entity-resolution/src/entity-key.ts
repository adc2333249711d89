import { v5 as uuidv5 } from 'uuid';
import { normalForm } from './normal-form.js';
import { type EntityType, entityTypeId } from '#contracts/ontology.js';

export interface EntityKey {
  readonly entityId: string;
  readonly typeId: number;
  readonly normalForm: string;
}

/**
 * Deterministic entity id: UUIDv5 in the scope's namespace, so that the same observations give the same ids in any
 * order and in every rebuild.
 */
export function entityIdOf(scopeId: string, typeId: number, normalForm: string): string {
  return uuidv5(`entity\0${String(typeId)}\0${normalForm}`, scopeId);
}

/** Key of the entity row of a name of a type. */
export function entityKeyOf(scopeId: string, type: EntityType, name: string): EntityKey {
  const typeId = entityTypeId(type);
  const normal = normalForm(type, name);
  return { entityId: entityIdOf(scopeId, typeId, normal), typeId, normalForm: normal };
}
