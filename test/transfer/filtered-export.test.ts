import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { mkdtemp, readFile, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseExact } from '#contracts/exact-json.js';
import { runCommand } from '../faults/campaign/deployment.js';
import { baseEnv } from '../faults/campaign/full-deployment.js';
import type { Client } from '../path/client.js';
import { runEngraph, type RunningEngraph } from '../path/run-engraph.js';

/** Exports of a part of a scope, by the command line and over HTTP, of one running service. */
let directory: string;
let engraph: RunningEngraph;
let client: Client;
/** Ids of memories by their place. */
const ids: string[] = [];

const root = fileURLToPath(new URL('../../', import.meta.url));
const SCOPE = ['--namespace', 'part', '--agent', 'source'];
const EVEN = '{"metadata":{"n":{"in":[0,2,4]}},"tags":{"any":["work"]}}';
/** The same conditions, written otherwise. */
const SAME = '{"tags": {"any": ["work"]}, "session": null, "metadata": {"n": {"in": [0, 2, 4]}}}';

const cli = (...args: readonly string[]) =>
  runCommand(root, { ...baseEnv(directory), DATABASE_URL: engraph.databaseUrl }, ['export', ...SCOPE, ...args], '');

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'engraph-filtered-export-'));
  engraph = await runEngraph('log', { EXTRACTION_STAGES: 'pattern', EMBEDDING_MODEL: 'off' });
  client = await engraph.client('part', 'source');
  for (let n = 0; n < 6; n += 1)
    ids.push(await client.remember(`Memory number ${String(n)}.`, { metadata: { n }, tags: ['work'] }));
  await client.post('/v1/links', { source: ids[0], target: ids[2], kind: 'supports' });
  await client.post('/v1/links', { source: ids[0], target: ids[1], kind: 'supports' });
  await client.delete('/v1/memories', { memory_id: ids[4] });
});
afterAll(async () => {
  await engraph.stop();
  await rm(directory, { recursive: true });
});

interface Line {
  readonly engraph?: string;
  readonly type?: string;
  readonly data?: { readonly memory_id?: string; readonly target?: string };
}

const eventsIn = (text: string): Line[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => parseExact(line) as Line)
    .filter(({ type }) => type !== undefined);

function expectEven(text: string): void {
  const events = eventsIn(text);
  const encoded = events.filter(({ type }) => type === 'MemoryEncoded').map(({ data }) => data?.memory_id);
  expect(encoded).toEqual([ids[0], ids[2]]);
  const linked = events.filter(({ type }) => type === 'MemoriesLinked').map(({ data }) => data?.target);
  expect(linked).toEqual([ids[2]]);
}

test('the command line exports the active memories that pass a filter, and the links between them', async () => {
  const path = join(directory, 'even.jsonl');
  expect(await cli('--filter', EVEN, '--out', path)).toMatchObject({ code: 0 });
  const text = await readFile(path, 'utf8');
  expectEven(text);
  expect(parseExact(text.split('\n')[0] ?? '')).toMatchObject({ filter: { tags: { any: ['work'] } } });
  const printed = await cli('--filter', EVEN);
  expectEven(printed.lines.map((line) => JSON.stringify(line)).join('\n'));
});

test('GET /v1/export gives the same events', async () => {
  const answer = await fetch(`${engraph.baseUrl}/v1/export?filter=${encodeURIComponent(EVEN)}`, {
    headers: { 'x-api-key': client.key },
  });
  const path = join(directory, 'compared.jsonl');
  await cli('--filter', EVEN, '--out', path);
  expect(eventsIn(await answer.text())).toEqual(eventsIn(await readFile(path, 'utf8')));
});

test('a file that was cut goes on with the same filter alone', async () => {
  const path = join(directory, 'cut.jsonl');
  await cli('--filter', EVEN, '--out', path);
  const whole = await readFile(path, 'utf8');
  for (const bytes of [whole.length - 20, whole.indexOf('\n') + 10]) {
    await truncate(path, bytes);
    expect(await cli('--filter', SAME, '--out', path)).toMatchObject({ code: 0 });
    expect(eventsIn(await readFile(path, 'utf8'))).toEqual(eventsIn(whole));
  }
  for (const other of [[], ['--filter', '{}'], ['--filter', '{"tags":{"any":["work"]}}']])
    expect(await cli(...other, '--out', path)).toMatchObject({
      ...{ code: 1, errors: expect.stringContaining('is there already, and an export with another filter') },
    });
  const all = join(directory, 'all.jsonl');
  expect(await cli('--out', all)).toMatchObject({ code: 0 });
  expect(await cli('--filter', EVEN, '--out', all)).toMatchObject({ code: 1 });
});

test('what is left of a scope by an export of a part is imported like any other', async () => {
  const target = await engraph.client('part', 'target');
  const path = join(directory, 'moved.jsonl');
  await cli('--filter', EVEN, '--out', path);
  const answer = await target.post('/v1/import', await readFile(path, 'utf8'), {
    'content-type': 'application/x-ndjson',
  });
  expect(answer).toMatchObject({ status: 200, body: { memories: 2, complete: true } });
});

test.each([
  ['{"metadata":{"n":{"ge":1}}}', 'filter.metadata.n has no operator ge; did you mean gte?'],
  ['{"tag":["a"]}', 'unknown field `filter.tag`; did you mean `filter.tags`?'],
  ['tags=work', '--filter must be the JSON of a filter'],
  ['', '--filter must be the JSON of a filter'],
])('the filter %p is refused, and nothing is written', async (filter, message) => {
  const path = join(directory, 'refused.jsonl');
  expect(await cli('--filter', filter, '--out', path)).toMatchObject({
    ...{ code: 1, errors: expect.stringContaining(message) },
  });
  await expect(readFile(path)).rejects.toMatchObject({ code: 'ENOENT' });
});
