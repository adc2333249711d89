import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { until } from '../harness/until.js';
import type { Client } from '../path/client.js';
import { runEngraph, type RunningEngraph } from '../path/run-engraph.js';
import { accessibilityFaults, screenshot, startBrowser, type StudioBrowser } from './browser.js';

/** Entities in Chromium, on api and extractor with real Postgres; each test has its own scope. */
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
  ['Maria Silva works at Acme Corp in Lisbon.', '2026-01-10T09:00:00Z'],
  ['Maria Silva now works at Initech Ltd.', '2026-05-04T09:00:00Z'],
  ['Maria Silva likes sailing. She lives in Porto.', '2026-06-01T09:00:00Z'],
  ['Maria Costa lives in Oslo.', '2026-06-02T09:00:00Z'],
] as const;

async function withTalk(agent: string): Promise<Client> {
  const client = await engraph.client('entities', agent);
  for (const [text, occurred_at] of TALK) await client.remember(text, { occurred_at });
  return client;
}

const at = (day: string): { occurred_at: string } => ({ occurred_at: `${day}T09:00:00Z` });

async function idOf(client: Client, prefix: string): Promise<string> {
  return (await client.get(`/v1/entities?prefix=${encodeURIComponent(prefix)}`)).body.entities[0].entity_id as string;
}

test('an entity is found by any word of its name and by its type', async () => {
  const { key } = await withTalk('search');
  const { page, faults, close } = await browser.open(engraph.baseUrl, key, '#/entities');
  const rows = page.locator('tbody tr');
  await page.getByRole('link', { name: 'Maria Silva' }).waitFor();
  await page.getByLabel('Name, by any of its words').fill('maria');
  await until(async () => (await rows.count()) === 2, 30_000, 'two of the name');
  await page.getByLabel('Name, by any of its words').fill('silv');
  await until(async () => (await rows.count()) === 1, 30_000, 'one of the second word');
  expect(page.url()).toContain('name=silv');
  await page.reload();
  await page.getByRole('link', { name: 'Maria Silva' }).waitFor();
  expect(await rows.count()).toBe(1);
  await page.getByLabel('Name, by any of its words').fill('');
  await page.getByLabel('Type').selectOption({ label: 'place' });
  await page.getByRole('link', { name: 'Maria Silva' }).waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Oslo' }).waitFor();
  expect(faults).toEqual([]);
  await close();
});

test('an entity shows what held when, the words behind it, and what is decided about it', async () => {
  const client = await withTalk('timeline');
  const { page, faults, close } = await browser.open(engraph.baseUrl, client.key, '#/entities');
  await page.getByRole('link', { name: 'Maria Silva' }).click();
  await page.getByRole('heading', { name: /Maria Silva/, level: 1 }).waitFor();
  const acme = page.getByRole('row', { name: /Acme Corp/ });
  await acme.getByText('2026-01-10').first().waitFor();
  await acme.getByText('2026-05-04').first().waitFor();
  const initech = page.getByRole('row', { name: /Initech/ });
  await initech.getByText('now').waitFor();
  await page.getByText(TALK[2][0]).waitFor();

  await initech.getByRole('button', { name: 'Confirm' }).click();
  await initech.getByText('confirmed').waitFor();
  const retract = initech.getByRole('button', { name: 'Retract:' });
  await retract.click();
  await initech.getByRole('button', { name: 'Cancel' }).click();
  expect(await page.evaluate('document.activeElement.ariaLabel')).toMatch(/^Retract: Maria Silva works at Initech/);
  await retract.click();
  await initech.getByRole('button', { name: 'Retract it' }).click();
  await initech.waitFor({ state: 'detached' });
  const done = page.getByRole('status').filter({ hasText: 'Retracted: “Maria Silva works at Initech' });
  await done.getByRole('button', { name: 'Undo' }).click();
  await initech.getByText('confirmed').waitFor();
  await acme.getByRole('button', { name: /^Why/ }).click();
  const why = page.getByRole('region', { name: 'Why this is believed' });
  await why.locator('mark', { hasText: 'Acme Corp' }).waitFor();
  expect(await why.locator('mark').allTextContents()).toEqual(['Maria Silva', 'Acme Corp']);
  await page.reload();
  await why.getByRole('link', { name: 'Open the memory' }).click();
  await page.locator('.card > .marked', { hasText: TALK[0][0] }).waitFor();
  await page.getByRole('button', { name: /^Why.*Acme/, expanded: true }).waitFor();
  expect(faults).toEqual([]);
  await close();
});

