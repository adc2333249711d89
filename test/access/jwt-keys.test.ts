import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { jwtVerify, type JWTVerifyGetKey } from 'jose';
import { until } from '../harness/until.js';
import { keysAtUrl, keysInFile } from '#access/jwt-keys.js';
import { JwtVerifier } from '#access/jwt.js';
import { AUDIENCE, ISSUER, startJwtIssuer, type JwtIssuer } from './jwt-issuer.js';

const trueNow = Date.now.bind(Date);
let folder: string;
const issuers: JwtIssuer[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'engraph-keys-'));
});
afterAll(async () => {
  await Promise.all(issuers.map((issuer) => issuer.stop()));
  await rm(folder, { recursive: true });
});

afterEach(() => {
  Date.now = trueNow;
});

async function newIssuer(): Promise<JwtIssuer> {
  const issuer = await startJwtIssuer();
  issuers.push(issuer);
  return issuer;
}

const subjectOf = async (token: string, keys: JWTVerifyGetKey) => (await jwtVerify(token, keys)).payload.sub;

test('a token that names no key is tried with each that is published', async () => {
  const issuer = await newIssuer();
  const byFirst = await issuer.sign({ namespace: 'a', agent: 'b', sub: 'first' }, { kid: undefined });
  await issuer.rotate({ keepsOld: true });
  const bySecond = await issuer.sign({ namespace: 'a', agent: 'b', sub: 'second' }, { kid: undefined });
  const stranger = await (await newIssuer()).sign({ namespace: 'a', agent: 'b' }, { kid: undefined });
  const options = {
    ...{ jwksUrl: issuer.url, jwksFile: '', issuer: ISSUER, audience: AUDIENCE, algorithms: ['RS256'] },
    ...{ longestLifetimeSeconds: 86_400, types: ['jwt'], namespaces: ['*'] },
    ...{ clockToleranceSeconds: 0, namespaceClaim: 'namespace', agentClaim: 'agent', permissionsClaim: 'permissions' },
  };
  const verifier = new JwtVerifier(options, () => new Date());
  expect((await verifier.verify(byFirst))?.subject).toBe('first');
  expect((await verifier.verify(bySecond))?.subject).toBe('second');
  expect(await verifier.verify(stranger)).toBeNull();
});

test('keys that were read are used on while their issuer is away, for a time, and unknown ones are no verdict', async () => {
  const issuer = await newIssuer();
  const times = { maxAge: 0, cooldown: 0, pause: 0 };
  const [keys, impatient] = [keysAtUrl(issuer.url, times), keysAtUrl(issuer.url, { ...times, maxStale: -1 })];
  const token = await issuer.sign({ sub: 'known' });
  expect([await subjectOf(token, keys), await subjectOf(token, impatient)]).toEqual(['known', 'known']);
  issuer.answers = false;
  expect(await subjectOf(token, keys)).toBe('known');
  await expect(subjectOf(token, impatient)).rejects.toMatchObject({ name: 'JwtKeysUnavailable' });
  await issuer.rotate();
  const fresh = await issuer.sign({ sub: 'new' });
  await expect(subjectOf(fresh, keys)).rejects.toMatchObject({ name: 'JwtKeysUnavailable' });
  issuer.answers = true;
  expect(await subjectOf(fresh, keys)).toBe('new');
  await expect(subjectOf(token, keys)).rejects.toMatchObject({ code: 'ERR_JWKS_NO_MATCHING_KEY' });
});

test('an issuer that is away is asked once in a while, and its absence is measured from the first failure', async () => {
  const issuer = await newIssuer();
  issuer.answers = false;
  const keys = keysAtUrl(issuer.url, { pause: 60_000 });
  const token = await issuer.sign({ sub: 'known' });
  const awayMs = async (): Promise<number> =>
    subjectOf(token, keys).then(
      () => -1,
      (error: unknown) => (error as { awayMs: number }).awayMs,
    );
  expect(await awayMs()).toBeLessThan(1_000);
  const deadline = Date.now() + 5_000;
  while ((await awayMs()) < 20) expect(Date.now()).toBeLessThan(deadline);
  expect(issuer.fetches()).toBe(1);
});

test('a file of keys that is half-written or gone leaves those that it had, for a time', async () => {
  const issuer = await newIssuer();
  const file = join(folder, 'jwks.json');
  const whole = JSON.stringify({ keys: [issuer.publicKey()] });
  await writeFile(file, whole);
  const [keys, impatient] = [keysInFile(file), keysInFile(file, { maxStale: -1 })];
  const token = await issuer.sign({ sub: 'known' });
  expect([await subjectOf(token, keys), await subjectOf(token, impatient)]).toEqual(['known', 'known']);
  for (const spoil of [() => writeFile(file, whole.slice(0, 40)), () => writeFile(file, '{}'), () => rm(file)]) {
    await spoil();
    expect(await subjectOf(token, keys)).toBe('known');
    await expect(subjectOf(token, impatient)).rejects.toMatchObject({ name: 'JwtKeysUnavailable' });
  }
  await issuer.rotate();
  await writeFile(file, JSON.stringify({ keys: [issuer.publicKey()] }));
  expect(await subjectOf(await issuer.sign({ sub: 'new' }), keys)).toBe('new');
});

const HOUR_MS = 3_600_000;

/** Replaces Date.now. */
function setClock(offsetMs: number): void {
  Date.now = () => trueNow() + offsetMs;
}

test('a clock that is set back does not keep removed keys', async () => {
  const issuer = await newIssuer();
  const keys = keysAtUrl(issuer.url, { maxAge: 20 });
  const token = await issuer.sign({ sub: 'known' });
  expect(await subjectOf(token, keys)).toBe('known');
  await issuer.rotate();
  setClock(-HOUR_MS);
  const isRefused = () =>
    subjectOf(token, keys).then(
      () => false,
      (error: unknown) => (error as { code: string }).code === 'ERR_JWKS_NO_MATCHING_KEY',
    );
  expect(await until(isRefused, 10_000, 'the next fetch')).toBe(true);
});

test('a clock that is set forward does not end the use of keys whose issuer is away', async () => {
  const issuer = await newIssuer();
  const file = join(folder, 'kept.json');
  await writeFile(file, JSON.stringify({ keys: [issuer.publicKey()] }));
  const [fetched, read] = [keysAtUrl(issuer.url), keysInFile(file)];
  const token = await issuer.sign({ sub: 'known' });
  expect([await subjectOf(token, fetched), await subjectOf(token, read)]).toEqual(['known', 'known']);
  issuer.answers = false;
  await rm(file);
  setClock(2 * HOUR_MS);
  expect([await subjectOf(token, fetched), await subjectOf(token, read)]).toEqual(['known', 'known']);
});
