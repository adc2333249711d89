import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { runEngraph, type RunningEngraph } from '../path/run-engraph.js';
import type { Client } from '../path/client.js';
import { until } from '../harness/until.js';
import { startTcpProxy } from '../harness/tcp-proxy.js';
import { accessibilityFaults, screenshot, startBrowser, type StudioBrowser } from './browser.js';

/** Memories in Chromium, on api and extractor with real Postgres; each test has its own scope. */
let engraph: RunningEngraph;
let browser: StudioBrowser;

beforeAll(async () => {
  engraph = await runEngraph('log');
  browser = await startBrowser();
});
afterAll(async () => {
  await browser.stop();
  await engraph.stop();
});

const TALK = [
  ['Ruth Weaver works at Acme Corp in Lisbon.', { speaker: 'Ruth', session: 'monday', tags: ['work'] }],
  ['My sister Clara Weaver moved to Oslo in May.', { speaker: 'Ruth', session: 'monday' }],
  ['I had lunch with Omar Haddad. He likes sailing.', { speaker: 'Ben', session: 'friday', metadata: { mood: 1 } }],
] as const;

async function withTalk(agent: string): Promise<Client & { readonly ids: readonly string[] }> {
  const client = await engraph.client('memories', agent);
  const ids: string[] = [];
  for (const [text, more] of TALK) ids.push(await client.remember(text, more));
  return { ...client, ids };
}

test('memories stand newest first, new ones appear by themselves, and forgotten ones go', async () => {
  const client = await withTalk('live');
  const { page, faults, close } = await browser.open(engraph.baseUrl, client.key);
  const rows = page.locator('.memory-text');
  await rows.nth(2).waitFor();
  expect(await rows.allTextContents()).toEqual(TALK.map(([text]) => text).reverse());

  const id = await client.remember('Nadia Kim bought a boat.');
  await page.getByText('Nadia Kim bought a boat.').waitFor();
  expect(await rows.first().textContent()).toBe('Nadia Kim bought a boat.');
  await client.delete('/v1/memories', { memory_id: id });
  await page.getByText('Nadia Kim bought a boat.').waitFor({ state: 'detached' });
  expect(faults).toEqual([]);
  await close();
});

test('a memory is found by a question, by the fields of the filter, and by its JSON', async () => {
  const { key } = await withTalk('search');
  const { page, close } = await browser.open(engraph.baseUrl, key);
  const rows = page.locator('.memory-text');
  const texts = async (count: number): Promise<string[]> => {
    await until(async () => (await rows.count()) === count, 30_000, `${count} memories`);
    return rows.allTextContents();
  };
  await texts(3);
  await page.getByLabel('Search').fill('Who likes sailing?');
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByText('Best first.').waitFor();
  expect(await rows.first().textContent()).toBe(TALK[2][0]);

  await page.getByRole('link', { name: 'Clear' }).click();
  await page.getByText('Filter', { exact: true }).click();
  await page.getByLabel('Speaker').fill('Ruth');
  await page.getByRole('button', { name: 'Search' }).click();
  expect(await texts(2)).toEqual([TALK[1][0], TALK[0][0]]);
  await page.getByLabel('Tags').fill('work');
  await page.getByRole('button', { name: 'Search' }).click();
  expect(await texts(1)).toEqual([TALK[0][0]]);

  await page.getByRole('link', { name: 'Clear' }).click();
  await texts(3);
  await page.getByText('Filter', { exact: true }).click();
  await page.getByLabel('More, as the JSON of a filter').fill('{"metadata": {"mood": 1}}');
  await page.getByRole('button', { name: 'Search' }).click();
  expect(await texts(1)).toEqual([TALK[2][0]]);
  await page.getByLabel('More, as the JSON of a filter').fill('{"metadata"');
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByText('The filter is no JSON object.').waitFor();
  await close();
});

