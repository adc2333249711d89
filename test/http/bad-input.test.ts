import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import type { Client } from '../path/client.js';
import { runEngraph, type RunningEngraph } from '../path/run-engraph.js';

let engraph: RunningEngraph;
let client: Client;

beforeAll(async () => {
  engraph = await runEngraph('log', { EXTRACTION: 'off' });
  client = await engraph.client('bad', 'input');
});
afterAll(async () => {
  await engraph.stop();
});

const MIB = 1024 * 1024;
const UNKNOWN_UUID = '00000000-0000-4000-8000-000000000000';

describe('POST /v1/memories', () => {
  test.each([
    ['no text', '{}'],
    ['a null text', '{"text": null}'],
    ['a number for text', '{"text": 5}'],
    ['an array for text', '{"text": ["a"]}'],
    ['a blank text', '{"text": " \\n\\t "}'],
    ['a NUL in the text', '{"text": "a\\u0000b"}'],
    ['a lone surrogate in the text', '{"text": "a\\ud800b"}'],
    ['a text of more than 1 MiB', JSON.stringify({ text: 'é'.repeat(MIB / 2 + 1) })],
    ['a session above 2^64 - 1', '{"text": "a", "session": 18446744073709551616}'],
    ['a negative session', '{"text": "a", "session": -1}'],
    ['a fractional session', '{"text": "a", "session": 1.5}'],
    ['a time of 2^63', '{"text": "a", "occurred_at_unix_nanos": 9223372036854775808}'],
    ['an unknown role', '{"text": "a", "role": "god"}'],
    ['the kind of the server', '{"text": "a", "kind": 2}'],
    ['an unknown kind', '{"text": "a", "kind": 7}'],
    ['metadata that is no object', '{"text": "a", "metadata": [1]}'],
    ['a NUL inside metadata', '{"text": "a", "metadata": {"a": ["\\u0000"]}}'],
    ['a lone surrogate as a metadata key', '{"text": "a", "metadata": {"\\udfff": 1}}'],
    ['a number in metadata that is not finite', '{"text": "a", "metadata": {"a": 1e999}}'],
    ['metadata nested too deep', `{"text": "a", "metadata": ${'{"a":'.repeat(40)}1${'}'.repeat(40)}}`],
    ['metadata of more than 64 KiB', JSON.stringify({ text: 'a', metadata: { a: 'x'.repeat(70_000) } })],
    ['an unknown dedupe', '{"text": "a", "dedupe": "maybe"}'],
    ['a body that is no JSON', '{"text": '],
    ['a body that is no object', '["a"]'],
    ['a body that is null', 'null'],
    ['nothing but brackets', '['.repeat(100_000)],
  ])('answers 400 to %s', async (_, body) => {
    const answer = await client.post('/v1/memories', body);
    expect([answer.status, answer.body.error?.code]).toEqual([400, 'bad_request']);
    expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('answers 400 to a request id with a blank in it', async () => {
    const answer = await client.post('/v1/memories', { text: 'a' }, { 'idempotency-key': 'a b' });
    expect(answer.status).toBe(400);
  });

  test('writes nothing for a refused request', async () => {
    expect((await client.get('/v1/memories')).body.items).toEqual([]);
  });

  test('keeps a text as it was sent, to the last blank, emoji and escape', async () => {
    const other = await engraph.client('bad', 'exact');
    const text = '  “quoted” \\ \u0001 👩‍👩‍👧 \u202e עברית \r\n';
    expect((await other.post('/v1/memories', { text })).status).toBe(200);
    expect((await other.get('/v1/memories')).body.items[0].text).toBe(text);
  });

  test('takes a text of exactly 1 MiB', async () => {
    const other = await engraph.client('bad', 'large');
    const answer = await other.post('/v1/memories', { text: 'x'.repeat(MIB) });
    expect(answer.status).toBe(200);
  });
});

test.each([
  ['GET', '/v1/memories?limit=ten', 400, 'bad_request'],
  ['GET', '/v1/memories?limit=1&limit=2', 400, 'bad_request'],
  ['GET', '/v1/memories?dir=up', 400, 'bad_request'],
  ['GET', '/v1/memories?cursor=00', 400, 'bad_request'],
  ['GET', '/v1/memories?cursor=zz', 400, 'bad_request'],
  ['GET', '/v1/memories?session=%20', 400, 'bad_request'],
  ['GET', '/v1/memories?session=thread-1', 200, undefined],
  ['GET', '/v1/memories?include_tombstoned=perhaps', 400, 'bad_request'],
  ['GET', '/v1/memories?limit=0', 200, undefined],
  ['GET', '/v1/memories?limit=-5', 200, undefined],
  ['GET', '/v1/memories?limit=99999999999', 200, undefined],
  ['GET', '/v1/memories/12/inspect', 404, 'not_found'],
  ['GET', '/v1/memories/012/inspect', 400, 'bad_request'],
  ['GET', '/v1/memories/-1/inspect', 400, 'bad_request'],
  ['GET', '/v1/memories/340282366920938463463374607431768211456/inspect', 400, 'bad_request'],
  ['DELETE', '/v1/memories?memory_id=12', 404, 'not_found'],
  ['DELETE', '/v1/memories?memory_id=x', 400, 'bad_request'],
  ['DELETE', '/v1/memories', 400, 'bad_request'],
  ['GET', '/v1/entities?type_id=11', 400, 'bad_request'],
  ['GET', '/v1/entities?type_id=person', 400, 'bad_request'],
  ['GET', '/v1/entities?mention_count_min=-1', 400, 'bad_request'],
  ['GET', '/v1/entities?prefix=%00', 400, 'bad_request'],
  ['GET', '/v1/entities/not-a-uuid', 400, 'bad_request'],
  ['GET', `/v1/entities/${UNKNOWN_UUID}`, 404, 'not_found'],
  ['GET', `/v1/entities/${UNKNOWN_UUID}/relations`, 404, 'not_found'],
  ['GET', `/v1/entities/${UNKNOWN_UUID}/relations?direction=up`, 400, 'bad_request'],
  ['GET', `/v1/entities/${UNKNOWN_UUID}/relations?type=core:likes`, 400, 'bad_request'],
  ['POST', `/v1/entities/${UNKNOWN_UUID}/traverse`, 404, 'not_found'],
  ['GET', '/v1/graph?include_memory_edges=true', 400, 'bad_request'],
  ['GET', '/v1/graph?limit=2.5', 400, 'bad_request'],
  ['GET', '/v1/memories/', 200, undefined],
  ['PUT', '/v1/memories/', 405, 'bad_request'],
  ['GET', `/v1/memories/${'1'.repeat(200)}/inspect`, 400, 'bad_request'],
  ['GET', `/v1/entities/${'a'.repeat(300)}`, 400, 'bad_request'],
  ['GET', '/v1/entities/%zz', 400, 'bad_request'],
  ['GET', '/v1/nothing', 404, 'not_found'],
  ['GET', '/', 404, 'not_found'],
  ['PUT', '/v1/memories', 405, 'bad_request'],
  ['DELETE', '/v1/graph', 405, 'bad_request'],
  ['QUERY', '/v1/graph', 405, 'bad_request'],
  ['QUERY', '/v1/nothing', 404, 'not_found'],
])('%s %s is answered with %i', async (method, path, status, code) => {
  const response = await fetch(engraph.baseUrl + path, { method, headers: { 'x-api-key': client.key } });
  const body = (await response.json()) as { error?: { code: string; message: string } };
  expect([response.status, body.error?.code]).toEqual([status, code]);
  expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
});

test.each([
  ['an unknown direction', { direction: 'up' }],
  ['an unknown relation type', { relation_types: ['core:likes'] }],
  ['relation types that are no array', { relation_types: 'core:knows' }],
  ['a depth that is no integer', { max_depth: 1.5 }],
  ['a depth that is text', { max_depth: '3' }],
])('a traversal with %s is answered with 400', async (_, body) => {
  const answer = await client.post(`/v1/entities/${UNKNOWN_UUID}/traverse`, body);
  expect([answer.status, answer.body.error.code]).toEqual([400, 'bad_request']);
});

describe('credentials', () => {
  const whoami = (headers: Record<string, string>) => fetch(`${engraph.baseUrl}/v1/whoami`, { headers });

  test.each([
    ['none', {}],
    ['a blank one', { 'x-api-key': ' ' }],
    ['an unknown one', { 'x-api-key': 'nobody' }],
    ['another scheme', { authorization: 'Basic abc' }],
    ['an empty bearer', { authorization: 'Bearer ' }],
  ])('%s is answered with 401', async (_, headers) => {
    const response = await whoami(headers);
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ error: { code: 'unauthorized' } });
  });

  test('both headers are equivalent, and refused when they disagree', async () => {
    const bearer = { authorization: `Bearer ${client.key}` };
    expect((await whoami(bearer)).status).toBe(200);
    expect((await whoami({ ...bearer, 'x-api-key': client.key })).status).toBe(200);
    expect((await whoami({ ...bearer, 'x-api-key': 'other' })).status).toBe(401);
  });

  test('a key without the permission is answered with 403, and may still ask who it is', async () => {
    const reader = await engraph.client('bad', 'reader', ['recall']);
    const answer = await reader.post('/v1/memories', { text: 'a' });
    expect([answer.status, answer.body.error.code]).toEqual([403, 'forbidden']);
    expect((await reader.get('/v1/whoami')).body.permissions).toMatchObject({ can_recall: true, can_encode: false });
  });

  test('a cursor of one scope, or one that was changed, is refused in another', async () => {
    const owner = await engraph.client('bad', 'owner');
    for (const text of ['one', 'two']) await owner.post('/v1/memories', { text });
    const { next_cursor } = (await owner.get('/v1/memories?limit=1')).body;
    expect((await owner.get(`/v1/memories?limit=9&cursor=${String(next_cursor)}`)).status).toBe(200);
    expect((await client.get(`/v1/memories?cursor=${String(next_cursor)}`)).status).toBe(400);
    const forged = String(next_cursor).replace(/.$/, (last) => (last === '0' ? '1' : '0'));
    expect((await owner.get(`/v1/memories?cursor=${forged}`)).status).toBe(400);
    expect((await owner.get(`/v1/memories?dir=asc&cursor=${String(next_cursor)}`)).status).toBe(400);
  });
});

