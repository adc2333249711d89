import * as z from 'zod';
import { ENTITY_TYPES, entityTypeOfId } from '#contracts/ontology.js';
import type { EntityCorrection } from '#graph/commands/correct-entity.js';
import { cleanName, entityName } from '#request-schema/text-fields.js';
import { BadRequest } from '../http/problems.js';
import { entityTypeIdField } from '../schema/ontology-fields.js';

/** Body of PATCH /v1/entities/{id}. An absent field stays as it is. */
export const CorrectEntityDto = z.object({
  canonical_name: entityName({
    about: 'Name that the entity has from now on, at most 1 KiB. White space is normalized.',
  }).optional(),
  entity_type_id: entityTypeIdField(
    `$field must be the id of an entity type, 1 to ${String(ENTITY_TYPES.length)}`,
  ).optional(),
});
export type CorrectEntityDto = z.infer<typeof CorrectEntityDto>;

/** Correction that a body describes. @throws BadRequest if it names nothing to correct */
export function entityCorrectionOf({
  canonical_name,
  entity_type_id,
}: CorrectEntityDto): Omit<EntityCorrection, 'entityId'> {
  if (canonical_name === undefined && entity_type_id === undefined)
    throw new BadRequest('the body must have at least one of canonical_name, entity_type_id');
  return {
    ...(canonical_name !== undefined && { name: cleanName(canonical_name) }),
    ...(entity_type_id !== undefined && { type: entityTypeOfId(entity_type_id) }),
  };
}