test('a memory shows its words by mention, its stages, its facts, its session and its JSON', async () => {
  const client = await withTalk('detail');
  const { key, ids } = client;
  const { page, faults, close } = await browser.open(engraph.baseUrl, key);
  await page.getByText(TALK[0][0]).click();
  await page.locator('.marked .mention').first().waitFor();
  expect(page.url()).toContain(`#/memories/${ids[0] ?? ''}`);
  expect(await page.locator('.marked .mention').allTextContents()).toEqual(
    expect.arrayContaining(['Ruth Weaver', 'Acme Corp', 'Lisbon']),
  );
  await page.getByRole('row', { name: /^pattern pattern-\d+ done/ }).waitFor();
  await page.getByText('followed by →').waitFor();
  await page.getByRole('link', { name: TALK[1][0] }).first().waitFor();
  await page.getByText('Raw JSON').click();
  await page.getByRole('region', { name: 'JSON' }).getByText('"memory_id"').first().waitFor();

  const fact = page.locator('.fact-list > li', { hasText: 'works at' });
  await fact.getByRole('button', { name: 'Confirm' }).click();
  await fact.getByText('confirmed').waitFor();
  await fact.getByRole('button', { name: 'Retract' }).click();
  await fact.getByRole('button', { name: 'Retract it' }).click();
  await fact.waitFor({ state: 'detached' });

  await page.getByRole('button', { name: 'Forget this memory…' }).click();
  await page.getByRole('button', { name: 'Forget it' }).click();
  await page.getByText('This memory is forgotten').waitFor();
  expect((await client.get(`/v1/memories/${ids[0] ?? ''}`)).status).toBe(404);
  expect(faults).toEqual([]);
  await close();
});

