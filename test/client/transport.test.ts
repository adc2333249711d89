import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { EngraphClient, EngraphError, type AnswerFacts } from '../../clients/typescript/src/index.js';
import { freePort } from '../harness/free-port.js';
import { startScriptedServer, type Scripted, type ScriptedServer } from './scripted-server.js';

let server: ScriptedServer;

beforeAll(async () => {
  server = await startScriptedServer();
});
afterAll(async () => {
  await server.stop();
});

const QUICK = { attempts: 4, firstPauseMs: 1, maxPauseMs: 20_000 };
const ENTITIES = { status: 200, body: '{"entities":[],"count":0}' };
const CREATED = {
  status: 200,
  body: '{"memory_id":"7","was_deduplicated":false,"salience":1,"kind":0,"created_at_unix_nanos":5,"auto_edges_added":0}',
};

function client(more: object = {}): EngraphClient {
  return new EngraphClient({ baseUrl: `${server.baseUrl}/`, apiKey: 'secret', retry: QUICK, ...more });
}

function problem(status: number, code: string, headers: Record<string, string> = {}): Scripted {
  return {
    status,
    headers: { 'x-request-id': 'r-1', ...headers },
    body: `{"error":{"code":"${code}","message":"no"}}`,
  };
}

async function failure(call: Promise<unknown>): Promise<EngraphError> {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof EngraphError)) throw new Error(`no EngraphError but ${String(error)}`);
  return error;
}

describe('the errors', () => {
  test.each([
    [400, 'bad_request', 'BadRequestError'],
    [401, 'unauthorized', 'UnauthorizedError'],
    [403, 'forbidden', 'ForbiddenError'],
    [404, 'not_found', 'NotFoundError'],
    [409, 'conflict', 'ConflictError'],
    [500, 'engine.error', 'EngineError'],
    [418, 'teapot', 'EngraphError'],
  ])('%i %s is told at once as %s, with all that is known of it', async (status, code, name) => {
    server.answers(problem(status, code));
    const error = await failure(client().listEntities());
    expect(error).toMatchObject({ name, code, status, message: 'no', requestId: 'r-1', retryAfterMs: null });
    expect(server.seen).toHaveLength(1);
  });

  test.each([
    [429, 'rate_limited', 'RateLimitedError'],
    [503, 'engine.unavailable', 'UnavailableError'],
  ])('%i %s is told as %s once every attempt has met it', async (status, code, name) => {
    server.answers(problem(status, code));
    const error = await failure(client().listEntities());
    expect(error).toMatchObject({ name, code, status });
    expect(server.seen).toHaveLength(QUICK.attempts);
  });

  test('a service that asks for a pause longer than the policy allows ends the call, and says how long', async () => {
    server.answers(problem(429, 'rate_limited', { 'retry-after': '3600' }));
    expect(await failure(client().listEntities())).toMatchObject({ name: 'RateLimitedError', retryAfterMs: 3_600_000 });
    expect(server.seen).toHaveLength(1);
  });

  test('a pause that the service asks for is kept', async () => {
    server.answers(problem(503, 'engine.unavailable', { 'retry-after': '1' }), ENTITIES);
    const before = performance.now();
    await client().listEntities();
    expect(performance.now() - before).toBeGreaterThanOrEqual(995);
  });

  test('an answer in words of a proxy is an error with its status', async () => {
    server.answers({ status: 502, body: '<html>' });
    expect(await failure(client().listEntities())).toMatchObject({ code: 'http_502', status: 502 });
    server.answers({ status: 200, body: '<html>welcome' });
    expect(await failure(client().listEntities())).toMatchObject({ code: 'http_200', status: 200 });
  });

  test('an address where nobody listens is a ConnectionError', async () => {
    const error = await failure(client({ baseUrl: `http://127.0.0.1:${String(await freePort())}` }).whoami());
    expect(error).toMatchObject({ name: 'ConnectionError', code: 'connection', status: 0 });
    expect(error.message).toMatch(/ECONNREFUSED/);
  });
});

