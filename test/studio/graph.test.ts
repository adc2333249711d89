import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { until } from '../harness/until.js';
import type { Client } from '../path/client.js';
import { runEngraph, type RunningEngraph } from '../path/run-engraph.js';
import { accessibilityFaults, screenshot, startBrowser, type StudioBrowser } from './browser.js';

/** Graph in Chromium, on api and extractor with real Postgres. */
let engraph: RunningEngraph;
let browser: StudioBrowser;
let client: Client;
const ids: Record<string, string> = {};

const PERSON = 1;
const ORGANIZATION = 2;
const PLACE = 5;
/** Markup, a turned direction and a character without width. */
const HOSTILE = '<b>Eve</b> \u202Egro\u202C \u05D0\u05D1\u05D2\u200B';

const ENTITIES = {
  ...{ ruth: ['Ruth Weaver', PERSON], omar: ['Omar Haddad', PERSON], lena: ['Lena Fischer', PERSON] },
  ...{ acme: ['Acme Corp', ORGANIZATION], umbrella: ['Umbrella Corp', ORGANIZATION], eve: [HOSTILE, ORGANIZATION] },
  ...{ lisbon: ['Lisbon', PLACE], oslo: ['Oslo', PLACE], bremen: ['Bremen', PLACE] },
} as const;
type Named = keyof typeof ENTITIES;

const RELATIONS: readonly (readonly [Named, string, Named, string, string?])[] = [
  ['ruth', 'works_at', 'acme', '2025-02-01', '2026-03-01'],
  ['ruth', 'works_at', 'umbrella', '2026-03-01'],
  ['ruth', 'lives_in', 'lisbon', '2024-06-01'],
  ['ruth', 'reports_to', 'omar', '2026-03-02'],
  ['omar', 'lives_in', 'oslo', '2025-10-01'],
  ['omar', 'works_at', 'umbrella', '2025-10-01'],
  ['lena', 'works_at', 'eve', '2025-01-01'],
  ['umbrella', 'located_in', 'oslo', '2024-01-01'],
  ['lena', 'lives_in', 'bremen', '2025-01-01'],
];

beforeAll(async () => {
  engraph = await runEngraph('log');
  browser = await startBrowser();
  client = await engraph.client('graph', 'studio');
  for (const [name, [canonical_name, entity_type_id]] of Object.entries(ENTITIES))
    ids[name] = (await client.post('/v1/entities', { canonical_name, entity_type_id })).body.entity_id;
  for (const [from, relation_type, to, since, until_] of RELATIONS)
    await client.post('/v1/relations', {
      ...{ relation_type, from_entity: ids[from], to_entity: ids[to], valid_from: `${since}T00:00:00Z` },
      ...(until_ !== undefined && { valid_to: `${until_}T00:00:00Z` }),
    });
});
afterAll(async () => {
  await browser.stop();
  await engraph.stop();
});

const hash = (name: Named, more = ''): string => `#/graph/${ids[name] ?? ''}${more}`;

/** Rows of the table as `from relation to`. */
async function rows(page: Page, count: number): Promise<string[]> {
  const all = page.getByRole('region', { name: 'Relations in the graph' }).locator('tbody tr');
  await until(async () => (await all.count()) === count, 30_000, `${String(count)} relations`);
  const cells = await all.evaluateAll((trs) =>
    (trs as { cells: Iterable<{ innerText: string }> }[]).map(({ cells }) =>
      [...cells].slice(0, 3).map((cell) => cell.innerText.trim()),
    ),
  );
  return cells.map((texts) => texts.join(' ')).sort();
}

/** The label of an entity in the drawing, once it stands still. */
async function restingLabel(page: Page, name: string) {
  const label = page.locator('.graph-label:not([hidden])', { hasText: name }).first();
  await label.waitFor();
  await page.locator('.graph-drawing[aria-busy="false"]').waitFor();
  return label;
}

test('an entity is shown with what it is related to now, and grows by a click on a neighbour', async () => {
  const { page, faults, close } = await browser.open(engraph.baseUrl, client.key, hash('ruth'));
  expect(await rows(page, 3)).toEqual([
    'Ruth Weaver lives in Lisbon',
    'Ruth Weaver reports to Omar Haddad',
    'Ruth Weaver works at Umbrella Corp',
  ]);
  const box = await (await restingLabel(page, 'Omar Haddad')).boundingBox();
  if (!box) throw new Error('the label is not shown');
  await page.mouse.click(box.x + box.width / 2, box.y - 8);
  await page.getByRole('region', { name: 'In the middle' }).getByRole('heading', { name: 'Omar Haddad' }).waitFor();
  expect(await rows(page, 5)).toContain('Omar Haddad lives in Oslo');
  expect(page.url()).toContain(ids['omar']);
  await page.goBack();
  await page.getByRole('region', { name: 'In the middle' }).getByRole('heading', { name: 'Ruth Weaver' }).waitFor();
  expect(faults).toEqual([]);
  await close();
});

