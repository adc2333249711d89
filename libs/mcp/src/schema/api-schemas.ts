import type { JsonSchema } from '#contracts/schemas/json-schema.js';
import { portableSchema } from './portable-schema.js';

/** Schemas of a tool's arguments by name. */
export type ToolFields = Readonly<Record<string, JsonSchema>>;

/** Schemas of the OpenAPI document, of which those of the tools are made. */
export class ApiSchemas {
  private readonly schemas: Readonly<Record<string, JsonSchema>>;

  /** @param document OpenAPI document of the service that answers the calls, with exact integers */
  constructor(document: JsonSchema) {
    this.schemas = (document['components'] as { schemas: Readonly<Record<string, JsonSchema>> }).schemas;
  }

  /**
   * Some fields of a request.
   * @param about another description for a field, where that of the API speaks of other fields or other clients
   * @throws TypeError if the service knows no such field
   */
  fields<Name extends string>(
    request: string,
    names: readonly Name[],
    about: Partial<Record<Name, string>> = {},
  ): Readonly<Record<Name, JsonSchema>> {
    const properties = this.schemas[request]?.['properties'] as ToolFields | undefined;
    const entries = names.map((name) => {
      const field = properties?.[name];
      if (field === undefined) throw new TypeError(`this service is of another version: it has no ${request}.${name}`);
      const description = about[name];
      return [name, { ...portableSchema(field, this.schemas), ...(description !== undefined && { description }) }];
    });
    return Object.fromEntries(entries) as Readonly<Record<Name, JsonSchema>>;
  }
}
