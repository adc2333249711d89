import type { Page } from 'playwright-core';
import { MiniLmEmbedder } from '#embeddings/minilm-embedder.js';
import { startBrowser, type StudioBrowser } from '../../test/studio/browser.js';
import type { Closing } from '../closing.js';
import { startDatabases } from '../databases.js';
import { Caller } from '../http/routes.js';
import { chatConversations } from '../recall/chat-turns.js';
import { benchDirectory, startRecall } from '../recall/filling.js';
import { MemoryVectors } from '../recall/memory-vectors.js';
import { median } from '../statistics.js';
import { fillStudio, type StudioScope } from './fill-studio.js';
import { measureSteps, type StepSample } from './interactions.js';
import { entityTimes, fillEntities } from './large-graph.js';
import { addClock, measureView, type FirstView } from './page-clock.js';
import { routeTimes, type RouteSample } from './routes.js';
import { viewsOf } from './views.js';

export interface StudioOptions {
  /** Memories of each scope. */
  readonly sizes: readonly number[];
  readonly rounds: number;
  /** Entities of one more scope, whose graph is filled directly. */
  readonly entities: number;
}

/** Medians of the first view of one page. */
export interface ViewSample extends FirstView {
  readonly name: string;
  /** With the files of studio in the browser's cache. */
  readonly warmMs: number;
}

/** What one scope gave. */
export interface StudioSample {
  readonly scope: Pick<StudioScope, 'size' | 'entities' | 'hub'>;
  readonly views: readonly ViewSample[];
  readonly steps: readonly StepSample[];
  readonly routes: readonly RouteSample[];
}

export interface StudioResults {
  readonly options: StudioOptions;
  readonly services: readonly string[];
  readonly samples: readonly StudioSample[];
  /** Calls in the scope with very many entities. */
  readonly large: readonly RouteSample[];
}

/** Measures the pages of studio in Chromium, on scopes of several sizes. */
export async function benchStudio(closing: Closing, options: StudioOptions): Promise<StudioResults> {
  const directory = await benchDirectory(closing);
  const databases = await startDatabases(closing);
  const url = await databases.create();
  const chats = chatConversations();
  const vectors = await MemoryVectors.make(new MiniLmEmbedder(), chats.flat());
  const scopes: StudioScope[] = [];
  for (const size of options.sizes) scopes.push(await fillStudio(url, chats, vectors, size));
  const entities = await fillEntities(url, options.entities);
  const app = await startRecall(closing, url, directory);
  const large = await entityTimes(new Caller(app.port, entities.key), entities, ROUTE_CALLS);
  const browser = await startBrowser();
  closing.add(() => browser.stop());
  const samples: StudioSample[] = [];
  for (const scope of scopes) samples.push(await measureStudio(browser, app.port, scope, options.rounds));
  return { options, services: [databases.postgres.description, browser.version], samples, large };
}

/** Measures studio and its calls on one scope of a running service. */
async function measureStudio(
  browser: StudioBrowser,
  port: number,
  scope: StudioScope,
  rounds: number,
): Promise<StudioSample> {
  const routes = await routeTimes(new Caller(port, scope.key), scope, ROUTE_CALLS);
  const turns: Turn[] = [];
  for (let round = 0; round < rounds; round += 1) turns.push(await measurePages(browser, port, scope));
  return { ...mediansOfTurns(scope, turns), routes };
}

/** Every page and every interaction once. */
export interface Turn {
  readonly views: readonly ViewSample[];
  readonly steps: readonly StepSample[];
}

export async function measurePages(browser: StudioBrowser, port: number, scope: StudioScope): Promise<Turn> {
  const baseUrl = `http://127.0.0.1:${String(port)}`;
  const views: ViewSample[] = [];
  for (const { name, hash, shown } of viewsOf(scope))
    views.push({
      name,
      ...(await inNewBrowser(browser, baseUrl, scope.key, (page) => coldAndWarm(page, baseUrl + PATH + hash, shown))),
    });
  const steps = await inNewBrowser(browser, baseUrl, scope.key, (page) => measureSteps(page, baseUrl + PATH, scope));
  return { views, steps };
}

export function mediansOfTurns(
  { size, entities, hub }: StudioScope,
  turns: readonly Turn[],
): Omit<StudioSample, 'routes'> {
  return {
    scope: { size, entities, hub },
    views: mediansByName(turns.map(({ views }) => views)),
    steps: mediansByName(turns.map(({ steps }) => steps)),
  };
}

const PATH = '/v1/studio/';
/** Calls of each route. */
const ROUTE_CALLS = 20;

async function inNewBrowser<T>(
  browser: StudioBrowser,
  baseUrl: string,
  key: string,
  measure: (page: Page) => Promise<T>,
): Promise<T> {
  const tab = await browser.open(baseUrl, key, null);
  try {
    await addClock(tab.page);
    return await measure(tab.page);
  } finally {
    await tab.close();
  }
}

/** In a browser that keeps nothing of studio yet, and again. */
async function coldAndWarm(page: Page, address: string, shown: string): Promise<Omit<ViewSample, 'name'>> {
  const cold = await measureView(page, address, shown);
  await page.goto('about:blank');
  const { shownMs: warmMs } = await measureView(page, address, shown);
  return { ...cold, warmMs };
}

/** The median of each field of the samples of one name. */
function mediansByName<T extends { readonly name: string }>(turns: readonly (readonly T[])[]): T[] {
  return (turns[0] ?? []).map((first) => {
    const own = turns.flatMap((samples) => samples.filter(({ name }) => name === first.name));
    const fields = Object.entries(first).map(([field, value]: [string, unknown]) => [
      field,
      typeof value === 'number' ? median(own.map((one) => one[field as keyof T] as number)) : value,
    ]);
    return Object.fromEntries(fields) as T;
  });
}