describe('an unknown name', () => {
  test.each([
    ['POST', '/v1/recall', { query: 'x', max_result: 5 }, 'unknown field `max_result`; did you mean `max_results`?'],
    ['POST', '/v1/memories', { txt: 'a' }, 'unknown field `txt`; did you mean `text`?'],
    ['POST', '/v1/memories?dry_run=true', { text: 'a' }, 'unknown parameter `dry_run`'],
    ['POST', '/v1/plan', { start: { txt: 'a' }, goal: { text: 'b' } }, 'unknown field `start.txt`; did you mean'],
    ['GET', '/v1/memories?sesion=5', undefined, 'unknown parameter `sesion`; did you mean `session`?'],
    ['GET', '/v1/whoami?verbose=1', undefined, 'unknown parameter `verbose`'],
    ['DELETE', '/v1/memories?hard=true&memory=1', { memory_id: '1' }, 'unknown parameter `memory`; did you mean'],
  ])('%s %s is refused, naming the nearest known one', async (method, path, body, message) => {
    const headers = { 'x-api-key': client.key, 'content-type': 'application/json' };
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const answer = await fetch(`${engraph.baseUrl}${path}`, { method, headers, ...sent });
    const said = (await answer.json()) as { error: { message: string } };
    expect([answer.status, said.error.message]).toEqual([400, expect.stringContaining(message)]);
  });

  test.each([
    ['handling=lenient', 'handling=lenient'],
    ['wait=0, Handling="Lenient"', 'handling=lenient'],
    ['handling=lenient; x=y, wait=20', expect.stringMatching(/^handling=lenient, wait=20; extraction=/)],
  ])('is ignored under Prefer: %s', async (prefer, applied) => {
    const other = await engraph.client('bad', 'lenient');
    const answer = await other.post('/v1/memories?a=1', { text: 'a', colour: 'red' }, { prefer });
    expect([answer.status, answer.headers.get('preference-applied')]).toEqual([200, applied]);
  });

  test('is refused under Prefer: handling=strict', async () => {
    const answer = await client.post('/v1/memories', { text: 'a', colour: 'red' }, { prefer: 'handling=strict' });
    expect([answer.status, answer.headers.get('preference-applied')]).toEqual([400, null]);
  });

  test('of a probe is ignored', async () => {
    expect((await fetch(`${engraph.baseUrl}/health/live?at=1`)).status).toBe(200);
  });
});

