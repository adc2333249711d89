import * as z from 'zod';
import { entityId } from '#request-schema/fields.js';
import { entityName } from '#request-schema/text-fields.js';

/** Body of POST /v1/entities/{id}/merge. */
export const MergeEntityDto = z.object({ into: entityId('Entity that it is.') });

/** Body of POST /v1/entities/{id}/split. */
export const SplitEntityDto = z.object({
  name: entityName({ about: 'Name of the entity, at most 1 KiB, that is the name of another one.' }),
});
