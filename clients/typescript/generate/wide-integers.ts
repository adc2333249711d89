/** A JSON object. */
export type Json = Record<string, unknown>;

/** Marks a schema of integers that number and bigint are both right for. */
export const EITHER = 'x-either-integer';

/**
 * Tells the integers of a document that pass 2^53 apart: `wideFields` are the fields of answers that hold nothing else,
 * so that a parser can make them bigint by name. In what a caller sends, and in fields that also hold other numbers
 * (`value` of a statement), number and bigint are both right: `marked` says so of them in the place of their format.
 */
export function markWideIntegers(document: Json): { marked: Json; wideFields: string[] } {
  const marked = structuredClone(document);
  const schemas = (marked['components'] as { schemas: Record<string, Json> }).schemas;
  const sent = schemasSent(marked, schemas);
  const answered = Object.entries(schemas).filter(([name]) => !sent.has(name));

  const kinds = new Map<string, Set<boolean>>();
  for (const [, schema] of answered)
    eachProperty(schema, (name, property) => {
      if (holdsNumbers(property)) kinds.set(name, (kinds.get(name) ?? new Set()).add(isWide(property)));
    });
  const always = (name: string) => kinds.get(name)?.has(false) === false;
  for (const [, schema] of answered)
    eachProperty(schema, (name, property) => {
      if (isWide(property) && !always(name)) widen(property);
    });

  for (const name of sent) eachSchema(schemas[name], widen);
  eachSchema(marked['paths'], widen);
  const wideFields = [...kinds.keys()].filter((name) => always(name)).sort();
  return { marked, wideFields };
}

/** Names of the schemas that bodies of requests are made of. */
function schemasSent(document: Json, schemas: Record<string, Json>): Set<string> {
  const sent = new Set<string>();
  const follow = (part: unknown) => {
    eachSchema(part, (schema) => {
      const name = typeof schema['$ref'] === 'string' ? schema['$ref'].split('/').at(-1) : undefined;
      if (name === undefined || sent.has(name) || !(name in schemas)) return;
      sent.add(name);
      follow(schemas[name]);
    });
  };
  for (const methods of Object.values(document['paths'] as Json))
    for (const operation of Object.values(methods as Json)) follow((operation as Json)['requestBody']);
  return sent;
}

function widen(schema: Json): void {
  if (!isWide(schema)) return;
  delete schema['format'];
  schema[EITHER] = true;
}

function isWide(schema: Json): boolean {
  return schema['format'] === 'int64' || schema['format'] === 'uint64';
}

function holdsNumbers(schema: Json): boolean {
  return [schema['type']].flat().some((type) => type === 'integer' || type === 'number');
}

/** Calls `visit` for every object below `part`, itself included. */
function eachSchema(part: unknown, visit: (schema: Json) => void): void {
  if (Array.isArray(part)) for (const one of part) eachSchema(one, visit);
  else if (typeof part === 'object' && part !== null) {
    visit(part as Json);
    for (const one of Object.values(part)) eachSchema(one, visit);
  }
}

function eachProperty(schema: unknown, visit: (name: string, property: Json) => void): void {
  eachSchema(schema, ({ properties }) => {
    if (typeof properties !== 'object' || properties === null) return;
    for (const [name, property] of Object.entries(properties)) visit(name, property as Json);
  });
}
