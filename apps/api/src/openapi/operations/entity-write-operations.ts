import { arrayOf, object, type JsonSchema } from '#contracts/schemas/json-schema.js';
import { described, ENTITY_ID, nullable, SHARE } from '#request-schema/keywords.js';
import { CreateEntityDto } from '../../entities/create-entity.dto.js';
import { ResolveEntityDto } from '../../entities/resolve-entity.dto.js';
import type { Operation } from './operation.js';
import { bodySchemas, ref } from './schema-parts.js';

export const ENTITY_WRITE_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  ...bodySchemas({ CreateEntity: CreateEntityDto, ResolveEntity: ResolveEntityDto }),
  Resolution: object({
    outcome: described(
      { enum: ['resolved', 'created', 'ambiguous', 'not_found'] },
      'Whether one entity was found, one was created, several are equally likely, or none has the name.',
    ),
    tier: described(
      { type: ['integer', 'null'], minimum: 1, maximum: 5 },
      'How the name was matched: 1 exact or alias, 2 spelling, 3 context, 4 LLM (unused), 5 created; null if not found.',
    ),
    confidence: described(SHARE, 'Confidence of the best match; 0 if not found.'),
    entity_id: described(nullable(ENTITY_ID), 'The entity; null if ambiguous or not found.'),
    candidate_ids: described(arrayOf(ENTITY_ID), 'Candidates, the most likely first; at most 20.'),
  }),
};

/** Operations that create or resolve entities. */
export const ENTITY_WRITE_OPERATIONS: readonly Operation[] = [
  {
    ...{ operationId: 'createEntity', method: 'post', path: '/v1/entities', tag: 'graph', permission: 'encode recall' },
    summary: 'Create an entity, or add names to the one that has the name',
    description: 'An entity created here stays in the graph when the memories that mention it are forgotten.',
    body: { schema: ref('schemas', 'CreateEntity'), required: true },
    answer: ref('schemas', 'ResolvedEntity'),
    writes: true,
  },
  {
    ...{ operationId: 'resolveEntity', method: 'post', path: '/v1/entities/resolve', tag: 'graph' },
    permission: 'recall',
    summary: 'Resolve a name to an entity',
    description: 'With `allow_create` the request is a write and also needs the permission `encode`.',
    body: { schema: ref('schemas', 'ResolveEntity'), required: true },
    answer: ref('schemas', 'Resolution'),
    writes: true,
  },
];
