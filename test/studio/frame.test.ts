import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { query } from '../harness/postgres.js';
import { testDatabase } from '../harness/services.js';
import { startTcpProxy, type TcpProxy } from '../harness/tcp-proxy.js';
import { startReplica, type ApiReplica } from '../http/api-replica.js';
import { accessibilityFaults, screenshot, startBrowser, type StudioBrowser } from './browser.js';

/** The frame of studio in Chromium: the key, the themes, and a service that goes and comes back. */
let databaseUrl: string;
let api: ApiReplica;
let proxy: TcpProxy;
let browser: StudioBrowser;
let now = 1;

beforeAll(async () => {
  databaseUrl = await testDatabase();
  api = await startReplica(databaseUrl, {}, { elapsed: () => now });
  proxy = await startTcpProxy(api.baseUrl);
  browser = await startBrowser();
});
afterAll(async () => {
  await browser.stop();
  await proxy.stop();
  await api.stop();
});

async function newKey(agent: string): Promise<string> {
  return (await api.client('studio', agent)).key;
}

test('a key is asked for once, kept by the tab alone, and never in an address', async () => {
  const key = await newKey('once');
  const { page, faults, close } = await browser.open(api.baseUrl, null, '#/entities');
  await page.getByLabel('API key').fill('ek_wrong');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('The service does not know this key').waitFor();
  expect(await page.getByLabel('API key').inputValue()).toBe('ek_wrong');

  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.getByLabel('API key').fill(key);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Entities', level: 1 }).waitFor();
  await page.getByText('studio / once').waitFor();
  await page.reload();
  await page.getByText('studio / once').waitFor();
  expect(asked.filter((url) => url.includes(key))).toEqual([]);
  expect(page.url()).not.toContain(key);
  expect(await page.evaluate('JSON.stringify(localStorage)')).not.toContain(key);

  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByLabel('API key').waitFor();
  expect(await page.evaluate('JSON.stringify(sessionStorage)')).not.toContain(key);
  expect(faults).toEqual([]);
  await close();
});

test('a key that is revoked while one looks is said, and the page stays behind the question for another', async () => {
  const client = await api.client('studio', 'revoked');
  const { page, close } = await browser.open(api.baseUrl, client.key);
  await page.getByText('studio / revoked').waitFor();
  await query(databaseUrl, `UPDATE api_keys SET revoked_at = now() WHERE key_id = '${client.keyId}'`);
  now += 3_600_000;
  await page.getByRole('link', { name: 'Recall' }).click();
  await page.reload();
  const dialog = page.getByRole('dialog', { name: 'Sign in again' });
  await dialog.getByText('Your key no longer counts').waitFor();
  await dialog.getByLabel('API key').fill(await newKey('revoked'));
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('heading', { name: 'Recall', level: 1 }).waitFor();
  await close();
});

test('a service that goes is said until it comes back', async () => {
  const { page, close } = await browser.open(proxy.url, await newKey('away'));
  await page.getByText('studio / away').waitFor();
  proxy.refuse();
  await page.evaluate(`fetch('/v1/whoami').catch(() => undefined)`);
  await page.getByRole('link', { name: 'Graph', exact: true }).click();
  await page.getByText('The service does not answer').waitFor();
  proxy.accept();
  await page.getByText('The service does not answer').waitFor({ state: 'detached' });
  await page.getByRole('heading', { name: 'Graph', level: 1 }).waitFor();
  await close();
});

test('the first stop of the keyboard leads to the content, on the page that is shown', async () => {
  const { page, close } = await browser.open(api.baseUrl, await newKey('keyboard'), '#/entities');
  await page.getByRole('heading', { name: 'Entities', level: 1 }).waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  expect(await page.evaluate('document.activeElement.id')).toBe('main');
  expect(page.url()).toMatch(/#\/entities$/);
  await page.getByRole('heading', { name: 'Entities', level: 1 }).waitFor();
  await close();
});

test.each(['light', 'dark'] as const)('axe finds nothing in the frame, %s', async (theme) => {
  for (const [name, key] of [
    ['sign-in', null],
    ['frame', await newKey('axe')],
  ] as const) {
    const { page, faults, close } = await browser.open(api.baseUrl, key, '', { theme });
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await screenshot(page, `${name}-${theme}`);
    expect(faults).toEqual([]);
    await close();
  }
});
