import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Locator } from 'playwright-core';
import { PERMISSIONS } from '#access/permissions.js';
import { SAMPLES } from '../../apps/studio/src/samples/conversations.js';
import { runEngraph, type RunningEngraph } from '../path/run-engraph.js';
import { accessibilityFaults, screenshot, startBrowser, type StudioBrowser } from './browser.js';

/** The samples and their tour in Chromium, on api and extractor with real Postgres; each test has its own scope. */
let engraph: RunningEngraph;
let browser: StudioBrowser;

beforeAll(async () => {
  // As sure as a fact has to be by default: the tour shows what a new user sees.
  engraph = await runEngraph('log', { FACT_MIN_CONFIDENCE: '0.75' });
  browser = await startBrowser();
});
afterAll(async () => {
  await browser.stop();
  await engraph.stop();
});

/** What the tour shows of each sample, by its id: facts of its entity, and the one that answers its question. */
const SHOWN = {
  'sample-chat': {
    facts: [
      'Mira works at Tallow Press (told 2026-02-09)',
      'Mira used to live in Ghent (told 2026-02-09, until 2026-03-01)',
      'Felix is a sibling of Mira (told 2026-02-26)',
      'Mira lives in Bruges (since 2026-03-01)',
    ],
    answer: 'Mira lives in Bruges (since 2026-03-01)',
  },
  'sample-notes': {
    facts: [
      'Ines Duarte lives in Porto (told 2026-02-10)',
      'Ines Duarte works as a pottery teacher (told 2026-02-10)',
      'Ines Duarte works at Casa do Barro (since 2026-04-01)',
    ],
    answer: 'Ines Duarte works at Casa do Barro (since 2026-04-01)',
  },
  'sample-tickets': {
    facts: [
      'Priya Nair used to live in Oslo (told 2026-01-12, until 2026-05-01)',
      'Priya Nair used to work at Halden Freight (told 2026-01-12, until 2026-07-15)',
      'Priya Nair is allergic to latex (told 2026-02-03)',
      'Priya Nair lives in Trieste (since 2026-05-01)',
      'Priya Nair works at Adria Lines (told 2026-07-15)',
    ],
    answer: 'Priya Nair used to live in Oslo (told 2026-01-12, until 2026-05-01)',
  },
} as Readonly<Record<string, { readonly facts: readonly string[]; readonly answer: string }>>;

