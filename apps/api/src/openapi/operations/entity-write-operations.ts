import { arrayOf, FLAG, TEXT, type JsonSchema } from '#contracts/schemas/json-schema.js';
import { object } from '#contracts/schemas/json-schema.js';
import { LIMITS } from '../../shared/request-limits.js';
import type { Operation } from './operation.js';
import { described, ENTITY_ID, input, nullable, ref, SHARE, TYPE_ID } from './schema-parts.js';

export const ENTITY_WRITE_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  CreateEntity: input(['entity_type_id', 'canonical_name'], {
    entity_type_id: TYPE_ID,
    canonical_name: described({ type: 'string', minLength: 1 }, 'At most 1 KiB.'),
    aliases: nullable({ ...arrayOf({ type: 'string', minLength: 1 }), maxItems: LIMITS.entity_aliases }),
  }),
  ResolveEntity: input(['candidate_name'], {
    candidate_name: { type: 'string', minLength: 1 },
    resolution_context: nullable(TEXT),
    context: described(nullable(TEXT), 'Alias of resolution_context.'),
    type_hint: described({ type: ['integer', 'string', 'null'] }, 'An entity type, by id or by name.'),
    allow_create: nullable(FLAG),
  }),
  Resolution: object({
    outcome: { enum: ['resolved', 'created', 'ambiguous', 'not_found'] },
    tier: described(
      { type: ['integer', 'null'], minimum: 1, maximum: 5 },
      '1 exact or alias, 2 spelling, 3 meaning, 4 LLM, 5 created; null where nothing was found.',
    ),
    confidence: SHARE,
    entity_id: nullable(ENTITY_ID),
    candidate_ids: arrayOf(ENTITY_ID),
  }),
};

/** Operations that create or resolve entities. */
export const ENTITY_WRITE_OPERATIONS: readonly Operation[] = [
  {
    ...{ operationId: 'createEntity', method: 'post', path: '/v1/entities', tag: 'graph', permission: 'encode recall' },
    summary: 'Make an entity, or find the one that has the name',
    body: { schema: ref('schemas', 'CreateEntity'), required: true },
    answer: ref('schemas', 'ResolvedEntity'),
    writes: true,
  },
  {
    ...{ operationId: 'resolveEntity', method: 'post', path: '/v1/entities/resolve', tag: 'graph' },
    permission: 'recall',
    summary: 'The entity that a name means',
    description: 'With allow_create it is a write, and needs the permission `encode` as well.',
    body: { schema: ref('schemas', 'ResolveEntity'), required: true },
    answer: ref('schemas', 'Resolution'),
    writes: true,
  },
];
