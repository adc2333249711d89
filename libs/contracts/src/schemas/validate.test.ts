import { expect, test } from '@jest/globals';
import { parseExact } from '../exact-json.js';
import { type JsonSchema, object, optional, SESSION, UNIX_NANOS } from './json-schema.js';
import { schemaFault } from './validate.js';

const schema = object({
  nanos: optional(UNIX_NANOS),
  session: optional(SESSION),
  share: optional({ type: 'number', minimum: 0, maximum: 1 }),
  any: optional({ type: 'number' }),
});

function fault(json: string, against: JsonSchema = schema): string | null {
  return schemaFault(against, parseExact(json));
}

test.each([
  '{"nanos":0}',
  '{"nanos":1700000000000000001}',
  '{"nanos":9223372036854775807}',
  '{"session":18446744073709551615}',
  '{"session":null}',
  '{"share":0.5}',
  '{"share":1}',
  '{"any":100000000000000000000}',
])('%s is valid', (json) => {
  expect(fault(json)).toBeNull();
});

test.each([
  '{"nanos":9223372036854775808}',
  '{"nanos":-1}',
  '{"nanos":1.5}',
  '{"nanos":1e300}',
  '{"nanos":"1"}',
  '{"nanos":null}',
  '{"session":18446744073709551616}',
  '{"session":-9007199254740993}',
  '{"share":1.01}',
  '{"share":true}',
])('%s is invalid', (json) => {
  expect(fault(json)).toMatch(/^\/(nanos|session|share) must be a number of the stated kind and range$/);
});

test('a numeric property is also checked by the other keywords of its schema', () => {
  expect(fault('{"a":3}', { type: 'object', properties: { a: { type: 'integer', enum: [1, 2] } } })).toMatch(/^\/a /);
});
