import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import type { JsonSchema } from '#contracts/schemas/json-schema.js';
import type { ToolFields } from './api-schemas.js';

/** Arguments of a call of a tool. */
export type ToolArguments = Readonly<Record<string, unknown>>;

/** Schema of an object with these fields and no others. */
export function objectOf(fields: ToolFields, required: readonly string[]): JsonSchema {
  return { type: 'object', properties: fields, ...(required.length > 0 && { required }), additionalProperties: false };
}

/** Schema of an object of an answer, which may have other fields too. */
export function openObject(fields: ToolFields, required: readonly string[]): JsonSchema {
  return { type: 'object', properties: fields, required };
}

/** Schema of a list in an answer. */
export function arrayField(items: JsonSchema, description: string): JsonSchema {
  return { type: 'array', items, description };
}

/** Schema of what a tool answers, for the SDK: clients validate by it. */
export function toolAnswerSchema(
  fields: ToolFields,
  required: readonly string[],
): StandardSchemaWithJSON<ToolArguments, ToolArguments> {
  const schema = { ...openObject(fields, required) };
  return {
    '~standard': {
      version: 1,
      vendor: 'engraph',
      jsonSchema: { input: () => schema, output: () => schema },
      validate: (value) => ({ value: value as ToolArguments }),
    },
  };
}

/**
 * Schema of the arguments of a tool for the SDK. It refuses unknown and missing arguments by name; their values are
 * validated by the API, which has the one definition of each, and says in words what is wrong.
 */
export function toolSchema(
  fields: ToolFields,
  required: readonly string[],
): StandardSchemaWithJSON<ToolArguments, ToolArguments> {
  const schema = { ...objectOf(fields, required) };
  return {
    '~standard': {
      version: 1,
      vendor: 'engraph',
      jsonSchema: { input: () => schema, output: () => schema },
      validate: (value) => {
        const fault = faultIn(value, fields, required);
        return fault === null ? { value: value as ToolArguments } : { issues: [{ message: fault }] };
      },
    },
  };
}

function faultIn(value: unknown, fields: ToolFields, required: readonly string[]): string | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'the arguments must be an object';
  const unknown = Object.keys(value).find((name) => !Object.hasOwn(fields, name));
  const names = Object.keys(fields).join(', ');
  if (unknown !== undefined) return `there is no argument ${unknown.slice(0, 100)}; there are ${names || 'none'}`;
  const missing = required.find((name) => !(name in value));
  return missing === undefined ? null : `the argument ${missing} is required`;
}
