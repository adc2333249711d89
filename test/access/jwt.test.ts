import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { exportJWK, generateKeyPair, jwtVerify, SignJWT, UnsecuredJWT } from 'jose';
import { keysAtUrl } from '#access/jwt-keys.js';
import { loadConfig } from '#config/load-config.js';
import { until } from '../harness/until.js';
import { createClient } from '../path/client.js';
import { runEngraph, type RunningEngraph } from '../path/run-engraph.js';
import { AUDIENCE, inSeconds, ISSUER, startJwtIssuer, type JwtIssuer } from './jwt-issuer.js';

const SCOPE = { namespace: 'jwt', agent: 'ours' };
const ALL = ['encode', 'recall', 'forget'];

let issuer: JwtIssuer;
let engraph: RunningEngraph;

beforeAll(async () => {
  issuer = await startJwtIssuer();
  engraph = await runEngraph('log', {
    ...{ EXTRACTION: 'off', JWT_JWKS_URL: issuer.url, JWT_ISSUER: ISSUER, JWT_AUDIENCE: AUDIENCE },
    ...{ JWT_NAMESPACES: 'jwt,team-*' },
  });
});
afterAll(async () => {
  await engraph.stop();
  await issuer.stop();
});

/** Status of whoami with a bearer token. */
async function statusOf(token: string): Promise<number> {
  const response = await fetch(`${engraph.baseUrl}/v1/whoami`, { headers: { authorization: `Bearer ${token}` } });
  return response.status;
}

test('a token names its scope and permissions, and its writes are those of an API key of that scope', async () => {
  const token = await issuer.sign({ ...SCOPE, permissions: ALL });
  const bearer = createClient(engraph.baseUrl, token);
  const apiKey = await engraph.client(SCOPE.namespace, SCOPE.agent);
  const who = (await bearer.get('/v1/whoami')).body;
  expect(who).toEqual({
    ...{ identity: 'user-1', ...SCOPE, auth: 'jwt' },
    agent_id: (await apiKey.get('/v1/whoami')).body.agent_id,
    permissions: {
      ...{ can_encode: true, can_recall: true, can_forget: true },
      ...{ can_plan: false, can_reason: false, can_admin: false },
    },
  });
  const { memory_id } = (await bearer.post('/v1/memories', { text: 'by token' })).body as { memory_id: string };
  expect((await apiKey.get('/v1/memories')).body.items[0].memory_id).toBe(memory_id);
});

test('both headers take a token, and are refused when they disagree', async () => {
  const token = await issuer.sign({ ...SCOPE });
  const whoami = (headers: Record<string, string>) => fetch(`${engraph.baseUrl}/v1/whoami`, { headers });
  expect((await whoami({ 'x-api-key': token })).status).toBe(200);
  expect((await whoami({ 'x-api-key': token, authorization: `Bearer ${token}` })).status).toBe(200);
  const other = await issuer.sign({ ...SCOPE, sub: 'user-2' });
  expect((await whoami({ 'x-api-key': other, authorization: `Bearer ${token}` })).status).toBe(401);
});

test('a scope that nobody used before is registered by its first token', async () => {
  const client = createClient(engraph.baseUrl, await issuer.sign({ namespace: 'jwt', agent: 'new', permissions: ALL }));
  expect((await client.post('/v1/memories', { text: 'first' })).status).toBe(200);
  expect((await client.get('/v1/memories')).body.items).toHaveLength(1);
});

test('permissions are a list or names with blanks between; others are refused what they may not do', async () => {
  for (const permissions of [['recall'], 'openid recall', ['recall', 7, 'root']]) {
    const client = createClient(engraph.baseUrl, await issuer.sign({ ...SCOPE, permissions }));
    expect((await client.get('/v1/memories')).status).toBe(200);
    expect((await client.post('/v1/memories', { text: 'a' })).status).toBe(403);
  }
  for (const permissions of [undefined, null, { recall: true }, 'recalls']) {
    const client = createClient(engraph.baseUrl, await issuer.sign({ ...SCOPE, permissions }));
    expect((await client.get('/v1/memories')).status).toBe(403);
  }
});

