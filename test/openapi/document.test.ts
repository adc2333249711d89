import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { Validator } from '@seriousme/openapi-schema-validator';
import { parseExact } from '#contracts/exact-json.js';
import { openApiDocument, API_OPERATIONS } from '#apps/api/src/openapi/document.js';
import { docsRoutes, registeredRoutes } from './registered-routes.js';

const file = new URL('../../docs/openapi.json', import.meta.url);

test('docs/openapi.json is what the service serves; npm run generate:openapi writes it', () => {
  expect(parseExact(readFileSync(file, 'utf8'))).toEqual(openApiDocument());
});

test('it is a valid OpenAPI 3.1 document', async () => {
  const result = await new Validator().validate(readFileSync(file, 'utf8'));
  expect([result.valid, result.errors]).toEqual([true, undefined]);
});

test('it has every route of the code with its permission, and no other', () => {
  const documented = API_OPERATIONS.map(
    ({ method, path, permission }) => `${method.toUpperCase()} ${path} ${permission ?? 'none'}`,
  );
  // JSON-RPC of another specification, and web pages.
  const routes = registeredRoutes().filter((route) => !/^(POST \/v1\/mcp|GET \/v1\/studio)\b/.test(route));
  expect(documented.sort()).toEqual(routes.sort());
});

test('docs/api.md has every route of the document with its permission, and no other', () => {
  const documented = API_OPERATIONS.map(
    ({ method, path, permission }) => `${method.toUpperCase()} ${path} ${permission ?? 'no key'}`,
  );
  expect(docsRoutes().sort()).toEqual(documented.sort());
});

test('every operation has a name of its own, and every reference leads somewhere', () => {
  const names = API_OPERATIONS.map((operation) => operation.operationId);
  expect(new Set(names).size).toBe(names.length);
  const text = readFileSync(file, 'utf8');
  const document = JSON.parse(text) as { components: Record<string, Record<string, unknown>> };
  for (const [, section = '', name = ''] of text.matchAll(/"#\/components\/([a-z]+)\/([A-Za-z]+)"/gi))
    expect([section, name, document.components[section]?.[name] !== undefined]).toEqual([section, name, true]);
  const used = new Set([...text.matchAll(/"#\/components\/schemas\/([A-Za-z]+)"/g)].map(([, name]) => name));
  expect(Object.keys(document.components['schemas'] ?? {}).filter((name) => !used.has(name))).toEqual([]);
});