test('a body over 8 MiB is answered with 413, another media type with 415, both as bad_request', async () => {
  const large = await client.post('/v1/memories', JSON.stringify({ text: 'x', metadata: 'y'.repeat(9 * MIB) }));
  expect([large.status, large.body.error.code]).toEqual([413, 'bad_request']);
  const form = await client.post('/v1/memories', 'text=a', { 'content-type': 'application/x-www-form-urlencoded' });
  expect([form.status, form.body.error.code]).toEqual([415, 'bad_request']);
  expect(form.body.error.message).toContain('Content-Type: application/json');
});

test('bytes that are no UTF-8 are answered with 400', async () => {
  const status = await new Promise<number | undefined>((resolve, reject) => {
    const headers = { 'x-api-key': client.key, 'content-type': 'application/json' };
    const call = request(`${engraph.baseUrl}/v1/memories`, { method: 'POST', headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    call.on('error', reject);
    call.end(Buffer.concat([Buffer.from('{"text": "a'), Buffer.from([0xff, 0xfe]), Buffer.from('"}')]));
  });
  expect(status).toBe(400);
});

/** Response of the server to raw bytes, until it closes the connection. */
async function answerTo(bytes: string): Promise<string> {
  const socket = connect(Number(new URL(engraph.baseUrl).port), '127.0.0.1');
  let answer = '';
  socket.on('data', (chunk: Buffer) => {
    answer += chunk.toString();
  });
  socket.write(bytes);
  await once(socket, 'close');
  return answer;
}

test.each([
  ['no HTTP', 'hello\r\n\r\n', 400],
  ['headers of more than 16 KiB', `GET / HTTP/1.1\r\nhost: a\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`, 431],
  ['a bad URL, which is not echoed', 'GET /v1/%zz HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n', 400],
])('%s is answered in the envelope, with a request id', async (_, bytes, status) => {
  const answer = await answerTo(bytes);
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${String(status)} `));
  expect(head).toMatch(/^x-request-id: [0-9a-f-]{36}\r?$/m);
  expect(JSON.parse(body)).toEqual({ error: { code: 'bad_request', message: expect.not.stringContaining('%zz') } });
});

test('an expectation that the service does not know changes nothing', async () => {
  const answer = await answerTo('GET /health/live HTTP/1.1\r\nhost: a\r\nexpect: x\r\nconnection: close\r\n\r\n');
  expect(answer).toMatch(/^HTTP\/1.1 200 [^]+\r\nx-request-id: [0-9a-f-]{36}\r\n/);
});

test.each([
  ['POST', '/v1/recall', { query: 'a', max_results: -(2n ** 70n) }, 200],
  ['POST', `/v1/entities/${UNKNOWN_UUID}/traverse`, { max_depth: 2n ** 70n, max_nodes: -(2n ** 70n) }, 404],
])('%s %s takes a limit of any size', async (_, path, body, status) => {
  expect((await client.post(path, body)).status).toBe(status);
});

test('the probes answer without a credential', async () => {
  for (const probe of ['live', 'ready']) expect((await fetch(`${engraph.baseUrl}/health/${probe}`)).status).toBe(200);
});
