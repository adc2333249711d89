import type { Page } from 'playwright-core';
import type { StudioScope } from './fill-studio.js';
import { measureInput, type Interaction } from './page-clock.js';
import { countOf, EDGE_ROW, every, ENTITY_ROW, FACT_ROW, has, ROW } from './views.js';

/** Something that somebody does on a page. */
interface Step {
  readonly name: string;
  /** Where it begins, and JavaScript that is true there once the page is ready for it. */
  readonly hash: string;
  readonly ready: string;
  /** Done before, and not measured. */
  readonly prepare?: (page: Page) => Promise<void>;
  readonly input: (page: Page) => Promise<void>;
  /** JavaScript that is true once the answer is shown, and false before. */
  readonly shown: string;
}

export interface StepSample extends Interaction {
  readonly name: string;
}

/** Does each step once, each on a page that was just opened, and leaves out those that a scope has no data for. */
export async function measureSteps(page: Page, studio: string, scope: StudioScope): Promise<StepSample[]> {
  const samples: StepSample[] = [];
  for (const { name, hash, ready, prepare, input, shown } of stepsOf(scope)) {
    await page.goto('about:blank');
    await page.goto(`${studio}${hash}`);
    await page.evaluate(`pageClock.shown(() => ${ready})`);
    await page.waitForLoadState('load');
    await prepare?.(page);
    const sample = { name, ...(await measureInput(page, () => input(page), shown)) };
    samples.push(sample);
    process.stderr.write(`${name}: ${sample.paintMs.toFixed(0)} and ${sample.answerMs.toFixed(0)} ms\n`);
  }
  return samples;
}

function stepsOf(scope: StudioScope): readonly Step[] {
  return [...memorySteps(scope), ...entitySteps(scope), ...graphSteps(scope), ...otherSteps(scope)];
}

function memorySteps({ size, speaker, questions: [, question = ''] }: StudioScope): readonly Step[] {
  const start = { hash: '#/memories', ready: has(ROW) };
  const search = (page: Page) => page.getByLabel('Search');
  const ofSpeaker = {
    ...start,
    prepare: async (page: Page) => {
      await page.getByText('Filter', { exact: true }).click();
      await page.getByLabel('Speaker').focus();
    },
  };
  const paged: Step = {
    ...start,
    name: 'the next page',
    input: (page) => page.getByRole('button', { name: 'Show more' }).click(),
    shown: `${countOf(ROW)} > 50`,
  };
  return [
    {
      ...start,
      name: 'a search',
      prepare: (page) => search(page).fill(question),
      input: (page) => search(page).press('Enter'),
      shown: `document.body.innerText.includes('Best first.')`,
    },
    {
      ...ofSpeaker,
      name: 'only those of a speaker',
      input: async (page) => {
        await page.keyboard.type(speaker);
        await page.keyboard.press('Enter');
      },
      shown: `${has(ROW)} && ${every(ROW, `innerText.includes(${JSON.stringify(speaker)})`)}`,
    },
    ...(size > 50 ? [paged] : []),
    {
      ...start,
      name: 'a memory is opened',
      input: (page) => page.locator(`${ROW} a`).first().click(),
      shown: has('section[aria-label="Text"] .marked'),
    },
  ];
}

function entitySteps({ hub }: StudioScope): readonly Step[] {
  const start = { hash: '#/entities', ready: has(ENTITY_ROW) };
  const typed = (count: number): Pick<Step, 'input' | 'shown'> => {
    const beginning = hub.name.slice(0, count).toLowerCase();
    const words = 'cells[0].innerText.toLowerCase().split(/[^a-z]+/)';
    const begins = `${words}.some((word) => word.startsWith(${JSON.stringify(beginning)}))`;
    return {
      input: async (page) => {
        await page.getByRole('searchbox').focus();
        await page.keyboard.type(beginning);
      },
      shown: `${has(ENTITY_ROW)} && ${every(ENTITY_ROW, begins)}`,
    };
  };
  return [
    { ...start, name: 'a first letter is typed', ...typed(1) },
    { ...start, name: 'three letters are typed', ...typed(3) },
    {
      ...start,
      name: 'only places',
      prepare: (page) => page.getByLabel('Type').focus(),
      input: (page) => page.keyboard.type('pl'),
      shown: `${has(ENTITY_ROW)} && ${every(ENTITY_ROW, `cells[1].innerText.includes('place')`)}`,
    },
    {
      ...start,
      name: 'an entity is opened',
      input: (page) => page.locator(`${ENTITY_ROW} a`).first().click(),
      shown: has(FACT_ROW),
    },
  ];
}

function graphSteps({ hub }: StudioScope): readonly Step[] {
  const start = { hash: `#/graph/${hub.id}`, ready: `${has(EDGE_ROW)} && ${has('.graph-label:not([hidden])')}` };
  const other = `${EDGE_ROW} td a[href*="#/graph/"]:not([href*="${hub.id}"])`;
  return [
    {
      ...start,
      name: 'a neighbour is opened',
      input: (page) => page.locator(other).first().press('Enter'),
      shown: `performance.getEntriesByType('resource').some(({ name }) => name.includes('/relations') && !name.includes('${hub.id}')) && ${has('.graph[aria-busy="false"]')}`,
    },
    {
      ...start,
      name: 'a month earlier, by the slider',
      input: (page) => page.getByRole('slider').press('PageDown'),
      shown: `location.hash.includes('day=')`,
    },
    {
      ...start,
      name: 'a type is left out',
      input: (page) => page.locator('.types input').first().press('Space'),
      shown: `location.hash.includes('hide=')`,
    },
    {
      ...start,
      name: 'a name is searched',
      prepare: (page) => page.getByLabel('Find an entity').focus(),
      input: (page) => page.keyboard.type(hub.name.slice(0, 2)),
      shown: has('.offered li'),
    },
  ];
}

function otherSteps({ questions: [question = '', other = question] }: StudioScope): readonly Step[] {
  return [
    {
      name: 'another question',
      hash: `#/recall?q=${encodeURIComponent(question)}`,
      ready: has('.ranks > li'),
      prepare: async (page) => {
        await page.evaluate(`globalThis.ranksBefore = document.querySelector('.ranks').innerText`);
        await page.getByLabel('Question').fill(other);
      },
      input: (page) => page.getByLabel('Question').press('Enter'),
      shown: `${has('.ranks > li')} && globalThis.ranksBefore !== document.querySelector('.ranks').innerText`,
    },
  ];
}
