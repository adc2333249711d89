import { validate as isUuid } from 'uuid';
import * as z from 'zod';
import { uuidOfMemoryId } from '#contracts/memory-id.js';
import { FLAG, type JsonSchema } from '#contracts/schemas/json-schema.js';
import { jsonSchemaOf, withKeywords } from './json-schema-of.js';
import { described, ENTITY_ID, MEMORY_ID_FIELD } from './keywords.js';
import { listedChoices, refusing, type RefusalText } from './refusal.js';

/** One of some values. */
export function choice<const T extends string | number>(
  values: readonly T[],
  { about, refusal = `$field must be ${listedChoices(values)}` }: { about?: string; refusal?: RefusalText } = {},
) {
  const type = z.custom<T>((value) => values.some((one) => one === value), refusing(refusal));
  const numeric: JsonSchema = typeof values[0] === 'number' ? { type: 'integer' } : {};
  return withKeywords(type, described({ ...numeric, enum: values }, about));
}

/** True or false. */
export function flag(about?: string) {
  return withKeywords(z.boolean(refusing('$field must be true or false')), described(FLAG, about));
}

/** Memory id: a canonical decimal below 2^128. */
export function memoryId() {
  const type = z.custom<string>(
    (value) => typeof value === 'string' && uuidOfMemoryId(value) !== null,
    refusing('$field must be a memory id: a decimal string below 2^128'),
  );
  return withKeywords(type, MEMORY_ID_FIELD);
}

/** UUID of an entity, in any case. */
export function entityId(about: string) {
  const type = z.custom<string>(
    (value) => typeof value === 'string' && isUuid(value),
    refusing('$field must be the id of an entity, a UUID'),
  );
  return withKeywords(type, described(ENTITY_ID, about));
}

/** Bounds and messages of a list. */
interface ListOptions {
  /** Message for a value that is no list. */
  readonly refusal: RefusalText;
  readonly atLeast?: readonly [number, RefusalText];
  readonly atMost?: readonly [number, RefusalText];
  readonly about?: string;
}

/** List of fields. */
export function listOf<T extends z.ZodType>(item: T, { refusal, atLeast, atMost, about }: ListOptions) {
  let list = z.array(item, refusing(refusal));
  if (atLeast) list = list.min(atLeast[0], refusing(atLeast[1]));
  if (atMost) list = list.max(atMost[0], refusing(atMost[1]));
  const bounds = { ...(atLeast && { minItems: atLeast[0] }), ...(atMost && { maxItems: atMost[0] }) };
  return withKeywords(list, described({ type: 'array', items: jsonSchemaOf(item), ...bounds }, about));
}
