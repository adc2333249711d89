import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { startReplica, type ApiReplica } from '../http/api-replica.js';
import { rawRequest } from '../http/raw-request.js';
import { testDatabase } from '../harness/services.js';

const BUILT = 'dist/apps/studio';
const files = readdirSync(BUILT);

let api: ApiReplica;
let without: ApiReplica;

beforeAll(async () => {
  const databaseUrl = await testDatabase();
  [api, without] = [await startReplica(databaseUrl), await startReplica(databaseUrl, { STUDIO: 'off' })];
});
afterAll(async () => {
  await api.stop();
  await without.stop();
});

const get = (path: string, init: RequestInit = {}) => fetch(`${api.baseUrl}${path}`, { redirect: 'manual', ...init });

test('the page and its files are served without a key, under a policy that allows nothing from elsewhere', async () => {
  for (const file of ['', ...files]) {
    const answer = await get(`/v1/studio/${file}`);
    expect([file, answer.status]).toEqual([file, 200]);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-security-policy':
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; " +
        "worker-src 'self'; base-uri 'none'; frame-ancestors 'none'; form-action 'none'",
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    });
    const built = readFileSync(`${BUILT}/${file || 'index.html'}`);
    expect(Buffer.from(await answer.arrayBuffer()).equals(built)).toBe(true);
  }
});

test('files are compressed where the browser says so, and kept for ever where their name has their hash', async () => {
  const [script = ''] = files.filter((file) => file.endsWith('.js'));
  const answer = await get(`/v1/studio/${script}`);
  expect(answer.headers.get('content-encoding')).toBe('gzip');
  expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  const plain = await get(`/v1/studio/${script}`, { headers: { 'accept-encoding': 'identity' } });
  expect(plain.headers.get('content-encoding')).toBeNull();
  const page = await get('/v1/studio/');
  expect(page.headers.get('cache-control')).toBe('no-cache');
});

test('the address without a slash leads to the one with it, behind any prefix', async () => {
  const answer = await get('/v1/studio');
  expect([answer.status, answer.headers.get('location')]).toEqual([308, 'studio/']);
});

test.each([
  '/v1/studio/../../../package.json',
  '/v1/studio/..%2f..%2f..%2fpackage.json',
  '/v1/studio/%2e%2e/api/src/main.js',
  '/v1/studio/..%5c..%5cpackage.json',
  '/v1/studio//etc/passwd',
  '/v1/studio/index.html%00.js',
  '/v1/studio/no-such-file.js',
  '/v1/studio/__proto__',
])('nothing beside its files is served: %s', async (path) => {
  const answer = await rawRequest(api.port, [`GET ${path} HTTP/1.1`, 'Host: a']);
  expect([answer.status, answer.code]).toEqual([404, 'not_found']);
});

test('with STUDIO=off there is no studio', async () => {
  for (const path of ['/v1/studio', '/v1/studio/', '/v1/studio/index.html'])
    expect((await fetch(`${without.baseUrl}${path}`)).status).toBe(404);
});

test('all of studio is below 200 kB, compressed', () => {
  const bytes = files
    .filter((file) => /\.(js|css|html|svg)$/.test(file))
    .map((file) => gzipSync(readFileSync(`${BUILT}/${file}`)).length);
  expect(bytes.reduce((sum, one) => sum + one, 0)).toBeLessThan(200_000);
});

test('the licences of what is bundled are served with it', async () => {
  const text = await (await get('/v1/studio/licenses.md')).text();
  for (const name of ['preact', '@preact/signals', 'lossless-json', 'sigma', 'graphology-layout-forceatlas2'])
    expect(text).toContain(name);
});
