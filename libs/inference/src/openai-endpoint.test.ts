import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from '@jest/globals';
import { postJson } from './openai-endpoint.js';

let server: Server | undefined;

afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

const requests: { path: string | undefined; headers: IncomingHttpHeaders }[] = [];

/** Starts a fake endpoint and returns a call to it. */
async function endpoint(reply: (response: ServerResponse) => void, { apiKey = '', timeoutMs = 10_000, end = '' } = {}) {
  server = createServer((request, response) => {
    requests.push({ path: request.url, headers: request.headers });
    request.resume().on('end', () => {
      reply(response);
    });
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/v1${end}`;
  return (signal?: AbortSignal) => postJson({ url, apiKey, timeoutMs }, '/embeddings', { input: 'a' }, signal);
}

const answers =
  (status: number, body: string, headers: Record<string, string> = { 'content-type': 'application/json' }) =>
  (response: ServerResponse): void => {
    response.writeHead(status, headers).end(body);
  };

test.each([
  ['application/json', { a: 1 }],
  ['Application/JSON; charset=utf-8', { a: 1 }],
  ['application/problem+json', { a: 1 }],
  ['text/plain', '{"a":1}'],
])('a response of type %s is read as %j', async (type, expected) => {
  const post = await endpoint(answers(200, '{"a":1}', { 'content-type': type }));
  expect(await post()).toEqual(expected);
});

test('the key is sent if there is one, and a slash at the end of the URL changes nothing', async () => {
  await (
    await endpoint(answers(200, '{}'), { apiKey: 'secret', end: '/' })
  )();
  expect(requests.at(-1)).toMatchObject({ path: '/v1/embeddings', headers: { authorization: 'Bearer secret' } });
  server?.close();
  await (
    await endpoint(answers(200, '{}'))
  )();
  expect(requests.at(-1)?.headers).not.toHaveProperty('authorization');
});

test.each([
  [400, true],
  [413, true],
  [422, true],
  [401, false],
  [404, false],
  [503, false],
])('status %d is an error; rejection: %s', async (status, isRejection) => {
  const post = await endpoint(answers(status, '{"error":{"message":"no"}}'));
  await expect(post()).rejects.toMatchObject({ name: 'EndpointStatusError', status, isRejection });
});

test.each([
  ['1.5', 1_500],
  ['soon', undefined],
  ['Thu, 01 Jan 1970 00:00:00 GMT', undefined],
])('Retry-After: %s means %s ms', async (value, retryAfterMs) => {
  const post = await endpoint(answers(503, '', { 'retry-after': value }));
  await expect(post()).rejects.toMatchObject({ name: 'EndpointStatusError', retryAfterMs });
});

test('an empty response is no response, and invalid JSON is a syntax error', async () => {
  await expect((await endpoint(answers(200, '')))()).rejects.toMatchObject({ name: 'EndpointUnreachable' });
  server?.close();
  await expect((await endpoint(answers(200, '{"a":')))()).rejects.toMatchObject({ name: 'SyntaxError' });
});

test('a connection that breaks in the body is a failed connection', async () => {
  const post = await endpoint((response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
    response.write('{"a":1', () => response.destroy());
  });
  await expect(post()).rejects.toMatchObject({ name: 'EndpointUnreachable', message: 'connection failed' });
});

test('the time limit covers the body, and an abort is not a timeout', async () => {
  const stalls = (response: ServerResponse): void => {
    response.writeHead(200, { 'content-type': 'application/json' }).write('{');
  };
  await expect((await endpoint(stalls, { timeoutMs: 100 }))()).rejects.toMatchObject({ name: 'EndpointTimeout' });
  server?.closeAllConnections();
  server?.close();
  const abort = new AbortController();
  const post = await endpoint(() => {
    abort.abort();
  });
  await expect(post(abort.signal)).rejects.toMatchObject({ name: 'EndpointUnreachable', message: 'aborted' });
});
