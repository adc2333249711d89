import { validate as isUuid } from 'uuid';
import * as z from 'zod';
import type { StatementValue } from '#contracts/observations.js';
import type { StatementPredicate } from '#contracts/ontology.js';
import type { NewFact } from '#graph/commands/assert-fact.js';
import { withKeywords } from '#request-schema/json-schema-of.js';
import { ENTITY_ID } from '#request-schema/keywords.js';
import { refusing } from '#request-schema/refusal.js';
import { isStorable } from '#request-schema/text-fields.js';
import { LIMITS } from '../shared/request-limits.js';

type FactObject = NewFact['object'];

/** Object of a statement: a value as text, number or true/false, or an object as GET /v1/statements returns it. */
export function statementObject() {
  const type = z.custom<unknown>(
    (value) => objectOf(value) !== null,
    refusing(
      '$field must be a text that is not blank, a number, true, false, {"kind": "entity", "id": …} or {"kind": "value", "value": {"type": …, "value": …}}',
    ),
  );
  return withKeywords(type, {
    anyOf: [
      { type: 'string', minLength: 1 },
      { type: 'number' },
      { type: 'boolean' },
      { type: 'object', properties: { kind: { const: 'entity' }, id: ENTITY_ID }, required: ['kind', 'id'] },
      {
        type: 'object',
        properties: { kind: { const: 'value' }, value: { type: 'object' } },
        required: ['kind', 'value'],
      },
    ],
    description: 'A text of at most 4 KiB, a number, true or false, or an object as `GET /v1/statements` returns it.',
  });
}

/** Object of a validated field; an age in digits is a number, as it is read. */
export function statementObjectOf(predicate: StatementPredicate, field: unknown): FactObject {
  const object = objectOf(field);
  if (object === null) throw new TypeError('a validated field has an object');
  if (!('value' in object) || object.value.type !== 'text') return object;
  const text = object.value.value;
  return predicate === 'age' && /^[0-9]{1,3}$/.test(text)
    ? { value: { type: 'integer', value: BigInt(text) } }
    : object;
}

function objectOf(field: unknown): FactObject | null {
  if (typeof field !== 'object' || field === null) return valueOf(bareValue(field));
  if (!('kind' in field)) return null;
  if (field.kind === 'entity' && 'id' in field)
    return typeof field.id === 'string' && isUuid(field.id) ? { entityId: field.id.toLowerCase() } : null;
  return field.kind === 'value' && 'value' in field ? valueOf(field.value) : null;
}

function bareValue(field: unknown): unknown {
  if (typeof field === 'string') return { type: 'text', value: field };
  if (typeof field === 'boolean') return { type: 'bool', value: field };
  const isInteger = typeof field === 'bigint' || Number.isSafeInteger(field);
  return { type: isInteger ? 'integer' : 'float', value: field };
}

function valueOf(typed: unknown): FactObject | null {
  if (typeof typed !== 'object' || typed === null || !('type' in typed) || !('value' in typed)) return null;
  const isValid = VALUES.get(typed.type)?.(typed.value) === true;
  return isValid ? { value: { type: typed.type, value: typed.value } as StatementValue } : null;
}

const isInteger = (value: unknown): boolean =>
  typeof value === 'bigint' ? BigInt.asIntN(64, value) === value : Number.isSafeInteger(value);

const VALUES: ReadonlyMap<unknown, (value: unknown) => boolean> = new Map([
  ['text', (value: unknown) => isStorable(value, LIMITS.value_bytes) && value.trim() !== ''],
  ['integer', isInteger],
  ['unix_nanos', isInteger],
  ['float', (value: unknown) => typeof value === 'number' && Number.isFinite(value)],
  ['bool', (value: unknown) => typeof value === 'boolean'],
]);
