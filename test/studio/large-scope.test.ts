import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { newMemoryUuid } from '#contracts/memory-id.js';
import { NO_OBSERVATIONS, type Observations } from '#contracts/observations.js';
import { scopeOf } from '#contracts/scope.js';
import { exactTypes } from '#database/data-source.js';
import { lockScope } from '#database/in-locked-scope.js';
import { projectMemories } from '#graph/projection/project-memories.js';
import type { Page } from 'playwright-core';
import { until } from '../harness/until.js';
import type { Client } from '../path/client.js';
import { runEngraph, type RunningEngraph } from '../path/run-engraph.js';
import { startBrowser, type StudioBrowser } from './browser.js';

/** Studio in Chromium on a scope whose hub has thousands of facts: it asks for as much as on a small one. */
let engraph: RunningEngraph;
let browser: StudioBrowser;
let client: Client;
let hub: string;

const MEMORIES = 3_000;
const HUB = { type: 'person', name: 'Maya Chen' } as const;

beforeAll(async () => {
  engraph = await runEngraph('log', { EXTRACTION: 'off' });
  browser = await startBrowser();
  client = await engraph.client('studio', 'large');
  await fill(engraph.databaseUrl, scopeOf('studio', 'large').scopeId);
  hub = (await client.get('/v1/entities?prefix=maya')).body.entities[0].entity_id as string;
});
afterAll(async () => {
  await browser.stop();
  await engraph.stop();
});

/** Each memory names the hub and somebody whom it knows, and says what it likes. */
async function fill(url: string, scopeId: string): Promise<void> {
  const db = new pg.Client({ connectionString: url, types: exactTypes });
  await db.connect();
  try {
    await db.query('BEGIN');
    await lockScope(db, scopeId);
    const memories = Array.from({ length: MEMORIES }, (_, n) => ({
      memoryId: newMemoryUuid(),
      createdAt: 1_600_000_000_000_000_000n + BigInt(n),
      observations: observationsOf(n),
    }));
    await db.query(
      `INSERT INTO memories (scope_id, memory_id, kind, salience, text, created_at_nanos, occurred_at_nanos)
       SELECT $1, id, 0, 0.5, 'Maya Chen met somebody.', at, at FROM unnest($2::uuid[], $3::bigint[]) AS row (id, at)`,
      [scopeId, memories.map(({ memoryId }) => memoryId), memories.map(({ createdAt }) => createdAt)],
    );
    await projectMemories(db, scopeId, memories);
    await db.query('COMMIT');
  } finally {
    await db.end();
  }
}

function observationsOf(n: number): Observations {
  const found = { confidence: 0.9, stage: 'pattern' } as const;
  const at = 1_600_000_000_000_000_000n + BigInt(n);
  const said = { polarity: 'asserted', event_at_unix_nanos: at, ...found } as const;
  const words = String(n).replaceAll(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '');
  const value = { type: 'text', value: `game ${words}` } as const;
  return {
    ...NO_OBSERVATIONS,
    mentions: [{ ...HUB, start: 0, end: 9, ...found }],
    relations: [{ type: 'knows', from: HUB, to: { type: 'person', name: `Guest ${words}` }, ...said }],
    statements: [
      { kind: 'preference', predicate: 'likes', subject: HUB, object: { kind: 'value', value }, text: words, ...said },
    ],
  };
}

/** What the calls of a page were answered with. */
interface Asked {
  requests: number;
  bytes: number;
  /** The most rows of one answer. */
  rows: number;
}

/** Counts the calls of the API from now on; the stream of events, which does not end, is none of them. */
function counting(page: Page): Asked {
  const asked: Asked = { requests: 0, bytes: 0, rows: 0 };
  page.on('response', (response) => {
    const path = new URL(response.url()).pathname;
    if (!path.startsWith('/v1/') || path.startsWith('/v1/studio') || path === '/v1/events') return;
    asked.requests += 1;
    void response.text().then((text) => {
      asked.bytes += text.length;
      const lists = Object.values(JSON.parse(text) as object).filter((value) => Array.isArray(value));
      asked.rows = Math.max(asked.rows, ...lists.map((list) => (list as unknown[]).length));
    });
  });
  return asked;
}

/** Opens a page, waits for its rows, and says what it asked for and how many rows it shows. */
async function opened(
  hash: string,
  rows: string,
): Promise<Asked & { shown: number; page: Page; asked: Asked; close: () => Promise<void> }> {
  const { page, close } = await browser.open(engraph.baseUrl, client.key, null);
  const asked = counting(page);
  await page.goto(`${engraph.baseUrl}/v1/studio/${hash}`);
  await page.locator(rows).first().waitFor();
  await page.waitForLoadState('load');
  return { ...asked, shown: await page.locator(rows).count(), page, asked, close };
}

test.each([
  ['#/memories', 'ol.memories > li.memory', { rows: 50, requests: 2, bytes: 100_000 }],
  ['#/entities', '.table tbody tr', { rows: 50, requests: 3, bytes: 100_000 }],
])('%s asks for a page of it', async (hash, rows, most) => {
  const { close, ...found } = await opened(hash, rows);
  expect(found.shown).toBe(most.rows);
  expect(found.requests).toBeLessThanOrEqual(most.requests);
  expect(found.bytes).toBeLessThan(most.bytes);
  await close();
});

test('an entity with thousands of facts shows some of each kind, and more on request', async () => {
  const { page, asked, shown, close } = await opened(`#/entities/${hub}`, 'td.timeline-fact');
  expect(shown).toBe(40);
  expect(asked.requests).toBeLessThanOrEqual(6);
  expect(asked.bytes).toBeLessThan(300_000);
  await page.getByText('100 facts, those that hold and the surest first; there are more.').waitFor();
  await page.getByRole('button', { name: '30 more of “knows”' }).click();
  expect(await page.locator('td.timeline-fact').count()).toBe(60);
  await page.getByRole('button', { name: 'More facts' }).click();
  await page.getByText('400 facts,').waitFor();
  await page.getByRole('button', { name: 'More facts' }).click();
  await page.getByText('2000 facts,').waitFor();
  expect(await page.getByRole('button', { name: 'More facts' }).count()).toBe(0);
  expect(await page.locator('td.timeline-fact').count()).toBe(60);
  await close();
});

test('the graph of such an entity asks for its neighbours at once', async () => {
  const edges = 'section[aria-label="Relations"] tbody tr';
  const { page, asked, shown, close } = await opened(`#/graph/${hub}`, edges);
  expect(shown).toBe(30);
  expect(asked.requests).toBeLessThanOrEqual(5);
  expect(asked.bytes).toBeLessThan(100_000);
  const before = asked.requests;
  await page.getByRole('button', { name: 'More of its relations' }).click();
  await until(async () => (await page.locator(edges).count()) === 50, 30_000, 'a page of the wider graph');
  expect(asked.requests - before).toBeLessThanOrEqual(6);
  await close();
});
