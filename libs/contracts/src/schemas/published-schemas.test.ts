import { readFileSync, readdirSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parseExact } from '../exact-json.js';
import { publishedSchemas } from './published-schemas.js';

const folder = new URL('../../schemas/', import.meta.url);

function fileText(name: string): string {
  return readFileSync(new URL(name, folder), 'utf8');
}

test('there is one schema file for each published schema', () => {
  expect(readdirSync(folder).sort()).toEqual([...publishedSchemas().keys()].sort());
});

test.each([...publishedSchemas()])(
  'the file %s equals the schema in the code, including bounds beyond 2^53',
  (name, schema) => {
    expect(parseExact(fileText(name))).toEqual(schema);
  },
);

test.each([...publishedSchemas().keys()])('%s is a JSON Schema 2020-12', (name) => {
  const ajv = new Ajv2020({ strict: false });
  expect(ajv.validateSchema(JSON.parse(fileText(name)) as object)).toBe(true);
});