test('a memory is changed: text, tags, metadata, expiry and pin', async () => {
  const client = await withTalk('edit');
  const id = client.ids[0] ?? '';
  const { page, faults, close } = await browser.open(engraph.baseUrl, client.key, `#/memories/${id}`);
  await page.getByRole('button', { name: 'Edit…' }).click();
  const form = page.getByRole('form', { name: 'Edit the memory' });
  expect(await form.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
  await form.getByLabel('Text').fill('Ruth Weaver works at Initech in Porto.');
  await form.getByLabel('Tags').fill('work, moved');
  await form.getByLabel('Metadata').fill('{"id": 9007199254740993');
  await form.getByText('The metadata is no JSON object.').waitFor();
  await form.getByLabel('Metadata').fill('{"id": 9007199254740993}');
  await form.getByRole('textbox', { name: 'Expires' }).fill('2031-02-03T04:05');
  await form.getByLabel('Pinned').check();
  await form.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('status').filter({ hasText: 'The memory is changed.' }).waitFor();
  await page.locator('.card > .marked .mention', { hasText: 'Initech' }).waitFor();
  const { body } = await client.get(`/v1/memories/${id}`);
  expect(body).toMatchObject({
    tags: ['work', 'moved'],
    pinned: true,
    version: 2,
    expires_at: expect.any(String),
  });
  expect(String(body.metadata.id)).toBe('9007199254740993');
  expect(faults).toEqual([]);
  await close();
});

test('what somebody else changed meanwhile is said and shown, and nothing typed is lost', async () => {
  const client = await withTalk('conflict');
  const id = client.ids[0] ?? '';
  const { page, close } = await browser.open(engraph.baseUrl, client.key, `#/memories/${id}`);
  await page.getByRole('button', { name: 'Edit…' }).click();
  const form = page.getByRole('form', { name: 'Edit the memory' });
  await form.getByLabel('Text').fill('Ruth Weaver works at Initech.');
  await page.reload();
  expect(await form.getByLabel('Text').inputValue()).toBe('Ruth Weaver works at Initech.');

  // The page hears of other changes by events; without them only the answer to its own change tells.
  await page.route('**/v1/events*', (route) => route.abort());
  await page.reload();
  await form.waitFor();
  await client.patch(`/v1/memories/${id}`, { text: 'Ruth Weaver works at Umbrella.', tags: ['theirs'] });
  await form.getByRole('button', { name: 'Save' }).click();
  const meanwhile = form.getByRole('status').filter({ hasText: 'Somebody else changed this memory meanwhile' });
  await meanwhile.getByText('Ruth Weaver works at Umbrella.').waitFor();
  expect((await client.get(`/v1/memories/${id}`)).body.text).toBe('Ruth Weaver works at Umbrella.');
  expect(await form.getByLabel('Text').inputValue()).toBe('Ruth Weaver works at Initech.');

  await meanwhile.getByRole('button', { name: 'Go on from version 2, with what I typed' }).click();
  expect(await form.getByLabel('Tags').inputValue()).toBe('theirs');
  await form.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('status').filter({ hasText: 'The memory is changed.' }).waitFor();
  const { text, tags, version } = (await client.get(`/v1/memories/${id}`)).body;
  expect([text, tags, version]).toEqual(['Ruth Weaver works at Initech.', ['theirs'], 3]);
  await close();
});

test('what is typed stays when the page is left, until it is thrown away or the key is forgotten', async () => {
  const client = await withTalk('draft');
  const { page, close } = await browser.open(engraph.baseUrl, client.key, `#/memories/${client.ids[0] ?? ''}`);
  await page.getByRole('button', { name: 'Edit…' }).click();
  const form = page.getByRole('form', { name: 'Edit the memory' });
  await form.getByLabel('Tags').fill('kept');
  await page.getByRole('link', { name: 'Entities', exact: true }).click();
  await page.goBack();
  expect(await form.getByLabel('Tags').inputValue()).toBe('kept');
  await form.getByRole('button', { name: 'Throw away what I typed' }).click();
  await page.getByRole('button', { name: 'Edit…' }).click();
  expect(await form.getByLabel('Tags').inputValue()).toBe('work');
  await form.getByLabel('Tags').fill('kept');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByLabel('API key').waitFor();
  expect(await page.evaluate('sessionStorage.length')).toBe(0);
  await close();
});

test('keys: a search, arrows in lists, and what Escape closes, all told by one of them', async () => {
  const client = await withTalk('keys');
  const { page, faults, close } = await browser.open(engraph.baseUrl, client.key);
  const focused = async (): Promise<unknown> => page.evaluate('document.activeElement.textContent');
  const focusIs = (text: string): Promise<boolean> =>
    until(async () => (await focused()) === text, 30_000, `focus of ${text}`);
  await page.getByText(TALK[0][0]).waitFor();
  await page.keyboard.press('/');
  expect(await page.getByLabel('Search').evaluate((field) => field === field.ownerDocument.activeElement)).toBe(true);
  await page.keyboard.type('who/?');
  expect(await page.getByLabel('Search').inputValue()).toBe('who/?');
  await page.keyboard.press('ArrowDown');
  await focusIs(TALK[2][0]);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await focusIs(TALK[1][0]);
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keyboard' });
  for (const key of ['/', '↓ ↑', 'Enter', 'Esc', '?']) await keys.getByText(key, { exact: true }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await keys.waitFor({ state: 'detached' });

  await page.getByText(TALK[0][0]).click();
  await page.getByRole('button', { name: /^Why/ }).first().click();
  const why = page.getByRole('region', { name: 'Why this is believed' });
  await why.waitFor();
  await page.keyboard.press('Escape');
  await why.waitFor({ state: 'detached' });
  await page.keyboard.press('/');
  await page.getByRole('heading', { name: 'Memories', level: 1 }).waitFor();
  await until(
    async () => (await page.evaluate('document.activeElement.type')) === 'search',
    30_000,
    'focus of the search',
  );
  expect(faults).toEqual([]);
  await close();
});

test('the keyboard goes on where it was: at the head of a memory, and at its link again', async () => {
  const client = await engraph.client('memories', 'keyboard');
  await client.remember('Priya Nair is allergic to latex.');
  const { page, close } = await browser.open(engraph.baseUrl, client.key);
  await page.getByText('1 memory', { exact: true }).waitFor();
  await page.locator('.memory-text').focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Memory', level: 1 }).waitFor();
  const focused = async (): Promise<unknown> => page.evaluate('document.activeElement.textContent');
  await until(async () => (await focused()) === 'Memory', 30_000, 'focus of the heading');
  await page.locator('.fact-list .fact').waitFor();
  expect((await page.locator('.fact-list .fact').allTextContents()).map((text) => text.trim())).toEqual([
    'Priya Nair is allergic to latex',
  ]);
  await page.goBack();
  await until(async () => (await focused()) === 'Priya Nair is allergic to latex.', 30_000, 'focus of the link');
  await close();
});

test('a text is text, whatever stands in it', async () => {
  const client = await engraph.client('memories', 'hostile');
  const script = `<img src=x onerror="document.title='owned'"><script>document.title='owned'</script> Eve Moss lives in Rome.`;
  await client.remember(script, { speaker: '<b>Eve</b>', tags: ['<i>t</i>'], metadata: { '<u>k</u>': '<s>v</s>' } });
  await client.remember('\u202Egnihtemos\u202C says Ru\u200Bth to מרים כהן.', { speaker: 'Ru\u200Bth' });
  const { page, faults, close } = await browser.open(engraph.baseUrl, client.key);
  await page.getByText('U+200B').first().waitFor();
  await page.getByText('U+202E').first().waitFor();
  await page.getByText(script).click();
  await page.locator('.marked', { hasText: '<script>' }).waitFor();
  await page.getByText('Raw JSON').click();
  for (const tag of ['img', 'script:not([src])', 'b', 'i', 'u', 's'])
    expect(await page.locator(`main ${tag}`).count()).toBe(0);
  expect(await page.title()).toBe('Memories · Engraph studio');
  expect(faults).toEqual([]);
  await close();
});

test('what is typed stays while the service is away, and a search is made when it is back', async () => {
  const { key } = await withTalk('away');
  const proxy = await startTcpProxy(engraph.baseUrl);
  const { page, close } = await browser.open(proxy.url, key);
  await page.getByText(TALK[0][0]).waitFor();
  proxy.refuse();
  await page.getByLabel('Search').fill('Where does Ruth work?');
  await page.getByRole('button', { name: 'Search' }).click();
  await page.locator('.banners').getByText('The service does not answer').waitFor();
  expect(await page.getByLabel('Search').inputValue()).toBe('Where does Ruth work?');
  proxy.accept();
  await page.getByText('Best first.').waitFor();
  await page.getByText('The service does not answer').first().waitFor({ state: 'detached' });
  await close();
  await proxy.stop();
});

test('a key without the permission to read is told so', async () => {
  const { key } = await engraph.client('memories', 'blind', ['encode']);
  const { page, close } = await browser.open(engraph.baseUrl, key);
  await page.getByText('Your key may not do this').first().waitFor();
  await page.getByText('this key does not have the permission recall').first().waitFor();
  await close();
});

test('axe finds nothing in either theme, and nothing is wider than a narrow window', async () => {
  const { key, ids } = await withTalk('looks');
  for (const theme of ['light', 'dark'] as const)
    for (const width of [390, 1280]) {
      const { page, close } = await browser.open(engraph.baseUrl, key, '', { theme, width });
      await page.getByText(TALK[0][0]).waitFor();
      await screenshot(page, `memories-${theme}-${width}`);
      expect(await accessibilityFaults(page)).toEqual([]);
      await page.goto(`${engraph.baseUrl}/v1/studio/#/memories/${ids[0] ?? ''}`);
      await page.locator('.marked .mention').first().waitFor();
      await page.getByRole('button', { name: 'Edit…' }).click();
      await page.getByRole('button', { name: /^Why/ }).first().click();
      await page.locator('mark').first().waitFor();
      await screenshot(page, `memory-${theme}-${width}`);
      expect(await accessibilityFaults(page)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      await close();
    }
});