test('names are put right: corrected, merged and split', async () => {
  const client = await withTalk('names');
  const id = await idOf(client, 'maria costa');
  const { page, close } = await browser.open(engraph.baseUrl, client.key, `#/entities/${id}`);
  await page.getByText('Put it right').click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Maria da Costa');
  await page.getByRole('button', { name: 'Correct' }).click();
  await page.getByRole('heading', { name: /Maria da Costa/, level: 1 }).waitFor();

  await page.getByText('Put it right').click();
  await page.getByLabel('Another entity, by any word of its name').fill('maria silva');
  await page.getByRole('button', { name: 'Merge into Maria Silva' }).click();
  await page.getByText('Are “Maria da Costa” (person) and “Maria Silva” (person) the same?').waitFor();
  await page.getByRole('button', { name: 'Make them one' }).click();
  await page.getByRole('status').getByText('are one now').waitFor();
  await page
    .getByRole('button', { name: /^Split off/ })
    .first()
    .waitFor();
  await page.getByRole('row', { name: /Oslo/ }).first().waitFor();
  await page
    .getByRole('row', { name: /Initech/ })
    .first()
    .waitFor();

  await page.getByRole('button', { name: 'Split off Maria Silva' }).click();
  await page.getByText('moves to an entity of its own').waitFor();
  await page.getByRole('button', { name: 'Split it off' }).click();
  await page
    .getByRole('status')
    .getByText(/ is no longer a name of /)
    .waitFor({ timeout: 10_000 });
  await until(async () => (await page.getByRole('row', { name: /Initech/ }).count()) === 0, 10_000, 'Initech to go');
  await page.getByRole('row', { name: /Oslo/ }).first().waitFor();
  await close();
});

test('a fact is put right in one form: its dates, and its value', async () => {
  const client = await withTalk('right');
  await client.remember('Maria Silva is allergic to latex.', { occurred_at: '2026-06-03T09:00:00Z' });
  const id = await idOf(client, 'maria silva');
  const { page, faults, close } = await browser.open(engraph.baseUrl, client.key, `#/entities/${id}`);
  const porto = page.getByRole('row', { name: /lives in Porto/ }).first();
  await porto.getByRole('button', { name: /^Why/ }).click();
  const why = page.getByRole('region', { name: 'Why this is believed' });
  await why.getByText('Put its other end or dates right').click();
  await why.getByLabel('Since').fill('2026-05-15');
  await why.getByLabel('Until').fill('2026-05-01');
  await why.getByText('It cannot end before it begins.').waitFor();
  await why.getByLabel('Until').fill('');
  await why.getByRole('button', { name: 'Put it right' }).click();
  await page.getByRole('status').filter({ hasText: 'Put right: it was “Maria Silva lives in Porto' }).waitFor();
  await porto.getByText('asserted').waitFor();
  await porto.getByText('2026-05-15').first().waitFor();
  const lives = await client.get(`/v1/entities/${id}/relations?type=lives_in&include_superseded=true`);
  const [only, ...others] = lives.body.relations as { valid_from: string; source: string }[];
  expect([only?.valid_from, only?.source, others]).toEqual(['2026-05-15T00:00:00Z', 'asserted', []]);

  await page
    .getByRole('row', { name: /allergic to latex/ })
    .getByRole('button', { name: /^Why/ })
    .click();
  await why.locator('mark', { hasText: 'latex' }).waitFor();
  await why.getByText('Put its value or dates right').click();
  await why.getByLabel('Value').fill('pollen');
  await why.getByRole('button', { name: 'Put it right' }).click();
  await page
    .getByRole('row', { name: /allergic to pollen/ })
    .first()
    .waitFor();
  await page.getByRole('row', { name: /allergic to latex/ }).waitFor({ state: 'detached' });
  expect((await client.get('/v1/retractions')).body.retractions).toMatchObject([
    { text: expect.stringContaining('latex') },
  ]);
  expect(faults).toEqual([]);
  await close();
});

