import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { stringify } from 'lossless-json';
import { parseExact, type ExactJson } from '#contracts/exact-json.js';
import { API_OPERATIONS } from '#apps/api/src/openapi/document.js';
import { SETTINGS } from '#config/settings.js';
import { runEngraph, type RunningEngraph } from '../path/run-engraph.js';
import { answersToWrite, masked } from './example-values.js';
import { examplesOfPage, runInShell, type PageExample, type ShellRun } from './page-examples.js';

const ANSWERS_FILE = new URL('../../apps/api/src/openapi/examples/example-answers.json', import.meta.url);

/** `npm run generate:examples` writes the responses, so there are none to compare with. */
const WRITES = process.env['ENGRAPH_WRITE_EXAMPLES'] === '1';

let engraph: RunningEngraph;
let page: Response;
let text: string;
let examples: PageExample[];
let run: ShellRun;

beforeAll(async () => {
  // As a new user runs it: what is not likely enough is no fact.
  engraph = await runEngraph('log', { FACT_MIN_CONFIDENCE: SETTINGS.FACT_MIN_CONFIDENCE.fallback });
  page = await fetch(`${engraph.baseUrl}/v1/docs`);
  text = await page.text();
  examples = examplesOfPage(text);
  const { key } = await engraph.client('acme', 'assistant');
  run = await runInShell(
    examples.map(({ command }) => command),
    { ENGRAPH: engraph.baseUrl, KEY: key },
  );
  if (WRITES) writeAnswers();
});
afterAll(async () => {
  await engraph.stop();
});

function writeAnswers(): void {
  const answers: Record<string, Record<string, ExactJson>> = {};
  for (const [at, { operationId, name }] of examples.entries()) {
    const printed = run.answers[at]?.printed ?? '';
    if (printed !== '') (answers[operationId] ??= {})[name] = parseExact(printed);
  }
  writeFileSync(ANSWERS_FILE, `${stringify(answersToWrite(answers, run.variables), undefined, 2) ?? ''}\n`);
}

test('every operation has an example: one without needs calls in example-calls.ts, then npm run generate:examples', () => {
  const shown = new Set(examples.map(({ operationId }) => operationId));
  expect(API_OPERATIONS.map(({ operationId }) => operationId).filter((id) => !shown.has(id))).toEqual([]);
});

(WRITES ? test.skip : test)(
  'every example of the page, pasted into a shell in order, is answered as the page says',
  () => {
    expect(examples.length).toBeGreaterThanOrEqual(API_OPERATIONS.length);
    const shown = examples.map(({ operationId, name, answer }) => ({
      ...{ operationId, name, status: '200' },
      answer: answer ? masked(parseExact(answer), new Map()) : '',
    }));
    const got = examples.map(({ operationId, name }, at) => {
      const { status = '', printed = '' } = run.answers[at] ?? {};
      const answer = printed === '' ? '' : masked(parseExact(printed), run.variables);
      return { operationId, name, status, answer };
    });
    expect(got).toEqual(shown);
  },
);

test('what later examples need was kept from the answers', () => {
  expect([...run.variables].filter(([, value]) => value === '')).toEqual([]);
});

test('the page loads nothing and runs nothing, and its policy lets it have its own style alone', () => {
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  const style = /<style>([^]*?)<\/style>/.exec(text)?.[1] ?? '';
  const digest = createHash('sha256').update(style).digest('base64');
  expect(page.headers.get('content-security-policy')).toBe(
    `default-src 'none'; style-src 'sha256-${digest}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  );
  expect(text.match(/<(script|img|link|iframe|object)|\son[a-z]+=|\sstyle=|@import|url\(/g)).toBeNull();
  const leads = [...text.matchAll(/href="([^"]*)"/g)].map(([, target = '']) => target);
  const ids = new Set([...text.matchAll(/ id="([^"]*)"/g)].map(([, id = '']) => `#${id}`));
  expect(leads.filter((target) => !ids.has(target))).toEqual(['/v1/openapi.json']);
});
