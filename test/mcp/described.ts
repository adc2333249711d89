import { expect } from '@jest/globals';
import type { Client } from '@modelcontextprotocol/client';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

/** Validators of what tools answer, by client and tool. */
const known = new WeakMap<Client, Promise<ReadonlyMap<string, ValidateFunction>>>();

/** Expects that a tool's schema, as a client reads it, describes each field of an answer, and its type. */
export async function expectDescribed(client: Client, tool: string, data: unknown): Promise<void> {
  const reading = known.get(client) ?? readValidators(client);
  known.set(client, reading);
  const validate = (await reading).get(tool);
  validate?.(data);
  expect([tool, validate?.errors]).toEqual([tool, null]);
}

async function readValidators(client: Client): Promise<ReadonlyMap<string, ValidateFunction>> {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
  const { tools } = await client.listTools();
  return new Map(tools.map(({ name, outputSchema }) => [name, ajv.compile(closed(outputSchema) as object)]));
}

/** A schema whose objects have no fields but those that it names. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const parts = Object.fromEntries(Object.entries(schema).map(([keyword, value]) => [keyword, closed(value)]));
  return 'properties' in schema && 'type' in schema ? { additionalProperties: false, ...parts } : parts;
}
