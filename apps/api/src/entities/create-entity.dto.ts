import * as z from 'zod';
import { ENTITY_TYPES, entityTypeOfId } from '#contracts/ontology.js';
import type { NewEntity } from '#graph/commands/create-entity.js';
import { listOf } from '#request-schema/fields.js';
import { cleanName, entityName } from '#request-schema/text-fields.js';
import { entityTypeIdField } from '../schema/ontology-fields.js';
import { LIMITS } from '../shared/request-limits.js';

/** Body of POST /v1/entities. */
export const CreateEntityDto = z.object({
  entity_type_id: entityTypeIdField(`$field must be the id of an entity type, 1 to ${String(ENTITY_TYPES.length)}`),
  canonical_name: entityName({ about: 'Name of the entity, at most 1 KiB. White space is normalized.' }),
  aliases: listOf(entityName({ listed: true }), {
    refusal: '$field must be an array',
    atMost: [LIMITS.entity_aliases, `$field must contain no more than ${String(LIMITS.entity_aliases)} elements`],
    about: 'Other names of the entity.',
  }).nullish(),
});
export type CreateEntityDto = z.infer<typeof CreateEntityDto>;

/** Entity described by a request body, with normalized white space in its names. */
export function newEntityOf({ entity_type_id, canonical_name, aliases }: CreateEntityDto): NewEntity {
  return {
    type: entityTypeOfId(entity_type_id),
    canonicalName: cleanName(canonical_name),
    aliases: (aliases ?? []).map(cleanName),
  };
}