test('a token of a usual type, for any namespace of its issuer, is taken', async () => {
  for (const typ of ['JWT', 'at+jwt', 'application/at+JWT', undefined])
    expect([typ, await statusOf(await issuer.sign({ ...SCOPE }, { typ }))]).toEqual([typ, 200]);
  expect(await statusOf(await issuer.sign({ ...SCOPE, namespace: 'team-a' }))).toBe(200);
});

test('where only access tokens are taken, one without a type is not', async () => {
  const only = { EXTRACTION: 'off', JWT_JWKS_URL: issuer.url, JWT_ISSUER: ISSUER, JWT_AUDIENCE: AUDIENCE };
  const strict = await runEngraph('log', { ...only, JWT_NAMESPACES: '*', JWT_TYPES: 'at+jwt' });
  const status = async (typ: string | undefined) =>
    (await createClient(strict.baseUrl, await issuer.sign({ ...SCOPE }, { typ })).get('/v1/whoami')).status;
  try {
    expect([await status('at+jwt'), await status('JWT'), await status(undefined)]).toEqual([200, 401, 401]);
  } finally {
    await strict.stop();
  }
});

describe('a token is not taken', () => {
  test('without a signature', async () => {
    const claims = { iss: ISSUER, aud: AUDIENCE, sub: 'user-1', exp: inSeconds(60), ...SCOPE };
    expect(await statusOf(new UnsecuredJWT(claims).encode())).toBe(401);
    const [header = '', payload = ''] = (await issuer.sign({ ...SCOPE })).split('.');
    expect(await statusOf(`${header}.${payload}.`)).toBe(401);
  });

  test('with a shared secret for a signature, also where that is the public key', async () => {
    const secrets = [JSON.stringify(issuer.publicKey()), issuer.publicKey().n ?? ''];
    for (const secret of secrets) {
      const forged = await new SignJWT({ iss: ISSUER, aud: AUDIENCE, sub: 'a', exp: inSeconds(60), ...SCOPE })
        .setProtectedHeader({ alg: 'HS256', kid: issuer.publicKey().kid ?? '' })
        .sign(new TextEncoder().encode(secret));
      expect(await statusOf(forged)).toBe(401);
    }
  });

  test('with another key, though it brings that key along or says where it is', async () => {
    const { privateKey, publicKey } = await generateKeyPair('RS256');
    const jwk = await exportJWK(publicKey);
    const fetches = issuer.fetches();
    for (const header of [{ jwk }, { jku: `${issuer.url}?evil` }, { x5u: issuer.url }, {}]) {
      const forged = await new SignJWT({ iss: ISSUER, aud: AUDIENCE, sub: 'a', exp: inSeconds(60), ...SCOPE })
        .setProtectedHeader({ alg: 'RS256', kid: issuer.publicKey().kid ?? '', ...header })
        .sign(privateKey);
      expect(await statusOf(forged)).toBe(401);
    }
    expect(issuer.fetches()).toBe(fetches);
  });

  test.each(['../../etc/passwd', 'http://127.0.0.1/', "' OR 1=1", 'x'.repeat(2_000), ''])(
    'with the key id %j',
    async (kid) => {
      expect(await statusOf(await issuer.sign({ ...SCOPE }, { kid }))).toBe(401);
    },
  );

  test.each([
    ['another issuer', { iss: 'https://other.test' }],
    ['no issuer', { iss: undefined }],
    ['another audience', { aud: 'someone else' }],
    ['no audience', { aud: undefined }],
    ['no subject', { sub: undefined }],
    ['an empty subject', { sub: '' }],
    ['a subject that is a number', { sub: 7 }],
    ['no expiry', { exp: undefined }],
    ['an expiry that is past', { exp: inSeconds(-60) }],
    ['a beginning that is yet to come', { nbf: inSeconds(600) }],
    ['no namespace', { namespace: undefined }],
    ['an agent that is a number', { agent: 7 }],
    ['an empty namespace', { namespace: '' }],
    ['a namespace with a line break', { namespace: 'jwt\nb' }],
    ['a namespace that is not of its issuer', { namespace: 'others' }],
    ['a namespace that begins like one of its issuer', { namespace: 'jwt-2' }],
    ['no time of issue', { iat: undefined }],
    ['a time of issue that is no number', { iat: 'now' }],
    ['a time of issue that is yet to come', { iat: inSeconds(600) }],
    ['a longer life than any may have', { iat: inSeconds(-60), exp: inSeconds(86_400) }],
    ['an agent that is too long', { agent: 'x'.repeat(256) }],
  ])('with %s', async (_, claims) => {
    expect(await statusOf(await issuer.sign({ ...SCOPE, ...claims }))).toBe(401);
  });

  test.each(['dpop+jwt', 'logout+jwt', 'secevent+jwt', ''])('of the type %j', async (typ) => {
    expect(await statusOf(await issuer.sign({ ...SCOPE }, { typ }))).toBe(401);
  });

  test('that was changed after it was signed', async () => {
    const [header = '', , signature = ''] = (await issuer.sign({ ...SCOPE })).split('.');
    const claims = { iss: ISSUER, aud: AUDIENCE, sub: 'user-1', exp: inSeconds(60), ...SCOPE, agent: 'theirs' };
    const payload = Buffer.from(JSON.stringify(claims)).toString('base64url');
    expect(await statusOf(`${header}.${payload}.${signature}`)).toBe(401);
    expect(await statusOf('a.b.c')).toBe(401);
    expect(await statusOf('..')).toBe(401);
  });

  test('once it has expired, though it was taken just before', async () => {
    // With the tolerance of five seconds the token is valid for less than one more, which may pass before it is sent.
    const { token, exp } = await until(async () => {
      const exp = inSeconds(-4);
      const token = await issuer.sign({ ...SCOPE, exp });
      return (await statusOf(token)) === 200 && { token, exp };
    });
    await until(() => Promise.resolve(Date.now() >= (exp + 5) * 1_000));
    expect(await statusOf(token)).toBe(401);
  });
});