test('an edge opens its fact by a click, and by Enter in the table; it is judged there', async () => {
  const own = await engraph.client('graph', 'edges');
  await own.remember('Hello again. Nora Quist works at Halden Press.', { speaker: 'Ben' });
  const id = (await own.get('/v1/entities?name=quist')).body.entities[0].entity_id as string;
  const { page, faults, close } = await browser.open(engraph.baseUrl, own.key, `#/graph/${id}`);
  const fact = page.getByRole('region', { name: 'Fact', exact: true });
  const [from, to] = [await restingLabel(page, 'Nora Quist'), await restingLabel(page, 'Halden Press')];
  const [a, b] = [await from.boundingBox(), await to.boundingBox()];
  if (!a || !b) throw new Error('the labels are not shown');
  // Labels stand below their nodes.
  const middle = (one: typeof a) => ({ x: one.x + one.width / 2, y: one.y - 8 });
  await page.mouse.click((middle(a).x + middle(b).x) / 2, (middle(a).y + middle(b).y) / 2);
  await fact.getByRole('heading', { name: 'Nora Quist works at Halden Press' }).waitFor();
  expect(page.url()).toContain('fact=');
  await fact.locator('mark').first().waitFor();
  expect(await fact.locator('mark').allTextContents()).toEqual(['Nora Quist', 'Halden Press']);
  expect(await fact.locator('blockquote').textContent()).toBe('… Nora Quist works at Halden Press.');
  await page.reload();
  await fact.locator('mark').first().waitFor();
  await page.keyboard.press('Escape');
  await fact.waitFor({ state: 'detached' });
  expect(page.url()).not.toContain('fact=');

  await page.getByRole('cell', { name: 'works at' }).getByRole('link').press('Enter');
  await fact.getByRole('button', { name: /^Confirm/ }).click();
  await fact.getByText('confirmed', { exact: true }).waitFor();
  await fact.getByRole('button', { name: /^Retract/ }).click();
  await fact.getByRole('button', { name: 'Retract it' }).click();
  await fact.getByText('This fact does not count any more').waitFor();
  await page.getByText('No relation of it held then').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await fact.getByText('confirmed', { exact: true }).waitFor();
  await page.getByRole('cell', { name: 'works at' }).waitFor();
  await page.goBack();
  await fact.waitFor({ state: 'detached' });
  expect(faults).toEqual([]);
  await close();
});

test('only neighbourhoods are asked for', async () => {
  const { page, close } = await browser.open(engraph.baseUrl, client.key, hash('ruth'));
  // What the first view asks for must not be counted with the second.
  await rows(page, 3);
  const asked: URL[] = [];
  page.on('request', (request) => asked.push(new URL(request.url())));
  await page.reload();
  await rows(page, 3);
  expect(asked.filter(({ pathname }) => pathname.includes('/v1/graph'))).toEqual([]);
  const lists = asked.filter(({ pathname }) => pathname === '/v1/entities');
  expect(lists.map(({ searchParams }) => searchParams.get('ids')?.split(',').sort())).toEqual([
    ['acme', 'umbrella', 'lisbon', 'omar'].map((name) => ids[name]).sort(),
  ]);
  expect(asked.map(({ pathname }) => pathname)).not.toContain(`/v1/entities/${ids['bremen'] ?? ''}`);
  await close();
});

test('the slider shows what held then, and the boxes which types', async () => {
  const { page, close } = await browser.open(engraph.baseUrl, client.key, hash('ruth'));
  await rows(page, 3);
  await page.getByLabel('Day', { exact: true }).fill('2026-01-15');
  expect(await rows(page, 2)).toEqual(['Ruth Weaver lives in Lisbon', 'Ruth Weaver works at Acme Corp']);
  expect(await page.getByRole('slider').getAttribute('aria-valuetext')).toBe('2026-01-15');
  await page.getByRole('slider').press('Home');
  await page.getByText('No relation of it held then').waitFor();
  await page.getByRole('button', { name: 'Now' }).click();
  await rows(page, 3);
  await page.locator('.time-ends', { hasText: /^2024-05-31/ }).waitFor();
  await page.getByRole('checkbox', { name: 'place' }).uncheck();
  expect(await rows(page, 2)).not.toContain('Ruth Weaver lives in Lisbon');
  await page.getByRole('checkbox', { name: 'place' }).check();
  await rows(page, 3);
  await close();
});

