import * as z from 'zod';
import type { ResolveRequest } from '#entity-resolution/resolve/resolve-name.js';
import { flag } from '#request-schema/fields.js';
import { cleanName, entityName, storableText } from '#request-schema/text-fields.js';
import { entityTypeHint, entityTypeOfHint } from '../schema/ontology-fields.js';
import { LIMITS } from '../shared/request-limits.js';

/** Body of POST /v1/entities/resolve. */
export const ResolveEntityDto = z.object({
  candidate_name: entityName({ about: 'Name to resolve, at most 1 KiB.' }),
  resolution_context: storableText(LIMITS.context_bytes, {
    ...{ blank: true, about: 'Text around the name, at most 64 KiB. It helps to choose between entities.' },
  }).nullish(),
  context: storableText(LIMITS.context_bytes, { blank: true, about: 'Alias of `resolution_context`.' }).nullish(),
  type_hint: entityTypeHint('Only entities of this type, given by its id or its name.').nullish(),
  allow_create: flag('Whether to create the entity if none has the name. Default false.').nullish(),
});
export type ResolveEntityDto = z.infer<typeof ResolveEntityDto>;

/** Request described by a body. */
export function resolveRequestOf({
  candidate_name,
  resolution_context,
  context,
  type_hint,
}: ResolveEntityDto): ResolveRequest {
  return {
    name: cleanName(candidate_name),
    type: entityTypeOfHint(type_hint) ?? null,
    context: resolution_context ?? context ?? null,
  };
}