test('keys of an issuer out of reach are a fault of the service, not of the token, and API keys go on', async () => {
  const gone = await startJwtIssuer();
  const token = await gone.sign({ ...SCOPE });
  await gone.stop();
  const other = await runEngraph('log', {
    ...{ EXTRACTION: 'off', JWT_JWKS_URL: gone.url, JWT_ISSUER: ISSUER, JWT_AUDIENCE: AUDIENCE },
    ...{ JWT_NAMESPACES: '*' },
  });
  try {
    const answer = await createClient(other.baseUrl, token).get('/v1/whoami');
    expect([answer.status, answer.body.error.code]).toEqual([503, 'engine.unavailable']);
    expect(answer.headers.get('retry-after')).not.toBeNull();
    expect((await (await other.client('jwt', 'key')).get('/v1/whoami')).body.auth).toBe('api_key');
  } finally {
    await other.stop();
  }
});

test('keys of a file are taken, and taken anew when the file changes', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'engraph-jwks-'));
  const file = join(folder, 'jwks.json');
  const publish = () => writeFile(file, JSON.stringify({ keys: [issuer.publicKey()] }));
  await publish();
  const settings = { EXTRACTION: 'off', JWT_JWKS_FILE: file, JWT_ISSUER: ISSUER, JWT_AUDIENCE: AUDIENCE };
  const other = await runEngraph('log', { ...settings, JWT_NAMESPACES: '*' });
  try {
    const whoami = async (token: string) => (await createClient(other.baseUrl, token).get('/v1/whoami')).status;
    expect(await whoami(await issuer.sign({ ...SCOPE }))).toBe(200);
    const old = await issuer.sign({ ...SCOPE, sub: 'not sent before' });
    await issuer.rotate();
    const fresh = await issuer.sign({ ...SCOPE, sub: 'after' });
    expect(await whoami(fresh)).toBe(401);
    await publish();
    expect(await whoami(await issuer.sign({ ...SCOPE, sub: 'after the file' }))).toBe(200);
    expect(await whoami(old)).toBe(401);
  } finally {
    await other.stop();
    await rm(folder, { recursive: true, force: true });
  }
});

