import { describe, expect, test } from '@jest/globals';
import * as z from 'zod';
import { parseExact } from '#contracts/exact-json.js';
import { choice, flag, listOf, memoryId } from '#request-schema/fields.js';
import { jsonSchemaOf } from '#request-schema/json-schema-of.js';
import { sessionId } from '#request-schema/session-fields.js';
import { unixNanos } from '#request-schema/time-fields.js';
import { ignoreUnknownNames } from '#request-schema/unknown-names.js';
import { validateBody } from '#request-schema/validate-body.js';
import { EncodeMemoryDto } from '../memories/encode-memory.dto.js';
import { ForgetMemoryDto } from '../memories/forget-memory.dto.js';
import { cue } from './cue.js';
import { clampedInteger, clampTo } from './number-fields.js';
import { pageLimit, queryFlag } from './query-fields.js';
import { queryOfBody, readQuery } from './query.js';

const Body = z.object({
  id: memoryId(),
  session: sessionId('The session.').nullish(),
  at: unixNanos().nullish(),
  kinds: listOf(choice(['a', 'b']), {
    refusal: '$field must be an array',
    atMost: [2, '$field has too many'],
  }).nullish(),
  nested: z.object({ on: flag() }).nullish(),
});

describe('validateBody', () => {
  test('keeps integers beyond 2^53 exact, and refuses the first one beyond the bound', () => {
    const at = (text: string) => () => validateBody(Body, parseExact(`{"id": "1", "session": ${text}}`)).session;
    expect(at('18446744073709551615')()).toBe(18_446_744_073_709_551_615n);
    expect(at('18446744073709551616')).toThrow('session must be an integer from 0 to 2^64 - 1, or a text');
    expect(at('1e17')).toThrow('session must be an integer from 0 to 2^64 - 1, or a text');
  });

  test.each([
    ['1700000000', 'at must be in nanoseconds; 1700000000 looks like seconds: multiply by 1000000000'],
    ['1700000000000', 'at must be in nanoseconds; 1700000000000 looks like milliseconds: multiply by 1000000,'],
    ['1700000000000000', 'at must be in nanoseconds; 1700000000000000 looks like microseconds: multiply by 1000,'],
    ['"2026-05-01T12:00:00"', 'at needs a time of day and a time zone'],
    ['"soon"', 'at must be unix nanoseconds, an integer below 2^63, or an ISO 8601 time'],
    ['"1969-05-01T12:00:00Z"', 'at must be after 1970-01-01T00:00:00Z'],
    ['-1', 'at must be unix nanoseconds'],
    ['1.5e18', 'at must be unix nanoseconds'],
  ])('refuses the time %s with a hint', (value, hint) => {
    expect(() => validateBody(Body, parseExact(`{"id": "1", "at": ${value}}`))).toThrow(hint);
  });

  test('reads times as nanoseconds and as ISO 8601', () => {
    const at = (value: string) => validateBody(Body, parseExact(`{"id": "1", "at": ${value}}`)).at;
    expect(at('1700000000000000001')).toBe(1_700_000_000_000_000_001n);
    expect(at('"2023-11-15T00:13:20.000000001+02:00"')).toBe(1_700_000_000_000_000_001n);
    expect([at('0'), at('null')]).toEqual([0, null]);
  });

  test('names the first invalid field in the order of the definition', () => {
    const body = { nested: { on: 1 }, kinds: ['c'], id: '1' };
    expect(() => validateBody(Body, body)).toThrow('kinds must be a or b');
    expect(() => validateBody(Body, { ...body, kinds: [] })).toThrow('nested.on must be true or false');
    expect(() => validateBody(Body, { ...body, kinds: ['a', 'b', 'a'] })).toThrow('kinds has too many');
    expect(() => validateBody(Body, {})).toThrow('id must be a memory id: a decimal string below 2^128');
  });

  test.each([
    ['{"id": "1", "sesion": 5}', 'unknown field `sesion`; did you mean `session`?'],
    ['{"id": "1", "Session": 5}', 'unknown field `Session`; did you mean `session`?'],
    ['{"id": "1", "nested": {"onn": true}}', 'unknown field `nested.onn`; did you mean `nested.on`?'],
    ['{"id": "1", "colour": 5}', 'unknown field `colour`; known are `id`, `session`, `at`, `kinds`, `nested`'],
    ['{"id": "1", "__proto__": {"session": 5}}', 'unknown field `__proto__`'],
    ['{"id": "1", "constructor": 5}', 'unknown field `constructor`'],
    ['{"id": "1", "start": {"txt": "a"}}', 'unknown field `start.txt`; did you mean `start.text`?'],
    ['{"idd": "1"}', 'unknown field `idd`; did you mean `id`?'],
  ])('refuses the unknown field of %s', (body, message) => {
    const definition = body.includes('start') ? Body.extend({ start: cue('The start.') }) : Body;
    expect(() => validateBody(definition, parseExact(body))).toThrow(message);
  });

  test('drops unknown fields where they are to be ignored, also those that every object inherits', () => {
    const body = parseExact('{"text": "a", "colour": "red", "__proto__": {"speaker": "b"}, "constructor": 1}');
    ignoreUnknownNames(body);
    expect(Object.entries(validateBody(EncodeMemoryDto, body))).toEqual([['text', 'a']]);
  });

  test('takes any field in an object of the caller', () => {
    const body = { text: 'a', metadata: { colour: 'red' } };
    expect(validateBody(EncodeMemoryDto, body)).toEqual(body);
  });
});

