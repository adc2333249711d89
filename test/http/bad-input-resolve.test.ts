import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Client } from '../path/client.js';
import { runEngraph, type RunningEngraph } from '../path/run-engraph.js';

let engraph: RunningEngraph;
let client: Client;

beforeAll(async () => {
  engraph = await runEngraph('log', { EXTRACTION: 'off' });
  client = await engraph.client('resolve', 'bad');
});
afterAll(async () => {
  await engraph.stop();
});

describe('POST /v1/entities/resolve', () => {
  const name = 'Maya Chen';
  test.each<[string, unknown]>([
    ['no name', {}],
    ['a null name', { candidate_name: null }],
    ['a name that is a number', { candidate_name: 7 }],
    ['a name that is an array', { candidate_name: [name] }],
    ['a blank name', { candidate_name: ' \n' }],
    ['a name that nobody can see', { candidate_name: '\u200b' }],
    ['a name with a NUL', { candidate_name: 'A\0' }],
    ['a name with a lone surrogate', '{"candidate_name":"A\\udc00"}'],
    ['a name of 1 KiB and a byte', { candidate_name: 'a'.repeat(1025) }],
    ['a context that is an object', { candidate_name: name, resolution_context: {} }],
    ['a context that is a number', { candidate_name: name, context: 1 }],
    ['a context with a NUL', { candidate_name: name, context: 'a\0' }],
    ['a context of 64 KiB and a byte', { candidate_name: name, resolution_context: 'a'.repeat(65537) }],
    ['a type hint that does not exist', { candidate_name: name, type_hint: 'core:wizard' }],
    ['a type hint of another namespace', { candidate_name: name, type_hint: 'acme:person' }],
    ['a type hint of every object', { candidate_name: name, type_hint: 'toString' }],
    ['a blank type hint', { candidate_name: name, type_hint: '' }],
    ['a type hint of 0', { candidate_name: name, type_hint: 0 }],
    ['a type hint of 11', { candidate_name: name, type_hint: 11 }],
    ['a type hint that is a fraction', { candidate_name: name, type_hint: 1.5 }],
    ['a type hint that is an array', { candidate_name: name, type_hint: ['person'] }],
    ['an allow_create that is text', { candidate_name: name, allow_create: 'true' }],
    ['an allow_create that is a number', { candidate_name: name, allow_create: 1 }],
    ['a body that is an array', []],
    ['a body that is no JSON', '{"candidate_name":'],
  ])('%s is refused', async (_, body) => {
    for (const allow_create of [{}, { allow_create: true }]) {
      const asked = typeof body === 'string' || Array.isArray(body) ? body : { ...allow_create, ...(body as object) };
      const answer = await client.post('/v1/entities/resolve', asked);
      expect([answer.status, answer.body.error.code]).toEqual([400, 'bad_request']);
      expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    }
    expect((await client.get('/v1/entities')).body.count).toBe(0);
  });

  test('names that look like patterns, code or nothing much are names', async () => {
    for (const candidate_name of [
      '%',
      '_',
      "'; DROP TABLE entities; --",
      '.*',
      '(',
      '\\',
      '🦊',
      '李',
      '!',
      '&',
      'of',
      '\u0130',
    ])
      expect((await client.post('/v1/entities/resolve', { candidate_name })).body).toMatchObject({
        outcome: 'not_found',
      });
  });

  test('it needs a key that may recall', async () => {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ candidate_name: name });
    const anonymous = await fetch(`${engraph.baseUrl}/v1/entities/resolve`, { method: 'POST', headers, body });
    expect([anonymous.status, anonymous.headers.get('x-request-id') === null]).toEqual([401, false]);
    const writer = await engraph.client('resolve', 'bad', ['encode', 'forget']);
    const refused = await writer.post('/v1/entities/resolve', { candidate_name: name });
    expect([refused.status, refused.body.error.code]).toEqual([403, 'forbidden']);
  });
});