test('a fact that was put right leads to the memory with the mistake, too', async () => {
  const client = await engraph.client('entities', 'corrected');
  await client.remember('I moved to Oslo in April.', { speaker: 'Nora Quist', session: 'a', ...at('2026-05-02') });
  await client.remember('Sorry, I said April, I actually moved in March.', {
    ...{ speaker: 'Nora Quist', session: 'a', ...at('2026-05-03') },
  });
  const id = await idOf(client, 'nora');
  const { page, faults, close } = await browser.open(engraph.baseUrl, client.key, `#/entities/${id}`);
  await page.getByRole('row', { name: /Oslo/ }).getByRole('button', { name: /^Why/ }).click();
  const why = page.getByRole('region', { name: 'Why this is believed' });
  await why.getByText('Sorry, I said April, I actually moved in March.').waitFor();
  await why.getByText('It puts right:').waitFor();
  await why.getByText('I moved to Oslo in April.').waitFor();
  await why.getByRole('link', { name: 'Open that memory' }).click();
  await page.getByText('← corrects').waitFor();
  expect(faults).toEqual([]);
  await close();
});

test('what an entity did in a month: its memories by event time, at its page and among all', async () => {
  const client = await withTalk('month');
  const id = await idOf(client, 'maria silva');
  const { page, faults, close } = await browser.open(engraph.baseUrl, client.key, `#/entities/${id}`);
  const rows = page.locator('.memory-text');
  const texts = async (count: number): Promise<string[]> => {
    await until(async () => (await rows.count()) === count, 30_000, `${String(count)} memories`);
    return rows.allTextContents();
  };
  await texts(3);
  await page.getByLabel('From').fill('2026-05-01');
  await page.getByLabel('To', { exact: true }).fill('2026-05-31');
  expect(await texts(1)).toEqual([TALK[1][0]]);
  await page.reload();
  expect(await texts(1)).toEqual([TALK[1][0]]);
  await page.getByRole('link', { name: 'Among all memories' }).click();
  await page.getByRole('heading', { name: 'Memories', level: 1 }).waitFor();
  await page.getByRole('button', { name: 'Maria Silva: leave it out' }).waitFor();
  expect(await texts(1)).toEqual([TALK[1][0]]);
  await page.getByRole('button', { name: 'Maria Silva: leave it out' }).click();
  await page.getByLabel('Mentions').fill('costa');
  await page.getByRole('button', { name: 'Maria Costa' }).click();
  await page.getByText('No memory passes this filter.').waitFor();
  await page.goBack();
  await page.goBack();
  expect(await texts(1)).toEqual([TALK[1][0]]);
  expect(faults).toEqual([]);
  await close();
});

test('a name that would read backwards, or has what cannot be seen, stays within itself', async () => {
  const client = await engraph.client('entities', 'hostile');
  await client.post('/v1/entities', { entity_type_id: 1, canonical_name: 'Ru\u200Bth \u202Eeve' });
  await client.post('/v1/entities', { entity_type_id: 1, canonical_name: 'מרים כהן' });
  const { page, faults, close } = await browser.open(engraph.baseUrl, client.key, '#/entities');
  await page.locator('bdi', { hasText: 'מרים כהן' }).waitFor();
  const row = page.getByRole('row', { name: /Ru/ });
  expect(await row.locator('.unseen').allTextContents()).toEqual(['U+200B', 'U+202E']);
  expect(faults).toEqual([]);
  await close();
});

test('axe finds nothing in either theme, and nothing is wider than a narrow window', async () => {
  const client = await withTalk('looks');
  const id = await idOf(client, 'maria silva');
  for (const theme of ['light', 'dark'] as const)
    for (const width of [390, 1280]) {
      const { page, close } = await browser.open(engraph.baseUrl, client.key, '#/entities', { theme, width });
      await page.getByRole('link', { name: 'Maria Silva' }).waitFor();
      await screenshot(page, `entities-${theme}-${width}`);
      expect(await accessibilityFaults(page)).toEqual([]);
      await page.goto(`${engraph.baseUrl}/v1/studio/#/entities/${id}`);
      await page.getByText('Put it right', { exact: true }).click();
      await page.getByRole('button', { name: /^Why/ }).first().click();
      await page.getByText('Put its other end or dates right').click();
      await page.locator('mark').first().waitFor();
      await screenshot(page, `entity-${theme}-${width}`);
      expect(await accessibilityFaults(page)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      await close();
    }
});