test.each(SAMPLES.map((sample) => [sample.id, sample] as const))(
  'a visitor of an empty scope loads %s once, and sees what becomes of it',
  async (id, sample) => {
    const client = await engraph.client('samples', id);
    const { page, faults, close } = await browser.open(engraph.baseUrl, client.key);
    await page.getByRole('region', { name: sample.title }).getByRole('button').click();
    await page.getByRole('heading', { name: sample.title, level: 1 }).waitFor();
    const steps = page.locator('.tour > li');
    await steps.nth(4).getByText('done').waitFor();
    expect(await steps.locator('h2').allTextContents()).toEqual(
      ['Acknowledged', 'Extracted', 'Entity', 'Facts', 'Recall'].map((title) => `${title} done`),
    );
    const facts = await steps.nth(3).locator('ul > li').allTextContents();
    expect(facts).toEqual(expect.arrayContaining([...(SHOWN[id]?.facts ?? [])]));
    expect(await steps.nth(4).textContent()).toContain(`The fact that answers: ${SHOWN[id]?.answer ?? ''}`);

    await page.goto(page.url().replace(/#.*/, '#/tour'));
    await page.getByRole('region', { name: sample.title }).getByText('loaded', { exact: true }).waitFor();
    await page.getByRole('region', { name: sample.title }).getByRole('link', { name: 'Open' }).click();
    await page.getByRole('heading', { name: sample.title, level: 1 }).waitFor();
    expect((await client.get('/v1/memories')).body.items).toHaveLength(sample.messages.length);
    expect(faults).toEqual([]);
    await close();
  },
);

test('each step leads to the page that shows it, and the sample is forgotten once that is confirmed', async () => {
  const client = await engraph.client('samples', 'links');
  const { page, faults, close } = await browser.open(engraph.baseUrl, client.key, '#/tour/sample-chat');
  await page.getByRole('button', { name: 'Load 7 messages of a chat over weeks' }).click();
  await page.getByRole('link', { name: 'See why it came first' }).waitFor();
  const { entities } = (await client.get('/v1/entities?prefix=mira')).body;
  const mira = (entities[0] as { entity_id: string }).entity_id;
  const hrefs = await page.locator('.tour a').evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  expect(hrefs).toEqual(
    expect.arrayContaining([
      '#/memories?tag=studio%3Asample-chat',
      `#/entities/${mira}`,
      `#/graph/${mira}`,
      '#/recall?q=Where+does+Mira+live%3F',
    ]),
  );
  await page.getByRole('button', { name: 'Forget this sample' }).click();
  await page.getByRole('button', { name: 'Forget it' }).click();
  await page.getByRole('heading', { name: 'Tour', level: 1 }).waitFor();
  await page.getByRole('status').getByText('is forgotten').waitFor();
  expect((await client.get('/v1/memories')).body.items).toEqual([]);
  await page.goBack();
  await page.getByRole('button', { name: 'Load 7 messages of a chat over weeks' }).click();
  await page.getByText('Mira lives in Bruges').first().waitFor();
  expect(faults).toEqual([]);
  await close();
});

test('the picture at the top of README.md: one entity of a sample, what held when', async () => {
  const client = await engraph.client('acme', 'support');
  const { page, close } = await browser.open(engraph.baseUrl, client.key, '#/tour/sample-tickets', { height: 800 });
  await page.getByRole('button', { name: /^Load/ }).click();
  await page.getByRole('link', { name: 'See what held when, and put it right' }).click();
  await page.getByRole('heading', { name: 'Priya Nair', level: 1 }).waitFor();
  await page.getByRole('heading', { name: 'What held when' }).waitFor();
  await screenshot(page, 'studio');
  await close();
});

test('a candidate that is confirmed stands among the facts of its memory', async () => {
  const client = await engraph.client('samples', 'candidate');
  const { page, close } = await browser.open(engraph.baseUrl, client.key, '#/tour/sample-notes');
  await page.getByRole('button', { name: /^Load/ }).click();
  await page.locator('.tour > li').nth(4).getByText('done').waitFor();
  await page.getByRole('link', { name: /^Otto Brandt repaired/ }).click();
  const of = (title: string): Locator =>
    page.locator('section', { has: page.getByRole('heading', { name: title, level: 2 }) });
  await of('Candidates').getByRole('button', { name: 'Confirm: Otto Brandt reports to Ines Duarte' }).click();
  await of('Facts').getByText('confirmed').waitFor();
  await of('Candidates').getByText('Otto Brandt reports to Ines Duarte').waitFor({ state: 'detached' });
  expect(await of('Facts').locator('.fact').allTextContents()).toContainEqual(
    expect.stringMatching(/^Otto Brandt reports to Ines Duarte/),
  );
  await close();
});

test('a key that may not store says so where one loads a sample', async () => {
  const rest = PERMISSIONS.filter((name) => name !== 'encode');
  const { key } = await engraph.client('samples', 'reads', rest);
  const { page, close } = await browser.open(engraph.baseUrl, key, '#/tour/sample-notes');
  await page.getByRole('button', { name: /^Load/ }).click();
  await page.getByText('Your key may not do this').waitFor();
  await close();
});

test.each([
  ['light', 1280],
  ['dark', 1280],
  ['light', 390],
  ['dark', 390],
] as const)('axe finds nothing in the tour, %s, %i wide', async (theme, width) => {
  const { key } = await engraph.client('samples', `axe ${theme} ${String(width)}`);
  const { page, close } = await browser.open(engraph.baseUrl, key, '#/tour', { theme, width });
  await page.getByRole('heading', { name: 'Tour', level: 1 }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await screenshot(page, `tour-${theme}-${String(width)}`);
  await page.getByRole('region', { name: 'A team’s tickets' }).getByRole('button').click();
  await page.locator('.tour > li').nth(4).getByText('done').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  await screenshot(page, `tour-steps-${theme}-${String(width)}`);
  await close();
});
