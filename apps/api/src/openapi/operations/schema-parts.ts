import type * as z from 'zod';
import type { JsonSchema } from '#contracts/schemas/json-schema.js';
import { jsonSchemaOf } from '#request-schema/json-schema-of.js';
import { ENTITY_ID } from '#request-schema/keywords.js';
import type { QueryDefinition } from '../../schema/query.js';

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

/** Response header with the entity tag of an entity. */
export const ENTITY_ETAG: JsonSchema = { type: 'string', pattern: '^"[0-9a-f]{16}"$' };

/** Path parameter with the UUID of something. */
export function uuidPathParameter(what: string): Parameter {
  return parameter('path', 'id', { schema: ENTITY_ID, description: `Id of the ${what}.` });
}

/** Query parameters of a route. */
export function queryParameters(definition: QueryDefinition): Parameter[] {
  return Object.entries(definition).map(([name, { schema, about }]) =>
    parameter('query', name, { schema, description: about }),
  );
}

/** Component schemas of request bodies. */
export function bodySchemas(definitions: Readonly<Record<string, z.ZodObject>>): Record<string, JsonSchema> {
  return Object.fromEntries(Object.entries(definitions).map(([name, body]) => [name, jsonSchemaOf(body)]));
}
