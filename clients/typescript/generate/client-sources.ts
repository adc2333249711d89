import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import { format, resolveConfig } from 'prettier';
import ts from 'typescript';
import { EITHER, markWideIntegers, type Json } from './wide-integers.js';

/** Where the generated sources lie, from the repository root. */
export const GENERATED = 'clients/typescript/src/generated';

/**
 * The sources of the client that follow from the OpenAPI document, by file name: types of requests and answers, and
 * the operations with their routes.
 */
export async function clientSources(document: Json): Promise<Record<string, string>> {
  const { marked, wideFields } = markWideIntegers(document);
  const types = await openapiTS(marked as unknown as OpenAPI3, { transform: wideInteger, emptyObjectsUnknown: true });
  const sources = { 'types.ts': astToString(types), 'operations.ts': operationsSource(document, wideFields) };
  const config = await resolveConfig(`${GENERATED}/types.ts`);
  const written = Object.entries(sources).map(async ([name, source]) => [
    name,
    await format(`${HEAD}\n\n${source}`, { ...config, parser: 'typescript' }),
  ]);
  return Object.fromEntries(await Promise.all(written)) as Record<string, string>;
}

const HEAD = '// Written by `npm run generate:client` from docs/openapi.json.';

/** Integers that pass 2^53 are bigint; undefined for every other schema. */
function wideInteger(schema: object): ts.TypeNode | undefined {
  const kinds = EITHER in schema ? EITHER_KIND : 'format' in schema ? WIDE_KINDS.get(schema.format) : undefined;
  if (!kinds) return undefined;
  const nullable = 'type' in schema && [schema.type].flat().includes('null');
  const { factory } = ts;
  return factory.createUnionTypeNode([
    ...kinds.map((kind) => factory.createKeywordTypeNode(kind)),
    ...(nullable ? [factory.createLiteralTypeNode(factory.createNull())] : []),
  ]);
}

type Kinds = readonly (ts.SyntaxKind.BigIntKeyword | ts.SyntaxKind.NumberKeyword)[];
const WIDE_KINDS = new Map<unknown, Kinds>(['int64', 'uint64'].map((name) => [name, [ts.SyntaxKind.BigIntKeyword]]));
const EITHER_KIND: Kinds = [ts.SyntaxKind.NumberKeyword, ts.SyntaxKind.BigIntKeyword];

function operationsSource(document: Json, wideFields: readonly string[]): string {
  const routes = Object.entries(document['paths'] as Record<string, Record<string, Json>>).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const parameters = (operation['parameters'] ?? []) as { name: string }[];
      const writes = parameters.some(({ name }) => name === 'Idempotency-Key');
      return [operation['operationId'], { method: method.toUpperCase(), path, writes }] as const;
    }),
  );
  return `/** Method and path of each operation, and whether it writes under an idempotency key. */
    export const OPERATIONS = ${JSON.stringify(Object.fromEntries(routes))} as const;

    /** Fields of answers whose integers are bigint, whatever their size. */
    export const WIDE_FIELDS: readonly string[] = ${JSON.stringify(wideFields)};`;
}