test('a drag of the slider makes no context of WebGL', async () => {
  const { page, close } = await browser.open(engraph.baseUrl, client.key, hash('ruth'));
  await restingLabel(page, 'Ruth Weaver');
  await page.evaluate(`{
    const getContext = HTMLCanvasElement.prototype.getContext;
    globalThis.contexts = 0;
    HTMLCanvasElement.prototype.getContext = function (...args) {
      globalThis.contexts += 1;
      return getContext.apply(this, args);
    };
  }`);
  for (let at = 0; at < 20; at += 1) await page.getByRole('slider').press('PageDown');
  expect(await page.evaluate('globalThis.contexts')).toBe(0);
  await close();
});

test('the keyboard finds an entity and grows the graph by the table', async () => {
  const { page, close } = await browser.open(engraph.baseUrl, client.key, hash('ruth'));
  await rows(page, 3);
  await page.getByLabel('Find an entity').fill('lena');
  await page.getByRole('list', { name: 'Entities found' }).getByRole('button', { name: 'Lena Fischer' }).waitFor();
  await page.getByLabel('Find an entity').press('Enter');
  await page.getByRole('region', { name: 'In the middle' }).getByRole('heading', { name: 'Lena Fischer' }).waitFor();
  await rows(page, 5);
  await page.getByRole('cell', { name: 'Omar Haddad' }).getByRole('link').press('Enter');
  await page.getByRole('region', { name: 'In the middle' }).getByRole('heading', { name: 'Omar Haddad' }).waitFor();
  await rows(page, 7);
  await page.getByRole('button', { name: 'Only its neighbours' }).click();
  await rows(page, 3);
  await close();
});

test('names from data are text in the drawing and in the table', async () => {
  const { page, faults, close } = await browser.open(engraph.baseUrl, client.key, hash('lena'));
  const shown = '<b>Eve</b> U+202EgroU+202C \u05D0\u05D1\u05D2U+200B';
  expect(await rows(page, 2)).toContain(`Lena Fischer works at ${shown}`);
  expect(await (await restingLabel(page, 'Eve')).textContent()).toBe(shown);
  expect(await page.locator('main b').count()).toBe(0);
  expect(faults).toEqual([]);
  await close();
});

test('of an entity with many relations the surest are asked for, and more on request', async () => {
  const hub = (await client.post('/v1/entities', { canonical_name: 'Harbour Guild', entity_type_id: ORGANIZATION }))
    .body;
  for (let at = 0; at < 35; at += 1) {
    const name = `Member ${String.fromCharCode(65 + (at % 26))}${String(at)}`;
    const member = (await client.post('/v1/entities', { canonical_name: name, entity_type_id: PERSON })).body;
    const ends = { from_entity: member.entity_id, to_entity: hub.entity_id };
    await client.post('/v1/relations', { relation_type: 'member_of', ...ends, valid_from: '2026-01-01T00:00:00Z' });
  }
  const { page, faults, close } = await browser.open(engraph.baseUrl, client.key, `#/graph/${String(hub.entity_id)}`);
  await rows(page, 30);
  await page.getByRole('button', { name: 'More of its relations' }).click();
  await rows(page, 35);
  await page.getByRole('button', { name: 'More of its relations' }).waitFor({ state: 'detached' });
  await restingLabel(page, 'Harbour Guild');
  await screenshot(page, 'graph-hub');
  expect(faults).toEqual([]);
  await close();
});

test('without WebGL the table is shown, and why', async () => {
  const { page, faults, close } = await browser.open(engraph.baseUrl, client.key, hash('ruth'));
  await page.addInitScript('HTMLCanvasElement.prototype.getContext = () => null');
  await page.reload();
  await page.getByText('This browser does not draw the graph').waitFor();
  await rows(page, 3);
  expect(faults).toEqual([]);
  await close();
});

test.each([
  ['light', 1280],
  ['light', 390],
  ['dark', 1280],
  ['dark', 390],
] as const)('axe finds nothing, %s at %i pixels, and nothing is wider than the window', async (theme, width) => {
  const { page, faults, close } = await browser.open(engraph.baseUrl, client.key, hash('ruth'), { theme, width });
  await rows(page, 3);
  await page.getByRole('cell', { name: 'Umbrella Corp' }).getByRole('link').click();
  await rows(page, 5);
  await restingLabel(page, 'Umbrella Corp');
  await page.getByRole('cell', { name: 'reports to' }).getByRole('link').click();
  await page.getByText('a caller asserted it.').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
  await screenshot(page, `graph-${theme}-${String(width)}`);
  expect(faults).toEqual([]);
  await close();
});
