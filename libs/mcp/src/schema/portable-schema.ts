import type { JsonSchema } from '#contracts/schemas/json-schema.js';
import { referenced, type Schemas } from './references.js';

/**
 * Copy of a schema of the OpenAPI document for the list of tools: references are inlined, null is left out (a call
 * leaves the field out instead), and so are integers beyond 2^53, which MCP clients would round; the text beside them
 * remains.
 */
export function portableSchema(schema: JsonSchema, schemas: Schemas): JsonSchema {
  const reference = schema['$ref'];
  if (typeof reference === 'string') return portableSchema(referenced(reference, schemas), schemas);
  const { anyOf, ...rest } = schema;
  const choices = Array.isArray(anyOf) ? (anyOf as JsonSchema[]).filter(isPortable) : [];
  const only = choices.length === 1 ? choices[0] : undefined;
  const copied = Object.entries({ ...only, ...rest, ...(choices.length > 1 && { anyOf: choices }) });
  return Object.fromEntries(copied.map(([keyword, value]) => [keyword, portable(keyword, value, schemas)]));
}

function isPortable({ type, maximum }: JsonSchema): boolean {
  return type !== 'null' && typeof maximum !== 'bigint';
}

function portable(keyword: string, value: unknown, schemas: Schemas): unknown {
  if (keyword === 'type') return withoutNull(value);
  if (keyword === 'properties')
    return Object.fromEntries(
      Object.entries(value as Schemas).map(([name, schema]) => [name, portableSchema(schema, schemas)]),
    );
  if (keyword === 'anyOf') return (value as JsonSchema[]).map((one) => portableSchema(one, schemas));
  if (['items', 'additionalProperties'].includes(keyword) && typeof value === 'object')
    return portableSchema(value as JsonSchema, schemas);
  return value;
}

function withoutNull(type: unknown): unknown {
  if (!Array.isArray(type)) return type;
  const types = type.filter((one) => one !== 'null');
  return types.length === 1 ? types[0] : types;
}
