import { ENTITY_TYPES } from '#contracts/ontology.js';
import { arrayOf, type JsonSchema } from '#contracts/schemas/json-schema.js';
import { LIMITS } from '../request-limits.js';
import type { Operation } from './operation.js';
import { described, input, nullable, ref } from './schema-parts.js';

const TYPE_ID: JsonSchema = { type: 'integer', minimum: 1, maximum: ENTITY_TYPES.length };

export const ENTITY_WRITE_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  CreateEntity: input(['entity_type_id', 'canonical_name'], {
    entity_type_id: TYPE_ID,
    canonical_name: described({ type: 'string', minLength: 1 }, 'At most 1 KiB.'),
    aliases: nullable({ ...arrayOf({ type: 'string', minLength: 1 }), maxItems: LIMITS.entity_aliases }),
  }),
};

/** Of the write side of the graph. */
export const ENTITY_WRITE_OPERATIONS: readonly Operation[] = [
  {
    ...{ operationId: 'createEntity', method: 'post', path: '/v1/entities', tag: 'graph', permission: 'encode' },
    summary: 'Make an entity, or find the one that has the name',
    body: { schema: ref('schemas', 'CreateEntity'), required: true },
    answer: ref('schemas', 'ResolvedEntity'),
    writes: true,
  },
];