describe('jsonSchemaOf', () => {
  test('writes what the definition says, with exact bounds', () => {
    expect(jsonSchemaOf(Body)).toEqual({
      type: 'object',
      required: ['id'],
      additionalProperties: false,
      properties: {
        id: expect.objectContaining({ type: 'string' }),
        session: {
          anyOf: [
            { type: 'integer', format: 'uint64', minimum: 0, maximum: 18_446_744_073_709_551_615n },
            { type: 'string', minLength: 1, maxLength: 255 },
            { type: 'null' },
          ],
          description: 'The session.',
        },
        at: {
          anyOf: [
            { type: 'integer', format: 'int64', minimum: 0, maximum: 9_223_372_036_854_775_807n },
            { type: 'string', format: 'date-time' },
            { type: 'null' },
          ],
          description: expect.any(String),
        },
        kinds: { type: ['array', 'null'], items: { enum: ['a', 'b'] }, maxItems: 2 },
        nested: {
          type: ['object', 'null'],
          required: ['on'],
          properties: { on: { type: 'boolean' } },
          additionalProperties: false,
        },
      },
    });
  });

  test('throws for a field without keywords', () => {
    expect(() => jsonSchemaOf(z.object({ a: z.string() }))).toThrow('a field of type string has no JSON Schema');
  });
});

describe('clamped integers', () => {
  const range = { fallback: 10, most: 64 };

  test.each([
    [undefined, 10],
    [null, 10],
    [0, 1],
    [65, 64],
    [-(10n ** 40n), 1],
    [10n ** 40n, 64],
  ])('%p becomes %p', (value, expected) => {
    expect(clampTo(value, range)).toBe(expected);
  });

  test('say default and bounds in the document', () => {
    expect(jsonSchemaOf(clampedInteger(range, 'Number of hops.'))).toEqual({
      type: 'integer',
      description: 'Number of hops. Default 10; values outside 1 to 64 are clamped.',
    });
  });
});

describe('query parameters', () => {
  const query = { limit: pageLimit({ fallback: 50, most: 100 }), hidden: queryFlag('Whether.') };

  test('are read with their defaults; unknown ones are refused', () => {
    expect(readQuery(query, {})).toEqual({ limit: 50, hidden: false });
    expect(() => readQuery(query, { limits: '5' })).toThrow('unknown parameter `limits`; did you mean `limit`?');
    expect(readQuery(query, { limit: '1000', hidden: 'true' })).toEqual({ limit: 100, hidden: true });
    expect(() => readQuery(query, { hidden: ['true', 'false'] })).toThrow('hidden must be given once');
  });

  test('of a body have its fields, validated as the body is', () => {
    const definition = queryOfBody(ForgetMemoryDto);
    expect(Object.entries(definition).map(([name, { schema }]) => [name, schema['type']])).toEqual([
      ['memory_id', 'string'],
      ['hard', 'boolean'],
    ]);
    expect(validateBody(ForgetMemoryDto, readQuery(definition, { memory_id: '12', hard: 'true' }))).toEqual({
      memory_id: '12',
      hard: true,
    });
  });
});
