import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { ExactJson } from '../exact-json.js';
import type { JsonSchema } from './json-schema.js';

interface NumberRule {
  readonly types: readonly string[];
  readonly minimum?: number | bigint;
  readonly maximum?: number | bigint;
}

const ajv = addFormats.default(new Ajv2020({ strict: true, allowUnionTypes: true, strictRequired: false }));
ajv.addKeyword({
  keyword: 'exactNumber',
  error: { message: 'must be a number of the stated kind and range' },
  validate: (rule: NumberRule, data: unknown) => matchesRule(rule, data),
});

const compiled = new WeakMap<JsonSchema, ValidateFunction>();

/**
 * Validates a value from `parseExact` against a schema; returns the first error, or null. The error contains the place
 * and the violated rule, never the value.
 */
export function schemaFault(schema: JsonSchema, value: ExactJson): string | null {
  let check = compiled.get(schema);
  if (!check) {
    check = ajv.compile(withExactNumbers(schema) as JsonSchema);
    compiled.set(schema, check);
  }
  return check(value) ? null : faultText(check.errors?.[0]);
}

/**
 * Replaces numeric types by the keyword `exactNumber`, which compares numbers and bigint alike. ajv does not support
 * bigint: `type: integer` rejects one, and its bounds are doubles. The published schema stays standard.
 */
function withExactNumbers(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withExactNumbers);
  if (typeof node !== 'object' || node === null) return node;
  const { type, minimum, maximum, ...rest } = node as JsonSchema;
  const types = typeNames(type);
  const others = Object.entries(types.some(isNumeric) ? rest : node).map(([k, v]) => [k, withExactNumbers(v)] as const);
  const copy = Object.fromEntries(others);
  if (!types.some(isNumeric)) return copy;
  return {
    ...copy,
    exactNumber: { types, ...(minimum !== undefined && { minimum }), ...(maximum !== undefined && { maximum }) },
  };
}

function typeNames(type: unknown): readonly string[] {
  const names: readonly unknown[] = Array.isArray(type) ? type : [type];
  return names.filter((name) => typeof name === 'string');
}

function isNumeric(name: string): boolean {
  return name === 'integer' || name === 'number';
}

function matchesRule(rule: NumberRule, data: unknown): boolean {
  if (data === null) return rule.types.includes('null');
  if (typeof data !== 'bigint' && typeof data !== 'number') return false;
  const whole = typeof data === 'bigint' || Number.isSafeInteger(data);
  if (!whole && !rule.types.includes('number')) return false;
  return (rule.minimum ?? data) <= data && data <= (rule.maximum ?? data);
}

function faultText(error: ErrorObject | undefined): string {
  const place = error?.instancePath ?? '';
  return `${place === '' ? '/' : place} ${error?.message ?? 'is invalid'}`;
}
