import { ENTITY_TYPES, qualified, RELATION_TYPES } from '#contracts/ontology.js';
import { optional, type JsonSchema } from '#contracts/schemas/json-schema.js';

/** Largest unsigned integer of 64 bits. */
export const MAX_U64 = (1n << 64n) - 1n;
/** Largest signed integer of 64 bits. */
export const MAX_I64 = (1n << 63n) - 1n;

/** Longest session that is a text, in characters. */
export const MAX_SESSION_CHARACTERS = 255;

/**
 * Numbers of a request that are taken for times of our days in another unit: from 1973 on in seconds, up to 1973 in
 * nanoseconds. Smaller ones are no time of our days in any unit, and are nanoseconds, such as the 1, 2, 3 of a test.
 */
export const SMALLEST_SECONDS = 10n ** 8n;
export const SMALLEST_NANOS = 10n ** 17n;

/** Schema with a description; without one, the schema itself. */
export function described(schema: JsonSchema, description: string | undefined): JsonSchema {
  return description === undefined ? schema : { ...schema, description };
}

/** Schema that also allows null. */
export function nullable(schema: JsonSchema): JsonSchema {
  const { description, ...rest } = schema;
  if (Array.isArray(schema['anyOf']))
    return { ...schema, anyOf: [...(schema['anyOf'] as unknown[]), { type: 'null' }] };
  return '$ref' in schema || 'enum' in schema || 'const' in schema
    ? described({ anyOf: [rest, { type: 'null' }] }, description as string | undefined)
    : { ...schema, type: [schema['type'], 'null'].flat() };
}

/** Object schema of a request: properties are optional unless they are listed as required, and there are no others. */
export function input(required: readonly string[], properties: Readonly<Record<string, JsonSchema>>): JsonSchema {
  return { type: 'object', ...(required.length === 0 ? {} : { required }), properties, additionalProperties: false };
}

/** Unix nanoseconds; 0 means unset. */
export const NANOS: JsonSchema = {
  ...{ type: 'integer', format: 'int64', minimum: 0, maximum: MAX_I64 },
  description: 'Unix time in nanoseconds; 0 means unset.',
};
/** Response fields of times: each in Unix nanoseconds, and beside it as ISO 8601 text, by their descriptions. */
export function times(fields: Readonly<Record<string, string | null>>): Record<string, JsonSchema> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, about]): [string, JsonSchema][] => [
      [`${name}_unix_nanos`, about === null ? NANOS : described(NANOS, about)],
      [name, described(ISO_TIME, `\`${name}_unix_nanos\` as ISO 8601 in UTC, exact to the nanosecond; null for 0.`)],
    ]),
  );
}

/** Such fields of a response that leaves them out when they are unset. */
export function timesIfSet(...names: readonly string[]): Record<string, JsonSchema> {
  return Object.fromEntries(
    names.flatMap((name): [string, JsonSchema][] => [
      [`${name}_unix_nanos`, optional(NANOS)],
      [name, optional(described({ type: 'string', format: 'date-time' }, `\`${name}_unix_nanos\` as ISO 8601.`))],
    ]),
  );
}

const ISO_TIME: JsonSchema = { type: ['string', 'null'], format: 'date-time' };
/** A time in a request: Unix nanoseconds, or ISO 8601 text with its zone. */
export const TIME_FIELD: JsonSchema = {
  anyOf: [
    { type: 'integer', format: 'int64', minimum: 0, maximum: MAX_I64 },
    { type: 'string', format: 'date-time' },
  ],
  description: 'Unix time in nanoseconds, or ISO 8601 with a zone such as `2026-05-01T12:00:00Z`; 0 means unset.',
};
export const SESSION_FIELD: JsonSchema = {
  anyOf: [
    { type: 'integer', format: 'uint64', minimum: 0, maximum: MAX_U64 },
    { type: 'string', minLength: 1, maxLength: MAX_SESSION_CHARACTERS },
  ],
  description:
    'Session that the caller chooses: an unsigned 64-bit integer, or a text of 1 to 255 characters. 42 and `"42"` are one session.',
};
export const NON_EMPTY_TEXT: JsonSchema = { type: 'string', minLength: 1 };
export const SHARE: JsonSchema = { type: 'number', minimum: 0, maximum: 1 };
export const COUNT_FIELD: JsonSchema = { type: 'integer', minimum: 0 };
export const ENTITY_ID: JsonSchema = { type: 'string', format: 'uuid' };
export const MEMORY_ID_FIELD: JsonSchema = {
  ...{ type: 'string', pattern: '^(0|[1-9][0-9]{0,38})$' },
  description: 'Memory id: a 128-bit integer as a decimal string.',
};
export const QNAME: JsonSchema = { type: 'string', pattern: '^[a-z][a-z0-9_]*:[a-z][a-z0-9_]*$' };

/** Id of an entity type: its number in the ontology. */
export const TYPE_ID: JsonSchema = { type: 'integer', minimum: 1, maximum: ENTITY_TYPES.length };

/** Relation type by its qualified name; requests may leave out the prefix `core:`. */
export const RELATION_TYPE: JsonSchema = { enum: Object.keys(RELATION_TYPES).map(qualified) };
