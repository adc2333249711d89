import { v5 as uuidv5 } from 'uuid';
import { normalForm } from './normal-form.js';
import { type EntityType, entityTypeId } from '#contracts/ontology.js';

export interface EntityKey {
  readonly entityId: string;
  readonly typeId: number;
  readonly normalForm: string;
}

/**
 * Deterministic ids: UUIDv5 within the scope's UUID, so that the same observations give the same ids in whatever
 * order they arrive, and in every rebuild.
 */
export function entityIdOf(scopeId: string, typeId: number, normalForm: string): string {
  return uuidv5(`entity\0${String(typeId)}\0${normalForm}`, scopeId);
}

/** The node of the graph that a name of a type has. */
export function entityKeyOf(scopeId: string, type: EntityType, name: string): EntityKey {
  const typeId = entityTypeId(type);
  const normal = normalForm(type, name);
  return { entityId: entityIdOf(scopeId, typeId, normal), typeId, normalForm: normal };
}
