import * as z from 'zod';
import type { JsonSchema } from '#contracts/schemas/json-schema.js';
import { BadRequest } from '../http/problems.js';
import { hint, isLenient } from '../http/unknown-names.js';
import { keywordsOf } from './json-schema-of.js';

/** Fields that an object may have, with those of nested objects; null for an object with any fields, or no object. */
type KnownFields = ReadonlyMap<string, KnownFields | null>;

const OF_DEFINITIONS = new WeakMap<z.ZodObject, KnownFields | null>();

/**
 * Refuses fields that a definition does not name, also those of nested objects of a fixed shape: a misspelt filter
 * would widen an answer.
 * @throws BadRequest naming the first unknown field, and the known one that is nearest
 */
export function refuseUnknownFields(body: object, definition: z.ZodObject): void {
  if (isLenient(body)) return;
  let known = OF_DEFINITIONS.get(definition);
  if (known === undefined) OF_DEFINITIONS.set(definition, (known = fieldsOfType(definition)));
  if (known) checkFields(body, known, '');
}

function checkFields(value: unknown, known: KnownFields, path: string): void {
  if (Array.isArray(value)) {
    for (const item of value) checkFields(item, known, path);
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [name, part] of Object.entries(value)) {
    const ofPart = known.get(name);
    if (ofPart === undefined) throw new BadRequest(`unknown field ${hint(name, [...known.keys()], path)}`);
    if (ofPart !== null) checkFields(part, ofPart, `${path}${name}.`);
  }
}

function fieldsOfType(type: z.core.$ZodType): KnownFields | null {
  if (type instanceof z.ZodOptional || type instanceof z.ZodNullable) return fieldsOfType(type.unwrap());
  if (type instanceof z.ZodObject) {
    const fields = Object.entries(type.shape) as [string, z.core.$ZodType][];
    return new Map(fields.map(([name, part]) => [name, fieldsOfType(part)]));
  }
  const keywords = keywordsOf(type);
  return keywords ? fieldsOfSchema(keywords) : null;
}

/** The parts of a schema that can name fields. */
interface Shape {
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
  readonly oneOf?: readonly JsonSchema[];
  readonly anyOf?: readonly JsonSchema[];
}

function fieldsOfSchema(schema: JsonSchema): KnownFields | null {
  const { properties = {}, items, oneOf = [], anyOf = [] } = schema as Shape;
  if (items) return fieldsOfSchema(items);
  const known = new Map<string, KnownFields | null>();
  for (const [name, part] of Object.entries(properties)) known.set(name, fieldsOfSchema(part));
  for (const form of [...oneOf, ...anyOf]) for (const [name, part] of fieldsOfSchema(form) ?? []) known.set(name, part);
  return known.size === 0 ? null : known;
}
