/** A JSON Schema (2020-12). Bounds beyond 2^53 are bigint, so that the published files state them exactly. */
export interface JsonSchema {
  readonly [keyword: string]: unknown;
}

const DIALECT = 'https://json-schema.org/draft/2020-12/schema';

/** URN of a schema version, as used in the attribute `dataschema` and in the schema's `$id`. */
export function schemaUrn(type: string, version: number): string {
  return `urn:engraph:schema:${type}:${String(version)}`;
}

/** Published schema of one message's data. Unknown fields are allowed: readers ignore fields they do not know. */
export function dataSchema(type: string, version: number, description: string, properties: Properties): JsonSchema {
  return { $schema: DIALECT, $id: schemaUrn(type, version), title: type, description, ...object(properties) };
}

/** Published schema of an envelope, which has no version of its own (`specversion` is that of CloudEvents). */
export function envelopeSchema(title: string, description: string, properties: Properties): JsonSchema {
  return { $schema: DIALECT, $id: `urn:engraph:schema:${title}`, title, description, ...object(properties) };
}

export type Properties = Readonly<Record<string, JsonSchema>>;

/** Schema of an object that requires all properties except those marked by `optional`. */
export function object(properties: Properties): JsonSchema {
  const required = Object.keys(properties).filter((name) => !OPTIONAL.has(properties[name] ?? {}));
  return { type: 'object', required, properties };
}

const OPTIONAL = new WeakSet<JsonSchema>();

/** Copy of a schema, for a property that may be absent. */
export function optional(schema: JsonSchema): JsonSchema {
  const copy = { ...schema };
  OPTIONAL.add(copy);
  return copy;
}

export function arrayOf(items: JsonSchema): JsonSchema {
  return { type: 'array', items };
}

export const TEXT: JsonSchema = { type: 'string' };
export const FLAG: JsonSchema = { type: 'boolean' };
export const COUNT: JsonSchema = { type: 'integer', minimum: 0 };
export const FRACTION: JsonSchema = { type: 'number', minimum: 0, maximum: 1 };
export const UUID: JsonSchema = { type: 'string', format: 'uuid' };
export const UNIX_NANOS: JsonSchema = { type: 'integer', minimum: 0, maximum: 9_223_372_036_854_775_807n };
export const SESSION: JsonSchema = { type: ['integer', 'null'], minimum: 0, maximum: 18_446_744_073_709_551_615n };
export const MEMORY_ID: JsonSchema = {
  type: 'string',
  pattern: '^(0|[1-9][0-9]{0,38})$',
  description: 'A 128-bit id in canonical decimal.',
};
/** A name of the ontology; the list is open, because a deployment may add names to the core ones. */
export const ONTOLOGY_NAME: JsonSchema = { type: 'string', pattern: '^[a-z][a-z0-9_.:-]{0,127}$' };

/** A property that selects one of several shapes of an object. */
export function tag(...values: readonly (string | null)[]): JsonSchema {
  return values.length === 1 ? { const: values[0] } : { enum: values };
}
