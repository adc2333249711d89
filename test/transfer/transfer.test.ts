import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseExact, stringifyExact } from '#contracts/exact-json.js';
import { runCommand } from '../faults/campaign/deployment.js';
import { bundledPrograms } from '../harness/programs.js';
import { baseEnv } from '../faults/campaign/full-deployment.js';
import { query } from '../harness/postgres.js';
import { testDatabase } from '../harness/services.js';
import type { Client } from '../path/client.js';
import { runEngraph, type RunningEngraph } from '../path/run-engraph.js';

/** The whole service on real Postgres, and the CLI on it and on another database. */
let directory: string;
let engraph: RunningEngraph;
let source: Client;
let file: string[];

const root = fileURLToPath(new URL('../../', import.meta.url));
const LIGHT = { EXTRACTION_STAGES: 'pattern', EMBEDDING_MODEL: 'off' };
const cli = async (url: string, args: readonly string[]) =>
  runCommand(root, { ...baseEnv(directory), DATABASE_URL: url }, args, '', await bundledPrograms());
const SCOPE = ['--namespace', 'move', '--agent', 'source'];

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'engraph-transfer-'));
  engraph = await runEngraph('log', LIGHT);
  source = await engraph.client('move', 'source');
  const first = await source.remember('Lena Fischer works at Initech.', {
    ...{ session: 18446744073709551615n, metadata: { ticket: 9007199254740993n }, tags: ['work'] },
  });
  const next = await source.remember('She lives in Oslo.', { session: 18446744073709551615n });
  await source.post('/v1/links', { source: next, target: first, kind: 'supports' });
  const mistake = await source.remember('Lena Fischer knows Omar Haddad, whose secret word is zanzibar.');
  await source.delete('/v1/memories', { memory_id: mistake, hard: true });
  await source.post('/v1/entities', { entity_type_id: 2, canonical_name: 'Initech Ltd', aliases: ['Initech'] });
  file = await exported(source);
});
afterAll(async () => {
  await engraph.stop();
  await rm(directory, { recursive: true });
});

async function exported(client: Client, after = ''): Promise<string[]> {
  const answer = await fetch(`${engraph.baseUrl}/v1/export${after && `?after=${after}`}`, {
    headers: { 'x-api-key': client.key },
  });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/x-ndjson; charset=utf-8']);
  return (await answer.text()).trimEnd().split('\n');
}

const send = (client: Client, lines: readonly string[]) =>
  client.post('/v1/import', lines.join('\n'), { 'content-type': 'application/x-ndjson' });

const linesOf = (type: string): string[] => file.filter((line) => line.includes(`"type":"${type}"`));

/** The line with its data changed. */
function changed(line: string, change: (data: Record<string, unknown>) => Record<string, unknown>): string {
  const event = parseExact(line) as { data: Record<string, unknown> };
  return stringifyExact({ ...event, data: change(event.data) });
}

const graphOf = async (client: Client): Promise<unknown> => [
  (await client.get('/v1/graph?include_memories=true&include_statements=true&include_memory_edges=true')).body,
  // Reads count, so they differ.
  (await client.get('/v1/memories')).body.items.map((item: object) => {
    return { ...item, access_count: 0, last_accessed_at: null };
  }),
];

