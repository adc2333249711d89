import { ENTITY_TYPES } from '#contracts/ontology.js';
import type { JsonSchema } from '#contracts/schemas/json-schema.js';

export interface Parameter extends JsonSchema {
  readonly name: string;
  readonly in: 'query' | 'path' | 'header';
}

/** Reference to a shared component of the document. */
export function ref(section: 'schemas' | 'responses', name: string): JsonSchema {
  return { $ref: `#/components/${section}/${name}` };
}

/** Parameter; path parameters are always required. */
export function parameter(
  place: Parameter['in'],
  name: string,
  { schema, description }: { schema: JsonSchema; description: string },
): Parameter {
  return { name, in: place, required: place === 'path', description, schema };
}

/** Query parameter. */
export function query(name: string, description: string, schema: JsonSchema): Parameter {
  return parameter('query', name, { schema, description });
}

/** Query parameter for the page size, which is clamped to 1..`most`. */
export function limit(fallback: number, most: number): Parameter {
  return query('limit', `How many at most; set to the nearest of 1 and ${String(most)} beyond them.`, {
    type: 'integer',
    default: fallback,
  });
}

/** Query parameter with `next_cursor` of the previous page. */
export const CURSOR = query('cursor', '`next_cursor` of the page before, with the same other parameters; opaque.', {
  type: 'string',
});

/** Request object with optional fields except the required ones. */
export function input(required: readonly string[], properties: Readonly<Record<string, JsonSchema>>): JsonSchema {
  return { type: 'object', ...(required.length === 0 ? {} : { required }), properties };
}

/** Schema with a description. */
export function described(schema: JsonSchema, description: string): JsonSchema {
  return { ...schema, description };
}

/** Schema that also allows null. */
export function nullable(schema: JsonSchema): JsonSchema {
  return '$ref' in schema || 'enum' in schema || 'const' in schema
    ? { anyOf: [schema, { type: 'null' }] }
    : { ...schema, type: [schema['type'], 'null'].flat() };
}

/** Unix nanoseconds; 0 means unset. */
export const NANOS: JsonSchema = {
  ...{ type: 'integer', format: 'int64', minimum: 0, maximum: 9_223_372_036_854_775_807n },
  description: 'Unix nanoseconds; 0 where unset.',
};
export const SESSION_FIELD: JsonSchema = {
  ...{ type: 'integer', format: 'uint64', minimum: 0, maximum: 18_446_744_073_709_551_615n },
  description: 'A session, any unsigned integer of 64 bits.',
};
export const SHARE: JsonSchema = { type: 'number', minimum: 0, maximum: 1 };
export const COUNT_FIELD: JsonSchema = { type: 'integer', minimum: 0 };
export const ENTITY_ID: JsonSchema = { type: 'string', format: 'uuid' };
export const MEMORY_ID_FIELD: JsonSchema = {
  ...{ type: 'string', pattern: '^(0|[1-9][0-9]{0,38})$' },
  description: 'A memory: 128 bits as a decimal string.',
};
export const QNAME: JsonSchema = { type: 'string', pattern: '^[a-z][a-z0-9_]*:[a-z][a-z0-9_]*$' };

/** Id of an entity type: its number in the ontology. */
export const TYPE_ID: JsonSchema = { type: 'integer', minimum: 1, maximum: ENTITY_TYPES.length };
