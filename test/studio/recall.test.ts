import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { until } from '../harness/until.js';
import type { Client } from '../path/client.js';
import { runEngraph, type RunningEngraph } from '../path/run-engraph.js';
import { accessibilityFaults, screenshot, startBrowser, type StudioBrowser } from './browser.js';

/** Recall in Chromium, on api and extractor with real Postgres. */
let engraph: RunningEngraph;
let browser: StudioBrowser;
let client: Client;

/** Markup, a turned direction and a character without width, as somebody might store them. */
const HOSTILE = '<img src=x onerror="document.title=1"> \u202Egnimoc si hpargne\u202C pay\u200Bpal sold a violin.';

const TALK = [
  ['Ruth Weaver works at Acme Corp.', { speaker: 'Dana', session: 'work', tags: ['job'] }],
  ['Ruth Weaver reports to Omar Haddad.', { speaker: 'Dana', session: 'work' }],
  ['Omar Haddad lives in Lisbon with his two dogs.', { speaker: 'Ben', session: 'home' }],
  ['We listened to jazz records all evening.', { speaker: 'Ben', session: 'home' }],
  ['The jazz club on Harbour Street closes in March.', { speaker: 'Dana', session: 'town' }],
  ['I have been baking sourdough bread every weekend.', { speaker: 'Dana', session: 'town' }],
  ["The manager of Ruth's favourite bank asked where people like to live.", { speaker: 'Ben', session: 'bank' }],
  [HOSTILE, { speaker: 'Eve\u200B', session: 'town' }],
] as const;

beforeAll(async () => {
  engraph = await runEngraph('log');
  browser = await startBrowser();
  client = await engraph.client('recall', 'studio');
  const start = Date.parse('2026-05-04T09:00:00Z');
  for (const [at, [text, more]] of TALK.entries())
    await client.remember(text, { ...more, occurred_at: new Date(start + at * 86_400_000).toISOString() });
});
afterAll(async () => {
  await browser.stop();
  await engraph.stop();
});

const rankedTexts = (page: Page) => page.locator('.ranks .ranked-text').allTextContents();

test('a question shows what the api answers: the ranking with shares, the facts, and the context as it is pasted', async () => {
  const { page, faults, close } = await browser.open(engraph.baseUrl, client.key, '#/recall');
  await page.getByLabel('Question').fill("Where does Ruth's manager live?");
  await page.getByRole('button', { name: 'Ask' }).click();
  await page.getByRole('region', { name: 'Ranking' }).locator('.ranked').first().waitFor();
  expect(page.url()).toContain('#/recall?q=');

  const { body } = await client.post('/v1/recall', {
    ...{ query: "Where does Ruth's manager live?", format: 'context', include_trace: true },
  });
  expect(await rankedTexts(page)).toEqual(body.memories.map(({ text }: { text: string }) => shown(text)));
  expect(await page.getByRole('region', { name: 'Context block' }).textContent()).toBe(shown(body.context));
  const verdict = body.answer_kind === 'single' ? 'One memory answers' : 'Several memories answer';
  await page.getByRole('region', { name: 'Answerability' }).getByText(verdict, { exact: true }).waitFor();

  const { fusion } = JSON.parse(body.trace);
  const first = page.locator('.ranked').first();
  const shares = await first.getByRole('list', { name: 'Share of each retriever in the score' }).innerText();
  expect(shares).toMatch(new RegExp(`entity graph\\s+${fusion[0].shares.entity_graph.toFixed(2)}`));
  for (const lift of fusion[0].lifts) await first.locator('.lifts').getByText(lift, { exact: true }).waitFor();

  const facts = page.getByRole('region', { name: 'Facts', exact: true });
  await facts.getByText(body.facts[0].text).waitFor();
  await page.getByLabel('Question').fill('typed, but not asked');
  await facts.getByRole('button', { name: /^Why/ }).first().click();
  const why = facts.getByRole('region', { name: 'Why this is believed' });
  await why.locator('mark').first().waitFor();
  expect(await page.getByLabel('Question').inputValue()).toBe('typed, but not asked');
  expect(page.url()).toContain(`fact=${String(body.facts[0].id)}`);
  await page.reload();
  await why.getByRole('link', { name: 'Open the memory' }).first().click();
  await page.getByRole('heading', { name: 'Memory', level: 1 }).waitFor();
  await page.getByRole('button', { name: /^Why/, expanded: true }).waitFor();
  await page.goBack();
  await facts.getByRole('button', { name: /^Why/, expanded: true }).waitFor();
  await facts.getByRole('link', { name: 'Lisbon' }).first().click();
  await page.getByRole('heading', { name: 'Lisbon', level: 1 }).waitFor();
  expect(faults).toEqual([]);
  await close();
});