test('an export has a header, the events, and an end, and nothing of what was erased', () => {
  expect(parseExact(file[0] ?? '')).toMatchObject({
    engraph: 'export',
    version: 1,
    namespace: 'move',
    agent: 'source',
  });
  expect(parseExact(file.at(-1) ?? '')).toMatchObject({
    engraph: 'end',
    sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  expect(linesOf('MemoryEncoded')).toHaveLength(3);
  expect(linesOf('MemoryExtracted')).toHaveLength(3);
  expect(linesOf('GraphUpdated')).toEqual([]);
  expect(file.join('\n')).toContain('9007199254740993');
  expect(file.join('\n')).not.toMatch(/zanzibar|Omar/);
});

test('an interrupted export goes on behind a checkpoint, and the whole file is the same', async () => {
  const at = file.findIndex((line) => line.includes('"engraph":"checkpoint"'));
  const { cursor } = parseExact(file[at] ?? '') as { cursor: string };
  const rest = await exported(source, cursor);
  const events = (lines: readonly string[]): string[] => lines.filter((line) => line.startsWith('{"event"'));
  expect(events(rest)).toEqual(events(file.slice(at + 1)));
  const target = await engraph.client('move', 'continued');
  expect(await send(target, [...file.slice(0, at + 1), ...rest])).toMatchObject({ body: { complete: true } });
  const other = await engraph.client('move', 'stranger');
  expect(await other.get(`/v1/export?after=${cursor}`)).toMatchObject({ status: 400 });
});

test('into a scope of another name it gives the same memories, and no model runs', async () => {
  const target = await engraph.client('move', 'target');
  const { status, body } = await send(target, file);
  expect([status, body]).toMatchObject([
    200,
    { lines: file.length, memories: 3, known: 0, skipped: 0, complete: true },
  ]);
  expect(await send(target, file)).toMatchObject({ body: { imported: 0, memories: 0, known: body.imported } });
  const own = (items: { text: string; metadata: unknown; tags: unknown; session: unknown; extraction: string }[]) =>
    items.map(({ text, metadata, tags, session, extraction }) => ({ text, metadata, tags, session, extraction }));
  const memories = own((await target.get('/v1/memories')).body.items);
  expect(memories).toEqual(own((await source.get('/v1/memories')).body.items));
  const { entities } = (await target.get('/v1/entities?prefix=lena')).body;
  expect(entities).toMatchObject([{ canonical_name: 'Lena Fischer' }]);
  const [theirs] = (await source.get('/v1/entities?prefix=lena')).body.entities;
  expect(entities[0].entity_id).not.toBe(theirs.entity_id);
  const scopes = await query(
    engraph.databaseUrl,
    `SELECT count(*)::text AS runs FROM events WHERE type = 'MemoryExtracted' GROUP BY scope_id`,
  );
  expect(new Set(scopes.map(({ runs }: { runs?: unknown }) => runs))).toEqual(new Set(['3']));
  // The next turn of a session follows the last one.
  const turn = { text: 'Lena Fischer likes skiing.', session: 18446744073709551615n };
  expect((await target.post('/v1/memories', turn)).body).toMatchObject({ auto_edges_added: 1 });
});

test('a memory without what was read in it is read; one that the target forgot stays forgotten', async () => {
  const target = await engraph.client('move', 'unread');
  const [header = '', ...rest] = file;
  await send(target, [header, ...linesOf('MemoryEncoded')]);
  const [{ memory_id }] = (await target.get('/v1/memories?dir=asc')).body.items;
  await target.delete('/v1/memories', { memory_id, hard: true });
  const { body } = await send(target, [header, ...rest]);
  expect(body).toMatchObject({ memories: 0, complete: true });
  expect(body.skipped).toBeGreaterThanOrEqual(2);
  expect(await target.get(`/v1/memories/${memory_id}/inspect`)).toMatchObject({ status: 404 });
  expect((await target.get('/v1/memories')).body.items).toHaveLength(1);
  const texts = await query(
    engraph.databaseUrl,
    `SELECT FROM events JOIN scopes USING (scope_id) WHERE agent = 'unread' AND data::text LIKE '%works at Initech%'`,
  );
  expect(texts).toEqual([]);
});

const HUGE = String(2n ** 128n);
test.each([
  ['a first line that is no header', () => file.slice(1), 1, /first line must be the header/],
  ['a line that is no JSON', () => [...file.slice(0, 2), '{"event":'], 3, /not JSON/],
  ['a line that is a list', () => [...file.slice(0, 2), '[]'], 3, /not a JSON object/],
  ['an unknown type', () => [file[0] ?? '', '{"event":"00000000-0000-7000-8000-000000000000","type":"X"}'], 2, /type/],
  [
    'an event that is not imported',
    () => [file[0] ?? '', (linesOf('MemoryEncoded')[0] ?? '').replace('MemoryEncoded', 'GraphUpdated')],
    2,
    /not imported/,
  ],
  [
    'a memory id of 2^128',
    () => [file[0] ?? '', changed(linesOf('MemoryEncoded')[0] ?? '', (data) => ({ ...data, memory_id: HUGE }))],
    2,
    /below 2\^128/,
  ],
  [
    'a text that is a number',
    () => [file[0] ?? '', changed(linesOf('MemoryEncoded')[0] ?? '', (data) => ({ ...data, text: 7 }))],
    2,
    /data\/text/,
  ],
  [
    'a text with NUL',
    () => [file[0] ?? '', changed(linesOf('MemoryEncoded')[0] ?? '', (data) => ({ ...data, text: 'a\0b' }))],
    2,
    /cannot be stored/,
  ],
  ['an extraction of no memory', () => [file[0] ?? '', linesOf('MemoryExtracted')[0] ?? ''], 2, /no|neither/],
  ['a link of no memory', () => [file[0] ?? '', linesOf('MemoriesLinked')[0] ?? ''], 2, /neither/],
  [
    'a name of an unknown type',
    () => [
      file[0] ?? '',
      ...linesOf('MemoryEncoded'),
      (linesOf('MemoryExtracted').find((line) => line.includes('"type":"person"')) ?? '').replaceAll(
        '"type":"person"',
        '"type":"ghost"',
      ),
    ],
    5,
    /ghost|type/,
  ],
  ['a file of which a line is missing', () => [...file.slice(0, 2), ...file.slice(3)], null, /missing or changed/],
] as const)('%s is refused with its number, and what stands before it is stored', async (what, lines, line, reason) => {
  const target = await engraph.client('refused', what);
  const { status, body } = await send(target, lines());
  expect([status, body.error?.message]).toEqual([400, expect.stringMatching(reason)]);
  expect(body.error.message).toMatch(line === null ? /^line \d+: / : new RegExp(`^line ${String(line)}: `));
  expect(await target.get('/v1/entities')).toMatchObject({ status: 200 });
  expect(await send(target, file)).toMatchObject({ status: 200, body: { complete: true } });
});

test('an id that stands for something else in the scope is a conflict', async () => {
  const target = await engraph.client('move', 'conflict');
  expect(await send(target, file)).toMatchObject({ status: 200 });
  const encoded = linesOf('MemoryEncoded').find((line) => line.includes('Oslo')) ?? '';
  const other = changed(encoded, (data) => ({ ...data, text: 'She lives in Rome.' }));
  const answer = await send(target, [file[0] ?? '', other]);
  expect(answer).toMatchObject({
    status: 409,
    body: { error: { code: 'conflict', message: expect.stringMatching(/^line 2/) } },
  });
  const renamed = other.replace(/"event":"[^"]*"/, '"event":"00000000-0000-7000-8000-000000000000"');
  expect(await send(target, [file[0] ?? '', renamed])).toMatchObject({ status: 409 });
});

test('lines are taken as lines alone, and by a key that may encode, recall and forget', async () => {
  expect(await source.post('/v1/import', { lines: 1 })).toMatchObject({ status: 415 });
  expect(await source.post('/v1/recall', '{}', { 'content-type': 'application/x-ndjson' })).toMatchObject({
    status: 415,
  });
  expect(await source.post('/v1/import', '', { 'content-type': 'application/x-ndjson' })).toMatchObject({
    status: 400,
  });
});

test('the command line moves a scope to another database, with the same ids, though it is cut on the way', async () => {
  const path = join(directory, 'scope.jsonl');
  expect(await cli(engraph.databaseUrl, ['export', ...SCOPE, '--out', path])).toMatchObject({ code: 0 });
  const whole = await readFile(path);
  const url = await testDatabase();
  await truncate(path, whole.length - 100);
  const cut = await cli(url, ['import', ...SCOPE, path]);
  expect(cut).toMatchObject({ code: 1, errors: expect.stringMatching(/line \d+|it was cut/) });
  expect(await cli(engraph.databaseUrl, ['export', ...SCOPE, '--out', path])).toMatchObject({ code: 0 });
  expect((await readFile(path)).toString()).toBe(whole.toString());
  expect(await cli(url, ['import', ...SCOPE, path])).toMatchObject({ code: 0 });
  const moved = await runEngraph('log', LIGHT, { databaseUrl: url, brokers: [] });
  try {
    expect(await graphOf(await moved.client('move', 'source'))).toEqual(await graphOf(source));
  } finally {
    await moved.stop();
  }
});

const SYSTEMS = {
  mem0: stringifyExact({
    results: [
      {
        id: 'a1',
        memory: 'Likes hiking',
        user_id: 'u7',
        metadata: { topic: 'sport' },
        created_at: '2024-03-01T10:00:00-08:00',
      },
      { id: 'a2', memory: ' ', user_id: 'u7' },
    ],
  }),
  langgraph: [
    { namespace: ['users', 'u7'], key: 'k1', value: { text: 'Prefers tea.' }, created_at: '2024-05-01T00:00:00Z' },
    { namespace: ['users', 'u7'], key: 'k2', value: { city: 'Oslo' }, created_at: '2024-05-02T00:00:00Z' },
  ]
    .map(stringifyExact)
    .join('\n'),
  chatgpt: stringifyExact([
    {
      ...{ conversation_id: 'c1', title: 'Trip', create_time: 1_700_000_000, current_node: 'n3' },
      mapping: {
        n0: { parent: null, message: null },
        n1: {
          parent: 'n0',
          message: {
            author: { role: 'user' },
            create_time: 1_700_000_001.5,
            content: { content_type: 'text', parts: ['Where to?'] },
          },
        },
        n2: {
          parent: 'n1',
          message: {
            author: { role: 'assistant' },
            create_time: 1_700_000_002,
            content: { content_type: 'text', parts: ['Oslo.'] },
          },
        },
        other: {
          parent: 'n1',
          message: { author: { role: 'assistant' }, content: { content_type: 'text', parts: ['Rome.'] } },
        },
        n3: { parent: 'n2', message: { author: { role: 'assistant' }, content: { content_type: 'code', text: 'x' } } },
      },
    },
  ]),
  jsonl: ['{"text":"One.","session":7}', '{"text":"Two.","session":7,"tags":["t"]}', ''].join('\n'),
};

test.each([
  ['mem0', [{ text: 'Likes hiking', occurred_at: '2024-03-01T18:00:00Z' }], { 'no text': 1 }],
  ['langgraph', [{ text: 'Prefers tea.' }, { text: '{"city":"Oslo"}' }], {}],
  [
    'chatgpt',
    [
      { text: 'Where to?', role: 'user' },
      { text: 'Oslo.', role: 'assistant' },
    ],
    { 'a message of type code': 1 },
  ],
  ['jsonl', [{ text: 'One.' }, { text: 'Two.', tags: ['t'] }], {}],
] as const)(
  'the file of %s is imported once, with its times, and says what it leaves out',
  async (from, texts, leftOut) => {
    const target = await engraph.client('from', from);
    const path = join(directory, from);
    await writeFile(path, SYSTEMS[from]);
    const args = ['import', '--namespace', 'from', '--agent', from, '--from', from, path];
    const first = await cli(engraph.databaseUrl, args);
    expect(first).toMatchObject({ code: 0, errors: expect.not.stringContaining('line') });
    expect(first.lines[0]).toMatchObject({ memories: texts.length, left_out: leftOut, complete: true });
    expect((await cli(engraph.databaseUrl, args)).lines[0]).toMatchObject({ memories: 0, imported: 0 });
    const { items } = (await target.get('/v1/memories?dir=asc')).body;
    expect(items).toMatchObject(texts);
  },
);
