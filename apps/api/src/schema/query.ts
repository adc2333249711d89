import type * as z from 'zod';
import { ZodNullable, ZodOptional } from 'zod';
import type { JsonSchema } from '#contracts/schemas/json-schema.js';
import { jsonSchemaOf } from '#request-schema/json-schema-of.js';
import { refuseUnknownParameters } from '#request-schema/unknown-names.js';
import { booleanOf, single, type QueryString } from '../http/query-parameters.js';

/** Parameter of a query string: what the document says about it, and its reader. */
export interface QueryParameter<T> {
  readonly schema: JsonSchema;
  readonly about: string;
  /** Value of the parameter. @throws BadRequest if it is invalid */
  readonly read: (query: QueryString, name: string) => T;
}

/** Parameters of a route by name. */
export type QueryDefinition = Readonly<Record<string, QueryParameter<unknown>>>;

/** Values of the parameters. */
export type QueryValues<D extends QueryDefinition> = { readonly [K in keyof D]: ReturnType<D[K]['read']> };

/** Reads the parameters of a route. @throws BadRequest about an unknown one, or the first invalid one */
export function readQuery<D extends QueryDefinition>(definition: D, query: QueryString): QueryValues<D> {
  refuseUnknownParameters(query, Object.keys(definition));
  const values = Object.entries(definition).map(([name, { read }]) => [name, read(query, name)]);
  return Object.fromEntries(values) as QueryValues<D>;
}

/** Parameters for the fields of a body, because many clients cannot send a body with DELETE. Validate the result. */
export function queryOfBody({ shape }: z.ZodObject): QueryDefinition {
  const fields = Object.entries(shape) as [string, z.core.$ZodType][];
  const parameters = fields.map(([name, type]) => {
    const schema = jsonSchemaOf(required(type));
    const read = schema['type'] === 'boolean' ? booleanOf : single;
    return [name, { schema, about: `The field \`${name}\`, instead of a body.`, read }] as const;
  });
  return Object.fromEntries(parameters);
}

function required(type: z.core.$ZodType): z.core.$ZodType {
  return type instanceof ZodOptional || type instanceof ZodNullable ? required(type.unwrap()) : type;
}

/**
 * Body of a DELETE, or the query in its stead. Validate the result.
 * @throws BadRequest about an unknown or invalid parameter, also when there is a body
 */
export function bodyOrQuery(body: unknown, definition: QueryDefinition, query: QueryString): unknown {
  const parameters = readQuery(definition, query);
  return body === undefined ? parameters : body;
}
