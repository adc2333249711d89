import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { mkdtemp, readFile, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { exportToFile } from '#apps/cli/src/transfer/export-file.js';
import { parseExact } from '#contracts/exact-json.js';
import { scopeOf } from '#contracts/scope.js';
import { filterOfJson } from '#request-schema/memory-filter.js';
import { runCommand } from '../faults/campaign/deployment.js';
import { baseEnv } from '../faults/campaign/full-deployment.js';
import type { Client } from '../path/client.js';
import { runEngraph, type RunningEngraph } from '../path/run-engraph.js';

/** Exports of a part of a scope, by the command line and over HTTP, of one running service. */
let directory: string;
let engraph: RunningEngraph;
let client: Client;
let pool: pg.Pool;
const scope = scopeOf('part', 'source');
/** Ids of memories by their place. */
const ids: string[] = [];

const root = fileURLToPath(new URL('../../', import.meta.url));
const SCOPE = ['--namespace', 'part', '--agent', 'source'];
const EVEN = '{"metadata":{"n":{"in":[0,2,4]}},"tags":{"any":["work"]}}';
/** The same conditions, written otherwise. */
const SAME = '{"tags": {"any": ["work"]}, "session": null, "metadata": {"n": {"in": [0, 2, 4]}}}';

const cli = (...args: readonly string[]) =>
  runCommand(root, { ...baseEnv(directory), DATABASE_URL: engraph.databaseUrl }, ['export', ...SCOPE, ...args], '');

/** What the command does with a file, without a process of its own. */
const exportTo = (path: string, filter: string) =>
  exportToFile(pool, { scope, filter: filterOfJson(filter, 'filter'), now: new Date() }, path);

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'engraph-filtered-export-'));
  engraph = await runEngraph('log', { EXTRACTION_STAGES: 'pattern', EMBEDDING_MODEL: 'off' });
  client = await engraph.client('part', 'source');
  pool = new pg.Pool({ connectionString: engraph.databaseUrl, max: 2 });
  for (let n = 0; n < 6; n += 1)
    ids.push(await client.remember(`Memory number ${String(n)}.`, { metadata: { n }, tags: ['work'] }));
  await client.post('/v1/links', { source: ids[0], target: ids[2], kind: 'supports' });
  await client.post('/v1/links', { source: ids[0], target: ids[1], kind: 'supports' });
  await client.delete('/v1/memories', { memory_id: ids[4] });
});
afterAll(async () => {
  await pool.end();
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
  await exportTo(path, EVEN);
  expect(eventsIn(await answer.text())).toEqual(eventsIn(await readFile(path, 'utf8')));
});

test('a file that was cut goes on with the same filter alone', async () => {
  const path = join(directory, 'cut.jsonl');
  await exportTo(path, EVEN);
  const whole = await readFile(path, 'utf8');
  for (const bytes of [whole.length - 20, whole.indexOf('\n') + 10]) {
    await truncate(path, bytes);
    await exportTo(path, SAME);
    expect(eventsIn(await readFile(path, 'utf8'))).toEqual(eventsIn(whole));
  }
  const all = join(directory, 'all.jsonl');
  const everything = { scope, filter: null, now: new Date() };
  expect(await exportToFile(pool, everything, all)).toEqual({ continued: false });
  for (const refused of [
    exportTo(path, '{"tags":{"any":["work"]}}'),
    exportToFile(pool, everything, path),
    exportTo(all, EVEN),
  ])
    await expect(refused).rejects.toThrow('is there already, and an export with another filter');
});

test('an export of a part is imported like any other', async () => {
  const target = await engraph.client('part', 'target');
  const path = join(directory, 'moved.jsonl');
  await exportTo(path, EVEN);
  const answer = await target.post('/v1/import', await readFile(path, 'utf8'), {
    'content-type': 'application/x-ndjson',
  });
  expect(answer).toMatchObject({ status: 200, body: { memories: 2, complete: true } });
});

test('a filter that is none is refused, and nothing is written', async () => {
  const path = join(directory, 'refused.jsonl');
  expect(await cli('--filter', '{"metadata":{"n":{"ge":1}}}', '--out', path)).toMatchObject({
    ...{ code: 1, errors: expect.stringContaining('filter.metadata.n has no operator ge; did you mean gte?') },
  });
  await expect(readFile(path)).rejects.toMatchObject({ code: 'ENOENT' });
});
