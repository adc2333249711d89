import type { JsonSchema } from '#contracts/schemas/json-schema.js';
import { EXACT_TIME } from '../answers/plain-answer.js';
import { referenced, type Schemas } from './references.js';

/**
 * Schema of a part of an answer, as `plainAnswer` makes it: references are inlined, exact times are left out, and an
 * integer of 64 bits may be a text.
 */
export function portableAnswer(schema: JsonSchema, schemas: Schemas): JsonSchema {
  const reference = schema['$ref'];
  if (typeof reference === 'string') return portableAnswer(referenced(reference, schemas), schemas);
  const copied = Object.entries(isWide(schema) ? WIDE : schema).map(([keyword, value]) => [
    keyword,
    portable(keyword, value, schemas),
  ]);
  return Object.fromEntries(copied) as JsonSchema;
}

const WIDE: JsonSchema = { type: ['integer', 'string'] };

function isWide({ type, format }: JsonSchema): boolean {
  return type === 'integer' && (format === 'int64' || format === 'uint64');
}

function portable(keyword: string, value: unknown, schemas: Schemas): unknown {
  if (keyword === 'description' && String(value).includes(EXACT_TIME)) return 'In ISO 8601; null if it is unset.';
  if (keyword === 'required') return (value as string[]).filter(isPlain);
  if (keyword === 'properties')
    return Object.fromEntries(
      Object.entries(value as Schemas)
        .filter(([name]) => isPlain(name))
        .map(([name, property]) => [name, portableAnswer(property, schemas)]),
    );
  if (['anyOf', 'oneOf'].includes(keyword)) return (value as JsonSchema[]).map((one) => portableAnswer(one, schemas));
  if (['items', 'additionalProperties'].includes(keyword) && typeof value === 'object')
    return portableAnswer(value as JsonSchema, schemas);
  return value;
}

function isPlain(name: string): boolean {
  return !name.endsWith(EXACT_TIME);
}
