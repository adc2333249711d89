import * as z from 'zod';
import type { JsonSchema } from '#contracts/schemas/json-schema.js';
import { InvalidInput } from './invalid-input.js';
import { keywordsOf } from './json-schema-of.js';
import { MAX_SHOWN, nearest } from './nearest-name.js';

/** Bodies and queries of requests that asked to have unknown names ignored. */
const LENIENT = new WeakSet<object>();

/** Makes `refuseUnknownFields` and `refuseUnknownParameters` accept this body or query. */
export function ignoreUnknownNames(input: unknown): void {
  if (typeof input === 'object' && input !== null) LENIENT.add(input);
}

/** Treats a body made of a part of another input like that one. */
export function beAsLenient(body: object, input: object): void {
  if (LENIENT.has(input)) LENIENT.add(body);
}

/** Fields that an object may have, with those of nested objects; null for an object with any fields, or no object. */
type KnownFields = ReadonlyMap<string, KnownFields | null>;

const OF_DEFINITIONS = new WeakMap<z.ZodObject, KnownFields | null>();

/**
 * Refuses fields that a definition does not name, also those of nested objects of a fixed shape: a misspelt filter
 * would widen an answer.
 * @throws InvalidInput naming the first unknown field, and the known one that is nearest
 */
export function refuseUnknownFields(body: object, definition: z.ZodObject): void {
  if (LENIENT.has(body)) return;
  let known = OF_DEFINITIONS.get(definition);
  if (known === undefined) OF_DEFINITIONS.set(definition, (known = fieldsOfType(definition)));
  if (known) checkFields(body, known, '');
}

/**
 * Refuses parameters of a query string that a route does not have.
 * @throws InvalidInput naming the first unknown parameter, and the known one that is nearest
 */
export function refuseUnknownParameters(query: object, known: readonly string[]): void {
  if (LENIENT.has(query)) return;
  const unknown = Object.keys(query).find((name) => !known.includes(name));
  if (unknown !== undefined) throw new InvalidInput(`unknown parameter ${hint(unknown, known, '')}`);
}

function checkFields(value: unknown, known: KnownFields, path: string): void {
  if (Array.isArray(value)) {
    for (const item of value) checkFields(item, known, path);
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [name, part] of Object.entries(value)) {
    const ofPart = known.get(name);
    if (ofPart === undefined) throw new InvalidInput(`unknown field ${hint(name, [...known.keys()], path)}`);
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

/** The unknown name, and the nearest known one or, where none is near, all of them. */
function hint(name: string, known: readonly string[], path: string): string {
  const shown = `\`${path}${name.slice(0, MAX_SHOWN)}\``;
  const near = nearest(name, known);
  if (near !== undefined) return `${shown}; did you mean \`${path}${near}\`?`;
  return known.length === 0 ? shown : `${shown}; known are ${known.map((one) => `\`${path}${one}\``).join(', ')}`;
}