describe('the retries', () => {
  test('a write keeps one idempotency key, of its own making, over lost connections and 503', async () => {
    server.answers('drop', problem(503, 'engine.unavailable'), 'drop', CREATED);
    let facts: AnswerFacts | undefined;
    await client().encodeMemory({ text: 'a' }, { onAnswer: (answer) => (facts = answer) });
    expect(facts).toMatchObject({ status: 200, attempts: 4, replayed: false });
    const keys = new Set(server.seen.map(({ headers }) => headers['idempotency-key']));
    expect([...keys]).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/)]);
    expect(new Set(server.seen.map(({ body }) => body)).size).toBe(1);

    await client().encodeMemory({ text: 'a' });
    expect(keys).not.toContain(server.seen.at(-1)?.headers['idempotency-key']);
  });

  test('the idempotency key of the caller is sent as it is', async () => {
    server.answers(CREATED);
    await client().encodeMemory({ text: 'a' }, { idempotencyKey: 'turn-1', waitSeconds: 3 });
    expect(server.seen[0]?.headers).toMatchObject({ 'idempotency-key': 'turn-1', prefer: 'wait=3' });
  });

  test('a token is asked for anew before each attempt', async () => {
    server.answers(problem(503, 'engine.unavailable'), ENTITIES);
    let asked = 0;
    await client({ apiKey: () => `token-${String(++asked)}` }).listEntities();
    expect(server.seen.map(({ headers }) => headers.authorization)).toEqual(['Bearer token-1', 'Bearer token-2']);
  });

  test('a fault of the caller is thrown as it is, and nothing is sent', async () => {
    server.answers(CREATED);
    const lost = new Error('no token');
    await expect(client({ apiKey: () => Promise.reject(lost) }).whoami()).rejects.toBe(lost);
    await expect(client().encodeMemory({ text: 'a' }, { idempotencyKey: 'a\nb' })).rejects.toMatchObject({
      name: 'TypeError',
    });
    await expect(client().getEntity('..')).rejects.toMatchObject({ name: 'TypeError' });
    await expect(client().getEntity('')).rejects.toMatchObject({ name: 'TypeError' });
    expect(server.seen).toEqual([]);
    expect(() => client({ baseUrl: 'here' })).toThrow(/Invalid URL/);
  });
});

describe('the time of a call', () => {
  test('is over with a TimeoutError when no answer comes', async () => {
    server.answers('hang');
    const error = await failure(client().listEntities({}, { timeoutMs: 2_000 }));
    expect(error).toMatchObject({ name: 'TimeoutError', code: 'timeout', status: 0 });
    expect(server.seen).toHaveLength(1);
  });

  test('is not spent on a pause that would outlast it: the error is told at once', async () => {
    server.answers(problem(503, 'engine.unavailable', { 'retry-after': '18' }));
    const before = performance.now();
    expect(await failure(client({ timeoutMs: 15_000 }).listEntities())).toMatchObject({ name: 'UnavailableError' });
    expect(performance.now() - before).toBeLessThan(10_000);
  });

  test('ends with the reason of the caller, in an attempt and in a pause', async () => {
    const reason = new Error('not needed any more');
    server.answers('hang');
    const inAttempt = new AbortController();
    const attempt = client({ retry: { attempts: 1 } }).listEntities({}, { signal: inAttempt.signal });
    inAttempt.abort(reason);
    await expect(attempt).rejects.toBe(reason);

    server.answers(problem(503, 'engine.unavailable', { 'retry-after': '15' }));
    const inPause = new AbortController();
    const body = client({
      fetch: async (...args: Parameters<typeof fetch>) => {
        const response = await fetch(...args);
        setImmediate(() => {
          inPause.abort(reason);
        });
        return response;
      },
    }).listEntities({}, { signal: inPause.signal });
    await expect(body).rejects.toBe(reason);
  });
});

describe('what is sent and received', () => {
  test('integers are exact both ways, and a field of times is bigint whatever its size', async () => {
    server.answers({
      status: 200,
      body: '{"items":[{"session":18446744073709551615,"created_at_unix_nanos":5,"access_count":3,"salience":0.5}]}',
    });
    const { items } = await client().listMemories();
    expect(items).toEqual([
      { session: 18446744073709551615n, created_at_unix_nanos: 5n, access_count: 3, salience: 0.5 },
    ]);
    server.answers(CREATED);
    await client().encodeMemory({ text: 'a', session: 18446744073709551615n, occurred_at_unix_nanos: 7 });
    expect(server.seen[0]?.body).toBe('{"text":"a","session":18446744073709551615,"occurred_at_unix_nanos":7}');
  });

  test('a query holds what was given, and a path segment nothing that could lead elsewhere', async () => {
    server.answers(ENTITIES);
    await client().listEntities({ prefix: 'Zoë & Co', include_merged: true, limit: 3 });
    await client().listEntityRelations('a/b?c', { direction: 'both' });
    expect(server.seen.map(({ url }) => url)).toEqual([
      '/v1/entities?prefix=Zo%C3%AB+%26+Co&include_merged=true&limit=3',
      '/v1/entities/a%2Fb%3Fc/relations?direction=both',
    ]);
  });

  test('pages follow their cursors to the last', async () => {
    const page = (id: string, next: string) => ({
      status: 200,
      body: `{"nodes":[{"id":"${id}","kind":"entity","label":"a","type_qname":"core:person"}],"edges":[]${next}}`,
    });
    server.answers(page('1', ',"next_cursor":"c1"'), page('2', ',"next_cursor":"c2"'), page('3', ''));
    const { nodes } = await client().graphFetch({ limit: 1 });
    expect(nodes.map(({ id }) => id)).toEqual(['1', '2', '3']);
    expect(server.seen.map(({ url }) => url)).toEqual([
      '/v1/graph?limit=1',
      '/v1/graph?limit=1&cursor=c1',
      '/v1/graph?limit=1&cursor=c2',
    ]);
  });
});
