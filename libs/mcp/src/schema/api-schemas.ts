import type { JsonSchema } from '#contracts/schemas/json-schema.js';
import { portableAnswer } from './portable-answer.js';
import { portableSchema } from './portable-schema.js';

/** Schemas of a tool's arguments, or of the fields of its answer, by name. */
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
    const entries = names.map((name) => {
      const description = about[name];
      const field = portableSchema(this.field(request, name), this.schemas);
      return [name, { ...field, ...(description !== undefined && { description }) }];
    });
    return Object.fromEntries(entries) as Readonly<Record<Name, JsonSchema>>;
  }

  /** Some fields of an answer, as `plainAnswer` makes them. @throws TypeError if the service knows no such field */
  answerFields<Name extends string>(answer: string, names: readonly Name[]): Readonly<Record<Name, JsonSchema>> {
    const entries = names.map((name) => [name, portableAnswer(this.field(answer, name), this.schemas)]);
    return Object.fromEntries(entries) as Readonly<Record<Name, JsonSchema>>;
  }

  /** Some fields of the objects in a list of an answer. @throws TypeError if the service knows no such field */
  itemFields<Name extends string>(
    answer: string,
    list: string,
    names: readonly Name[],
  ): Readonly<Record<Name, JsonSchema>> {
    const { items } = portableAnswer(this.field(answer, list), this.schemas) as { items: { properties: ToolFields } };
    const entries = names.map((name) => {
      const field = items.properties[name];
      if (field === undefined) throw otherVersion(`${answer}.${list}.${name}`);
      return [name, field];
    });
    return Object.fromEntries(entries) as Readonly<Record<Name, JsonSchema>>;
  }

  private field(schema: string, name: string): JsonSchema {
    const field = (this.schemas[schema]?.['properties'] as ToolFields | undefined)?.[name];
    if (field === undefined) throw otherVersion(`${schema}.${name}`);
    return field;
  }
}

function otherVersion(field: string): TypeError {
  return new TypeError(`this service is of another version: it has no ${field}`);
}
