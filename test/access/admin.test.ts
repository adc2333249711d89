import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { loadConfig } from '#config/load-config.js';
import { createClient } from '../path/client.js';
import { freePort } from '../harness/free-port.js';
import { runEngraph, type RunningEngraph } from '../path/run-engraph.js';

const TOKEN = randomBytes(24).toString('base64url');

let engraph: RunningEngraph;
let admin: string;

beforeAll(async () => {
  const port = String(await freePort());
  admin = `http://127.0.0.1:${port}`;
  engraph = await runEngraph('log', { EXTRACTION: 'off', ADMIN_TOKEN: TOKEN, ADMIN_PORT: port });
});
afterAll(async () => {
  await engraph.stop();
});

async function call(method: string, path: string, body?: object | string, token = TOKEN) {
  const response = await fetch(`${admin}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into bodies of every shape
  return { status: response.status, headers: response.headers, body: (await response.json()) as any };
}

const newKey = (more: object = {}) =>
  call('POST', '/admin/keys', { namespace: 'admin', agent: randomUUID(), permissions: ['recall'], ...more });

const whoami = async (key: string) => (await createClient(engraph.baseUrl, key).get('/v1/whoami')).status;

test('a key made by the listener works, for its scope and permissions alone, and is told once', async () => {
  const agent = randomUUID();
  const made = await newKey({ agent, name: 'support bot', expires_at: '2999-01-01T00:00:00+02:00' });
  expect(made.status).toBe(201);
  expect(made.headers.get('cache-control')).toBe('no-store');
  expect(made.body).toMatchObject({ namespace: 'admin', agent, name: 'support bot', permissions: ['recall'] });
  expect(made.body.expires_at).toBe('2998-12-31T22:00:00.000Z');
  const client = createClient(engraph.baseUrl, made.body.key as string);
  expect((await client.get('/v1/memories')).status).toBe(200);
  expect((await client.post('/v1/memories', { text: 'a' })).status).toBe(403);
  const listed = await call('GET', `/admin/keys?agent=${agent}`);
  expect(listed.body.items).toMatchObject([{ key_id: made.body.key_id, state: 'active' }]);
  expect(JSON.stringify(listed.body)).not.toContain(made.body.key);
});

test('a key is rotated once, with a grace, and revoked once', async () => {
  const { key, key_id, agent } = (await newKey()).body as Record<string, string>;
  const rotated = await call('POST', `/admin/keys/${key_id ?? ''}/rotate`, { grace_seconds: 600 });
  expect(rotated.status).toBe(201);
  expect(rotated.body).toMatchObject({ replaces: key_id, agent, permissions: ['recall'] });
  expect([await whoami(key ?? ''), await whoami(rotated.body.key as string)]).toEqual([200, 200]);
  const again = await call('POST', `/admin/keys/${key_id ?? ''}/rotate`);
  expect([again.status, again.body.error.code]).toEqual([409, 'conflict']);
  const states = async (more = '') =>
    (await call('GET', `/admin/keys?agent=${agent ?? ''}${more}`)).body.items.map(
      ({ state }: { state: string }) => state,
    );
  expect(await states()).toEqual(['expiring', 'active']);
  expect((await call('DELETE', `/admin/keys/${key_id ?? ''}`)).body).toEqual({ key_id, revoked: true });
  expect((await call('DELETE', `/admin/keys/${key_id ?? ''}`)).status).toBe(409);
  expect(await states()).toEqual(['active']);
  expect(await states('&include_revoked=true')).toEqual(['revoked', 'active']);
});

test('a key rotated without a body ends at once', async () => {
  const { key, key_id } = (await newKey()).body as Record<string, string>;
  expect((await call('POST', `/admin/keys/${key_id ?? ''}/rotate`)).status).toBe(201);
  expect(await whoami(key ?? '')).toBe(401);
});

test('readiness has its numbers for operators alone', async () => {
  const told = await call('GET', '/admin/ready');
  expect([told.status, told.body]).toEqual([
    200,
    {
      ...{ status: 'ready', postgres: 'ok', log_reader: null },
      extraction: { pending: 0, oldest_pending_seconds: 0, parked: 0, stalled: false },
    },
  ]);
  expect((await call('GET', '/admin/ready', undefined, 'x'.repeat(40))).status).toBe(401);
});

test('lists go page by page under a cursor of their own, which is good for nothing else', async () => {
  const namespace = randomUUID();
  const made: string[] = [];
  for (let i = 0; i < 3; i += 1) made.push((await newKey({ namespace })).body.key_id as string);
  const first = await call('GET', `/admin/keys?namespace=${namespace}&limit=2`);
  expect(first.body.items.map((item: { key_id: string }) => item.key_id)).toEqual(made.slice(0, 2));
  const cursor = first.body.next_cursor as string;
  const second = await call('GET', `/admin/keys?namespace=${namespace}&limit=2&cursor=${cursor}`);
  expect(second.body.items.map((item: { key_id: string }) => item.key_id)).toEqual(made.slice(2));
  expect(second.body).not.toHaveProperty('next_cursor');
  for (const path of [`/admin/keys?cursor=${cursor}`, `/admin/audit?cursor=${cursor}`, '/admin/keys?cursor=ab'])
    expect((await call('GET', path)).status).toBe(400);
});

test('the audit has each operation, refused ones too, under the request id that was answered', async () => {
  const made = await newKey();
  const path = `/admin/keys/${made.body.key_id as string}`;
  const [revoked, again] = [await call('DELETE', path), await call('DELETE', path)];
  const { body } = await call('GET', `/admin/audit?key_id=${made.body.key_id as string}&limit=2`);
  const common = { actor: 'admin', key_id: made.body.key_id, scope_id: made.body.scope_id, namespace: 'admin' };
  expect(body.items).toMatchObject([
    { ...common, operation: 'keys.revoke', outcome: 'revoked', request_id: again.headers.get('x-request-id') },
    { ...common, operation: 'keys.revoke', outcome: 'done', request_id: revoked.headers.get('x-request-id') },
  ]);
  const rest = await call(
    'GET',
    `/admin/audit?key_id=${made.body.key_id as string}&limit=2&cursor=${body.next_cursor as string}`,
  );
  expect(rest.body.items).toMatchObject([{ ...common, operation: 'keys.create', outcome: 'done' }]);
  expect(JSON.stringify([body, rest.body])).not.toContain(made.body.key);
});

test.each(['', 'x', TOKEN.slice(0, -1), `${TOKEN}x`, TOKEN.toLowerCase()])(
  'the token %j is refused on every route, in the envelope',
  async (token) => {
    for (const [method, path] of [
      ['GET', '/admin/keys'],
      ['POST', '/admin/keys'],
      ['POST', `/admin/keys/${randomUUID()}/rotate`],
      ['DELETE', `/admin/keys/${randomUUID()}`],
      ['GET', '/admin/audit'],
    ] as const) {
      const answer = await call(method, path, undefined, token);
      expect([answer.status, answer.body.error.code]).toEqual([401, 'unauthorized']);
      expect(answer.headers.get('x-request-id')).not.toBeNull();
    }
  },
);

test('a wrong token is in the audit, and many at once are one entry', async () => {
  const count = async () =>
    (await call('GET', '/admin/audit?limit=1000')).body.items.filter(
      (item: { operation: string; outcome: string }) =>
        item.operation === 'authenticate' && item.outcome === 'wrong_token',
    ).length as number;
  expect(await count()).toBeGreaterThan(0);
  const before = await count();
  await Promise.all(Array.from({ length: 20 }, () => call('GET', '/admin/keys', undefined, 'wrong')));
  expect((await count()) - before).toBeLessThan(3);
});

test('an API key opens nothing here, nor the token the public port, which has none of these routes', async () => {
  const { key } = (await newKey()).body as Record<string, string>;
  expect((await call('GET', '/admin/keys', undefined, key)).status).toBe(401);
  expect(await whoami(TOKEN)).toBe(401);
  for (const path of ['/admin/keys', '/admin/audit'])
    expect((await createClient(engraph.baseUrl, TOKEN).get(path)).status).toBe(404);
  expect((await call('GET', '/v1/whoami')).status).toBe(404);
});

test.each([
  ['no permissions', { permissions: undefined }],
  ['empty permissions', { permissions: [] }],
  ['a permission there is not', { permissions: ['root'] }],
  ['a namespace that is no string', { namespace: 7 }],
  ['a namespace with a line break', { namespace: 'a\nb' }],
  ['an expiry that is past', { expires_at: '2020-01-01T00:00:00Z' }],
  ['an expiry without a zone', { expires_at: '2999-01-01T00:00:00' }],
  ['an expiry on no day of the calendar', { expires_at: '2999-13-41T00:00:00Z' }],
  ['a name that is no text', { name: 'a\0b' }],
])('a new key with %s is refused', async (_, fields) => {
  const answer = await newKey(fields);
  expect([answer.status, answer.body.error.code]).toEqual([400, 'bad_request']);
});

test('ids, graces and methods that are not are refused like those of the public routes', async () => {
  const { key_id } = (await newKey()).body as { key_id: string };
  for (const grace_seconds of [-1, 1.5, 'x', 1e12])
    expect((await call('POST', `/admin/keys/${key_id}/rotate`, { grace_seconds })).status).toBe(400);
  expect((await call('DELETE', '/admin/keys/nonsense')).status).toBe(400);
  expect((await call('DELETE', `/admin/keys/${randomUUID()}`)).status).toBe(404);
  expect((await call('POST', '/admin/keys', 'not JSON')).status).toBe(400);
  const other = await call('PUT', '/admin/keys', {});
  expect([other.status, other.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
});

test('without a token there is no listener', async () => {
  const port = String(await freePort());
  const plain = await runEngraph('log', { EXTRACTION: 'off', ADMIN_PORT: port });
  try {
    await expect(fetch(`http://127.0.0.1:${port}/admin/keys`)).rejects.toThrow('fetch failed');
  } finally {
    await plain.stop();
  }
});

test('the listener starts and stops with the api app of full mode', async () => {
  const port = String(await freePort());
  const full = await runEngraph('kafka', { EXTRACTION: 'off', ADMIN_TOKEN: TOKEN, ADMIN_PORT: port });
  const status = async () =>
    (await fetch(`http://127.0.0.1:${port}/admin/keys`, { headers: { authorization: `Bearer ${TOKEN}` } })).status;
  expect(await status()).toBe(200);
  await full.stop();
  await expect(status()).rejects.toThrow('fetch failed');
});

test.each([
  [{ ADMIN_TOKEN: 'x'.repeat(31) }, /ADMIN_TOKEN must be empty, or at least 32/],
  [{ ADMIN_TOKEN: `${'x'.repeat(40)} y` }, /ADMIN_TOKEN must be empty, or at least 32/],
  [{ ADMIN_TOKEN: TOKEN, ADMIN_PORT: '8080' }, /ADMIN_PORT must not be the port/],
  [{ ADMIN_TOKEN: TOKEN, ADMIN_PORT: '9464' }, /ADMIN_PORT must not be the port/],
])('the settings %j are refused at the start', (env, message) => {
  expect(() => loadConfig(env)).toThrow(message);
});
