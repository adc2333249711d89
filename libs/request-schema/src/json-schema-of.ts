import * as z from 'zod';
import type { JsonSchema } from '#contracts/schemas/json-schema.js';
import { input, nullable } from './keywords.js';

/** JSON Schema of each field type. Bounds beyond 2^53 stay bigint, which zod's own `toJSONSchema` cannot express. */
const KEYWORDS = z.registry<JsonSchema>();

/** Registers the JSON Schema of a field type, for the OpenAPI document. Returns the type. */
export function withKeywords<T extends z.ZodType>(type: T, keywords: JsonSchema): T {
  KEYWORDS.add(type, keywords);
  return type;
}

/** JSON Schema of a field type; undefined if none is registered. */
export function keywordsOf(type: z.core.$ZodType): JsonSchema | undefined {
  return KEYWORDS.get(type as z.ZodType);
}

/**
 * JSON Schema of a request definition: of fields with registered keywords, and of objects, optional and nullable fields
 * made of them.
 * @throws TypeError for a type without keywords
 */
export function jsonSchemaOf(type: z.core.$ZodType): JsonSchema {
  const keywords = keywordsOf(type);
  if (keywords) return keywords;
  if (type instanceof z.ZodOptional) return jsonSchemaOf(type.unwrap());
  if (type instanceof z.ZodNullable) return nullable(jsonSchemaOf(type.unwrap()));
  if (type instanceof z.ZodObject) return objectSchema(type.shape);
  throw new TypeError(`a field of type ${type._zod.def.type} has no JSON Schema`);
}

function objectSchema(shape: Readonly<Record<string, z.core.$ZodType>>): JsonSchema {
  const fields = Object.entries(shape);
  return input(
    fields.flatMap(([name, type]) => (type instanceof z.ZodOptional ? [] : [name])),
    Object.fromEntries(fields.map(([name, type]) => [name, jsonSchemaOf(type)])),
  );
}
