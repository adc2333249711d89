import * as z from 'zod';
import type { MetadataCondition, MetadataRange, MetadataValue } from '#search/filter/metadata-condition.js';
import { FIELD_LIMITS } from './field-limits.js';
import { withKeywords } from './json-schema-of.js';
import { nearest } from './nearest-name.js';
import { refusing } from './refusal.js';
import { isStorable } from './text-fields.js';

const BOUNDS = ['gt', 'gte', 'lt', 'lte'] as const;
const OPERATORS = ['in', ...BOUNDS] as const;
const MAX_DIGITS = 100;
const VALUE = `a string of at most ${String(FIELD_LIMITS.filter_value_bytes)} bytes, a number, true, false or null`;

/** Conditions on metadata by field: `{field: value | {in: […]} | {gte, lt}}`, as a validated request has them. */
export type MetadataConditions = Readonly<Record<string, MetadataValue | FieldOperators>>;

interface FieldOperators extends MetadataRange {
  readonly in?: readonly MetadataValue[];
}

/** Conditions on the fields of metadata, all of which must hold. */
export function metadataConditions() {
  const type = z.custom<MetadataConditions>(
    (value) => faultOf(value) === undefined,
    refusing((value) => faultOf(value) ?? ''),
  );
  return withKeywords(type, {
    type: 'object',
    additionalProperties: { anyOf: [VALUE_SCHEMA, OPERATORS_SCHEMA] },
    description:
      'Conditions on fields at the top level of the metadata: a value, `{"in": […]}`, or a range of numbers or texts ' +
      'by `gt`, `gte`, `lt` and `lte`. Numbers are compared exactly, texts by code points.',
  });
}

const VALUE_SCHEMA = { type: ['string', 'number', 'boolean', 'null'] };
const BOUND_SCHEMA = { type: ['string', 'number'] };
const OPERATORS_SCHEMA = {
  type: 'object',
  properties: {
    in: { type: 'array', items: VALUE_SCHEMA, minItems: 1, maxItems: FIELD_LIMITS.filter_values },
    ...Object.fromEntries(BOUNDS.map((bound) => [bound, BOUND_SCHEMA])),
  },
};

/** The conditions of a validated request. */
export function conditionsOf(conditions: MetadataConditions): MetadataCondition[] {
  return Object.entries(conditions).map(([field, condition]) => {
    if (condition === null || typeof condition !== 'object') return { field, values: [condition] };
    const { in: values, ...range } = condition;
    return values ? { field, values } : { field, range };
  });
}

/** Why a value is no set of conditions; undefined if it is one. */
function faultOf(value: unknown): string | undefined {
  if (!isMap(value)) return '$field must be an object of conditions by field, such as {"source": "crm"}';
  const fields = Object.entries(value);
  if (fields.length > FIELD_LIMITS.filter_conditions)
    return `$field must have at most ${String(FIELD_LIMITS.filter_conditions)} conditions`;
  return fields.map(([field, condition]) => faultOfField(field, condition)).find((fault) => fault !== undefined);
}

function faultOfField(field: string, condition: unknown): string | undefined {
  if (!isStorable(field, FIELD_LIMITS.filter_value_bytes))
    return '$field has the name of a field that cannot be stored';
  const name = `$field.${field.replaceAll('$', '')}`;
  if (isValue(condition)) return undefined;
  if (!isMap(condition)) return `${name} must be ${VALUE}, or {"in": […]}, or a range by gt, gte, lt and lte`;
  const operators = Object.keys(condition);
  const unknown = operators.find((operator) => !OPERATORS.some((known) => known === operator));
  if (unknown !== undefined) return `${name} has no operator ${unknown.slice(0, 40)}${hintFor(unknown)}`;
  if (operators.length === 0) return `${name} must have one of the operators ${OPERATORS.join(', ')}`;
  if ('in' in condition)
    return operators.length > 1 ? `${name} has in beside a range` : faultOfList(name, condition['in']);
  const kinds = new Set(Object.values(condition).map(kindOf));
  return kinds.size === 1 && !kinds.has(null)
    ? undefined
    : `${name} must have bounds that are all numbers or all strings`;
}

function faultOfList(name: string, list: unknown): string | undefined {
  const isList =
    Array.isArray(list) && list.length > 0 && list.length <= FIELD_LIMITS.filter_values && list.every(isValue);
  return isList
    ? undefined
    : `${name}.in must be a list of 1 to ${String(FIELD_LIMITS.filter_values)} values: each ${VALUE}`;
}

function hintFor(operator: string): string {
  const near = nearest(operator, OPERATORS);
  return near === undefined
    ? `: there are ${OPERATORS.join(', ')}, and an equal value is given by itself`
    : `; did you mean ${near}?`;
}

function kindOf(bound: unknown): 'string' | 'number' | null {
  if (!isValue(bound) || bound === null || typeof bound === 'boolean') return null;
  return typeof bound === 'string' ? 'string' : 'number';
}

function isValue(value: unknown): value is MetadataValue {
  if (typeof value === 'string') return isStorable(value, FIELD_LIMITS.filter_value_bytes);
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value === 'bigint') return value.toString().length <= MAX_DIGITS;
  return value === null || typeof value === 'boolean';
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