test('a token signed by an algorithm that is not on the list is not taken', async () => {
  const only = { EXTRACTION: 'off', JWT_JWKS_URL: issuer.url, JWT_ISSUER: ISSUER, JWT_AUDIENCE: AUDIENCE };
  const strict = await runEngraph('log', { ...only, JWT_NAMESPACES: '*', JWT_ALGORITHMS: 'ES256' });
  try {
    const token = await issuer.sign({ ...SCOPE });
    expect((await createClient(strict.baseUrl, token).get('/v1/whoami')).status).toBe(401);
  } finally {
    await strict.stop();
  }
});

test.each([
  [{ JWT_ALGORITHMS: 'none' }, /JWT_ALGORITHMS must be one of/],
  [{ JWT_ALGORITHMS: 'RS256,HS256' }, /JWT_ALGORITHMS must be one of/],
  [{ JWT_ISSUER: '' }, /JWT_ISSUER is required/],
  [{ JWT_AUDIENCE: '' }, /JWT_AUDIENCE is required/],
  [{ JWT_NAMESPACES: '' }, /JWT_NAMESPACES is required/],
  [{ JWT_MAX_LIFETIME_S: '0' }, /JWT_MAX_LIFETIME_S must be/],
  [{ JWT_JWKS_FILE: 'keys.json' }, /exclude each other/],
  [{ JWT_JWKS_URL: 'file:///etc/keys' }, /JWT_JWKS_URL must be a URL/],
  [{ JWT_JWKS_URL: 'http://issuer.test/keys' }, /JWT_JWKS_URL must be https off this machine/],
  [{ JWT_JWKS_URL: 'http://127.0.0.1.issuer.test/keys' }, /JWT_JWKS_URL must be https off this machine/],
])('the settings %j are refused at the start', (change, message) => {
  const whole = { JWT_JWKS_URL: issuer.url, JWT_ISSUER: ISSUER, JWT_AUDIENCE: AUDIENCE, JWT_NAMESPACES: 'jwt' };
  expect(() => loadConfig(whole)).not.toThrow();
  expect(() => loadConfig({ ...whole, ...change })).toThrow(message);
});

test('keys at a URL are fetched again for a key id that is new, and not for every token', async () => {
  const keys = keysAtUrl(issuer.url, { cooldown: 0 });
  const verify = async (token: string) => (await jwtVerify(token, keys)).payload.sub;
  const old = await issuer.sign({ sub: 'old' });
  expect(await verify(old)).toBe('old');
  const fetches = issuer.fetches();
  expect(await verify(await issuer.sign({ sub: 'same key' }))).toBe('same key');
  expect(issuer.fetches()).toBe(fetches);
  await issuer.rotate();
  expect(await verify(await issuer.sign({ sub: 'new' }))).toBe('new');
  await expect(verify(old)).rejects.toMatchObject({ code: 'ERR_JWKS_NO_MATCHING_KEY' });
});

test('without an issuer a token is an unknown key', async () => {
  const plain = await runEngraph('log', { EXTRACTION: 'off' });
  try {
    expect((await createClient(plain.baseUrl, await issuer.sign({ ...SCOPE })).get('/v1/whoami')).status).toBe(401);
  } finally {
    await plain.stop();
  }
});
