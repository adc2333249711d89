import type { JsonSchema } from '#contracts/schemas/json-schema.js';

/** Schemas by name, such as those of the OpenAPI document. */
export type Schemas = Readonly<Record<string, JsonSchema>>;

/** Schema that a reference leads to. @throws TypeError if there is none */
export function referenced(reference: string, schemas: Schemas): JsonSchema {
  const schema = schemas[reference.slice(reference.lastIndexOf('/') + 1)];
  if (schema === undefined) throw new TypeError(`the document has no ${reference}`);
  return schema;
}
