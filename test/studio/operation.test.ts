import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { PERMISSIONS } from '#access/permissions.js';
import { uuidOfMemoryId } from '#contracts/memory-id.js';
import { query } from '../harness/postgres.js';
import { runEngraph, type RunningEngraph } from '../path/run-engraph.js';
import { accessibilityFaults, screenshot, startBrowser, type StudioBrowser } from './browser.js';

/** Operation in Chromium, on api and extractor with real Postgres; each test has its own scope. */
let engraph: RunningEngraph;
let browser: StudioBrowser;

beforeAll(async () => {
  engraph = await runEngraph('log', { EXTRACTION_STAGES: 'pattern', EMBEDDING_MODEL: 'off' });
  browser = await startBrowser();
});
afterAll(async () => {
  await browser.stop();
  await engraph.stop();
});

/** Gives up the extraction of a memory, with a reason that is hostile. */
async function giveUp(memoryId: string): Promise<void> {
  await query(
    engraph.databaseUrl,
    `UPDATE memory_extractions SET state = 'failed', failure = '<b>crash</b>', attempts = 3, parked_by_version = 'x'
     WHERE memory_id = '${uuidOfMemoryId(memoryId) ?? ''}'`,
  );
}

const figureOf = (text: string): RegExp => new RegExp(`^${text}$`);

test('the figures of the scope, its storage, the deployment and the key are shown', async () => {
  const client = await engraph.client('operation', 'figures');
  await client.remember('Lena Fischer works at Initech.');
  const { page, faults, close } = await browser.open(engraph.baseUrl, client.key, '#/operation');
  const figures = page.locator('.figure');
  const counted: string[] = [];
  page.on('request', (request) => counted.push(...(request.url().includes('storage=true') ? [request.url()] : [])));
  await figures.filter({ hasText: figureOf('Memories stored1') }).waitFor();
  expect(counted).toEqual([]);
  await page.getByRole('button', { name: 'Count' }).click();
  await figures.filter({ hasText: figureOf('Memories1 30 B') }).waitFor();
  await figures.filter({ hasText: figureOf('Memories to be read0') }).waitFor();
  await figures.filter({ hasText: figureOf('Entities2') }).waitFor();
  await page.getByText('No memory was given up.').waitFor();
  await page.getByText('All is well').waitFor();
  await page.getByText('patterns on').waitFor();
  await page.getByText('vectors off').waitFor();
  expect(await page.locator('.card', { hasText: 'Your key' }).textContent()).toContain('operation / figures');
  await client.remember('Omar Haddad lives in Oslo.');
  await figures.filter({ hasText: figureOf('Memories stored2') }).waitFor();
  expect(faults).toEqual([]);
  await close();
});

test('a memory that was given up is listed with its reason as text, and read again on request', async () => {
  const client = await engraph.client('operation', 'letters');
  const ids = [await client.remember('Ana lives in Lisbon.'), await client.remember('Ben lives in Oslo.')];
  for (const id of ids) await giveUp(id);
  const { page, faults, close } = await browser.open(engraph.baseUrl, client.key, '#/operation');
  const rows = page.getByRole('row').filter({ hasText: '<b>crash</b>' });
  await rows.nth(1).waitFor();
  await page.getByText('Not all is well: memories given up: 2').waitFor();
  await page.getByRole('button', { name: `Read again: memory ${ids[0] ?? ''}` }).click();
  await rows.nth(1).waitFor({ state: 'detached' });
  await giveUp(ids[0] ?? '');
  await page.getByRole('button', { name: 'Read all 2 again' }).click();
  await page.getByText('No memory was given up.').waitFor();
  expect(faults).toEqual([]);
  await close();
});

test('without the permission admin, the page says which key shows more, and shows the rest', async () => {
  const { key } = await engraph.client(
    'operation',
    'rest',
    PERMISSIONS.filter((name) => name !== 'admin'),
  );
  const { page, faults, close } = await browser.open(engraph.baseUrl, key, '#/operation');
  await page.getByText('need a key with the permission “admin”').waitFor();
  await page.getByText('patterns on').waitFor();
  await page.getByRole('heading', { name: 'Your key' }).waitFor();
  expect(faults).toEqual([]);
  await close();
});

test.each([
  ['light', 1280],
  ['dark', 1280],
  ['light', 390],
  ['dark', 390],
] as const)('axe finds nothing in operation, %s, %i wide', async (theme, width) => {
  const client = await engraph.client('operation', `axe ${theme} ${String(width)}`);
  for (const text of ['Ana lives in Lisbon.', 'Ben lives in Oslo.']) await giveUp(await client.remember(text));
  const { page, close } = await browser.open(engraph.baseUrl, client.key, '#/operation', { theme, width });
  await page.getByRole('button', { name: 'Read all 2 again' }).waitFor();
  await page.getByRole('button', { name: 'Count' }).click();
  await page.getByText('Events in the log').waitFor();
  await page.getByText('patterns on').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  await screenshot(page, `operation-${theme}-${String(width)}`);
  await close();
});