test('without a retriever, ranks move and what comes in is named', async () => {
  const question = "Where does Ruth's manager live?";
  const { page, close } = await browser.open(engraph.baseUrl, client.key, `#/recall?q=${encodeURIComponent(question)}`);
  await page.getByLabel('Switch off').selectOption('entity_graph');
  await page.getByText(/^Without entity graph, \d of \d memories stand elsewhere/).waitFor();
  const { body } = await client.post('/v1/recall', {
    ...{ query: question, retrievers: ['lexical', 'dense', 'time', 'recency'], max_results: 20 },
  });
  const after: string[] = body.memories.map(({ text }: { text: string }) => shown(text));
  const texts = await rankedTexts(page);
  const badges = await page.locator('.ranks .ranked-about .badge').allTextContents();
  expect(badges).toEqual(texts.map((text, at) => moved(at + 1, after.indexOf(text) + 1)));
  expect(badges.some((badge) => !badge.startsWith('stays'))).toBe(true);
  await page.getByLabel('Switch off').selectOption('');
  await page.locator('.ranks .ranked-about .badge').first().waitFor({ state: 'detached' });
  await close();
});

test('filters narrow the ranking, and why there is no answer is said', async () => {
  const { page, close } = await browser.open(engraph.baseUrl, client.key, '#/recall?q=jazz');
  await page.getByText('Filter and limits').click();
  await page.getByLabel('Speaker').fill('Ben');
  await page.getByRole('button', { name: 'Ask' }).click();
  await until(async () => (await rankedTexts(page)).length === 3, 30_000, 'memories of Ben');
  await page.getByLabel('Tags').fill('nothing has this tag');
  await page.getByRole('button', { name: 'Ask' }).click();
  await page.getByText('There are memories, but none passes the filter.').waitFor();
  expect(await page.locator('main').innerText()).not.toContain('filter_excludes_all');
  await page.getByLabel('About').fill('00000000-0000-4000-8000-000000000000');
  await page.getByRole('button', { name: 'Ask' }).click();
  await page.getByRole('alert').getByText('Not there').waitFor();
  expect(await page.getByLabel('Question').inputValue()).toBe('jazz');
  await close();
});

test('markup and characters that cannot be seen are text', async () => {
  const { page, faults, close } = await browser.open(engraph.baseUrl, client.key, '#/recall?q=violin');
  await page.locator('.ranked-text').first().waitFor();
  expect((await rankedTexts(page))[0]).toBe(shown(HOSTILE));
  expect(await page.locator('main img').count()).toBe(0);
  await page.locator('.ranked').first().getByText('EveU+200B').waitFor();
  expect(await page.title()).toBe('Recall · Engraph studio');
  expect(faults).toEqual([]);
  await close();
});

test.each([
  ['light', 1280],
  ['light', 390],
  ['dark', 1280],
  ['dark', 390],
] as const)('axe finds nothing, %s at %i pixels, and nothing is wider than the window', async (theme, width) => {
  const hash = `#/recall?without=entity_graph&q=${encodeURIComponent("Where does Ruth's manager live?")}`;
  const { page, faults, close } = await browser.open(engraph.baseUrl, client.key, hash, { theme, width });
  await page.getByText(/^Without entity graph/).waitFor();
  await page
    .getByRole('region', { name: 'Facts', exact: true })
    .getByRole('link', { name: 'Lisbon' })
    .first()
    .waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
  await screenshot(page, `recall-${theme}-${String(width)}`);
  expect(faults).toEqual([]);
  await close();
});

/** A text as studio shows it. */
function shown(text: string): string {
  return text.replaceAll(/[\u200B\u202C\u202E]/g, (one) => `U+${one.codePointAt(0)?.toString(16).toUpperCase() ?? ''}`);
}

function moved(before: number, after: number): string {
  if (after === 0) return 'no longer found near';
  if (before === after) return `stays at ${String(after)}`;
  return `${after < before ? 'rises' : 'falls'} to ${String(after)}`;
}
