import type { EntityCorrected } from '#contracts/events.js';
import { ENTITY_TYPES, entityTypeOfId } from '#contracts/ontology.js';
import { entityKeyOf } from '#entity-resolution/entity-key.js';
import type { EntityByName } from '../named-entities.js';

/**
 * A correction of the entity rows that another scope can know; rows whose names are forgotten are left out. If none is
 * known, the correction declares the new name only.
 */
export function ofKnownNames(data: EntityCorrected, entities: Readonly<Record<string, EntityByName>>): EntityCorrected {
  const known = data.entity_ids.filter((id) => Object.hasOwn(entities, id));
  const entity_ids = known.length > 0 ? known : [data.named_id];
  const entity_id = Object.hasOwn(entities, data.entity_id) ? data.entity_id : (entity_ids[0] ?? data.named_id);
  return { ...data, entity_id, entity_ids };
}

/** What is wrong with a correction that has the shape of one; null: nothing. */
export function faultOfCorrection(data: EntityCorrected, scopeId: string): string | null {
  const { entity_type_id, canonical_name, named_id } = data;
  if (entity_type_id < 1 || entity_type_id > ENTITY_TYPES.length) return 'entity_type_id is no entity type';
  if (canonical_name === null) return null;
  const { entityId } = entityKeyOf(scopeId, entityTypeOfId(entity_type_id), canonical_name);
  return entityId === named_id ? null : 'named_id is not that of the type and name in its scope';
}
