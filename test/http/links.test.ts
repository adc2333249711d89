import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Client } from '../path/client.js';
import { runEngraph, type RunningEngraph } from '../path/run-engraph.js';

let engraph: RunningEngraph;
let client: Client;
let other: Client;
let theirs: string;
let forgotten: string;

/** Id of a memory with arbitrary text. */
async function encode(as: Client, text = 'a turn'): Promise<string> {
  return ((await as.post('/v1/memories', { text })).body as { memory_id: string }).memory_id;
}

beforeAll(async () => {
  engraph = await runEngraph('log', { EXTRACTION: 'off' });
  client = await engraph.client('links', 'ours');
  other = await engraph.client('links', 'theirs');
  theirs = await encode(other);
  forgotten = await encode(client);
  await client.delete('/v1/memories', { memory_id: forgotten });
});
afterAll(async () => {
  await engraph.stop();
});

interface Edge {
  from_id: string;
  to_id: string;
  kind: string;
  label: string;
}

/** All edges between memories, from all pages. */
async function edgesOf(as: Client, limit = 500): Promise<Edge[]> {
  const edges: Edge[] = [];
  let cursor = '';
  do {
    const page = await as.get(
      `/v1/graph?include_memories=true&include_memory_edges=true&limit=${String(limit)}${cursor && `&cursor=${cursor}`}`,
    );
    expect(page.status).toBe(200);
    edges.push(...(page.body.edges as Edge[]));
    cursor = String(page.body.next_cursor ?? '');
  } while (cursor !== '');
  return edges;
}

/** Links as the inspection of a memory has them. */
async function linksOf(as: Client, id: string): Promise<Record<'source' | 'target' | 'kind', string>[]> {
  return (await as.get(`/v1/memories/${id}/inspect`)).body.artifact.links;
}

test('a link is made once, shown by the graph, and removed once', async () => {
  const mine = await engraph.client('links', 'once');
  const [source, target] = [await encode(mine), await encode(mine)];
  const body = { source, target, kind: 'supports', weight: 0.25 };
  const made = await mine.post('/v1/links', body);
  expect(made.status).toBe(200);
  const created = { created_at_unix_nanos: expect.any(BigInt), created_at: expect.stringMatching(/^20.*Z$/) };
  expect(made.body).toEqual({ ...body, ...created, already_existed: false });
  const again = await mine.post('/v1/links', { ...body, weight: 1 });
  expect(again.body).toEqual({ ...made.body, already_existed: true });

  const edge = { from_id: source, to_id: target, kind: 'supports', label: 'core:supports' };
  expect(await edgesOf(mine)).toEqual([edge]);
  expect((await mine.get('/v1/graph?include_memories=true')).body.edges).toEqual([]);
  expect(await linksOf(mine, source)).toEqual([body]);
  expect(await linksOf(mine, target)).toEqual([body]);

  const named = { source, target, kind: 'supports' };
  expect((await mine.delete('/v1/links', named)).body).toEqual({ ...named, removed: true });
  expect((await mine.delete('/v1/links', named)).body).toEqual({ ...named, removed: false });
  expect(await edgesOf(mine)).toEqual([]);
  expect(await linksOf(mine, source)).toEqual([]);
});

test('the links of a memory are those from it, then those to it, each by kind; forgotten ends are none', async () => {
  const mine = await engraph.client('links', 'inspect');
  const [one, two, three] = [await encode(mine), await encode(mine), await encode(mine)];
  for (const [source, target, kind] of [
    [two, one, 'supports'],
    [one, two, 'supports'],
    [one, three, 'caused'],
  ])
    await mine.post('/v1/links', { source, target, kind });
  const kinds = async () => (await linksOf(mine, one)).map(({ source, target, kind }) => [source, target, kind]);
  expect(await kinds()).toEqual([
    [one, three, 'caused'],
    [one, two, 'supports'],
    [two, one, 'supports'],
  ]);
  await mine.delete('/v1/memories', { memory_id: two });
  expect(await kinds()).toEqual([[one, three, 'caused']]);
});

test('a DELETE takes query parameters in place of a body', async () => {
  const [source, target] = [await encode(client), await encode(client)];
  await client.post('/v1/links', { source, target, kind: 'caused' });
  const response = await fetch(`${engraph.baseUrl}/v1/links?source=${source}&target=${target}&kind=caused`, {
    method: 'DELETE',
    headers: { 'x-api-key': client.key },
  });
  expect(await response.json()).toEqual({ source, target, kind: 'caused', removed: true });
});

test('forgetting a memory takes its links along, in both directions, and says how many', async () => {
  const mine = await engraph.client('links', 'forget');
  const [a, b, c] = [await encode(mine), await encode(mine), await encode(mine)];
  await mine.post('/v1/links', { source: a, target: b, kind: 'caused' });
  await mine.post('/v1/links', { source: b, target: c, kind: 'contradicts', weight: -1 });
  await mine.post('/v1/links', { source: a, target: c, kind: 'part_of' });
  const request = { memory_id: b };
  const first = await mine.delete('/v1/memories', request, { 'idempotency-key': 'f' });
  expect(first.body).toEqual({ memory_id: b, was_already_forgotten: false, edges_removed: 2 });
  expect((await mine.delete('/v1/memories', request, { 'idempotency-key': 'f' })).body).toEqual(first.body);
  expect((await edgesOf(mine)).map((edge) => edge.kind)).toEqual(['part_of']);
});

test('pages of one edge at a time give every link once, in any kind', async () => {
  const mine = await engraph.client('links', 'pages');
  const ids = [await encode(mine), await encode(mine), await encode(mine)];
  const kinds = ['supports', 'caused', 'similar_to', 'followed_by', 'references', 'derived_from', 'part_of'];
  const wanted: string[] = [];
  for (const source of ids)
    for (const target of ids)
      for (const kind of source === target ? [] : kinds) {
        await mine.post('/v1/links', { source, target, kind });
        wanted.push(`${source} ${kind} ${target}`);
      }
  const edges = await edgesOf(mine, 1);
  expect(edges.map((edge) => `${edge.from_id} ${edge.kind} ${edge.to_id}`).sort()).toEqual(wanted.sort());
});

describe('request ids', () => {
  test('a link made twice under one id is made once, and a hundred concurrent calls get the one result', async () => {
    const [source, target] = [await encode(client), await encode(client)];
    const body = { source, target, kind: 'references' };
    const calls = Array.from({ length: 100 }, () => client.post('/v1/links', body, { 'idempotency-key': 'same' }));
    const answers = await Promise.all(calls);
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
    expect(answers.filter((answer) => answer.headers.get('idempotency-replayed') === null)).toHaveLength(1);
    for (const answer of answers) expect(answer.body).toEqual(answers[0]?.body);
    expect(answers[0]?.body.already_existed).toBe(false);
  });

  test('one id is refused for other parameters, and for another operation', async () => {
    const [source, target] = [await encode(client), await encode(client)];
    const headers = { 'idempotency-key': 'taken' };
    expect((await client.post('/v1/links', { source, target, kind: 'caused' }, headers)).status).toBe(200);
    const others = [
      await client.post('/v1/links', { source, target, kind: 'caused', weight: 0.5 }, headers),
      await client.delete('/v1/links', { source, target, kind: 'caused' }, headers),
      await client.delete('/v1/memories', { memory_id: source }, headers),
      await client.post('/v1/memories', { text: 'a' }, headers),
    ];
    for (const answer of others) expect([answer.status, answer.body.error.code]).toEqual([409, 'conflict']);
    expect((await edgesOf(client)).filter((edge) => edge.from_id === source)).toHaveLength(1);
  });

  test('a removal is replayed with its first result', async () => {
    const [source, target] = [await encode(client), await encode(client)];
    const link = { source, target, kind: 'caused' };
    await client.post('/v1/links', link);
    const first = await client.delete('/v1/links', link, { 'idempotency-key': 'gone' });
    await client.post('/v1/links', link);
    const replay = await client.delete('/v1/links', link, { 'idempotency-key': 'gone' });
    expect([replay.body, replay.headers.get('idempotency-replayed')]).toEqual([first.body, 'true']);
    expect((await edgesOf(client)).filter((edge) => edge.from_id === source)).toHaveLength(1);
  });
});

describe('bad input', () => {
  let ours: string;
  beforeAll(async () => {
    ours = await encode(client);
  });
  const ids = new Map([
    ['ours', () => ours],
    ['theirs', () => theirs],
    ['forgotten', () => forgotten],
  ]);

  test.each([
    ['no source', { target: '1', kind: 'caused' }, 400],
    ['a null source', { source: null, target: '1', kind: 'caused' }, 400],
    ['a source that is a number', { source: 1, target: '1', kind: 'caused' }, 400],
    ['a source with a leading zero', { source: '01', target: '1', kind: 'caused' }, 400],
    ['a target of 2^128', { source: '1', target: '340282366920938463463374607431768211456', kind: 'caused' }, 400],
    ['no kind', { source: '1', target: '2' }, 400],
    ['an unknown kind', { source: '1', target: '2', kind: 'likes' }, 400],
    ['a kind that is an array', { source: '1', target: '2', kind: ['caused'] }, 400],
    ['one memory at both ends', { source: '1', target: '1', kind: 'caused' }, 400],
    ['a weight above 1', { source: '1', target: '2', kind: 'caused', weight: 1.01 }, 400],
    ['a negative weight', { source: '1', target: '2', kind: 'caused', weight: -0.5 }, 400],
    ['a contradiction below -1', { source: '1', target: '2', kind: 'contradicts', weight: -1.5 }, 400],
    ['a weight that is text', { source: '1', target: '2', kind: 'caused', weight: '1' }, 400],
    ['a body that is an array', [], 400],
    ['a body that is no JSON', '{"source":', 400],
    ['an unknown memory', { source: '1', target: '2', kind: 'caused' }, 404],
    ["another scope's memory", { source: 'ours', target: 'theirs', kind: 'caused' }, 404],
    ['a forgotten memory', { source: 'forgotten', target: 'ours', kind: 'caused' }, 404],
  ])('%s is refused, and writes nothing', async (_, body, status) => {
    const filled = typeof body === 'string' || Array.isArray(body) ? body : fill(body);
    const before = await edgesOf(client);
    const answer = await client.post('/v1/links', filled);
    expect([answer.status, answer.body.error.code]).toEqual([status, status === 404 ? 'not_found' : 'bad_request']);
    expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(await edgesOf(client)).toEqual(before);
  });

  function fill(body: object): object {
    const known = (value: unknown): unknown => ids.get(String(value))?.() ?? value;
    return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, known(value)]));
  }

  test('a removal is refused for the same reasons', async () => {
    const refused = async (body: object): Promise<number> => (await client.delete('/v1/links', body)).status;
    expect(await refused({ source: '1', target: '2' })).toBe(400);
    expect(await refused({ source: '1', target: '2', kind: 'likes' })).toBe(400);
    expect(await refused({ source: '1', target: '2', kind: 'caused' })).toBe(404);
    expect(await refused({ source: ours, target: theirs, kind: 'caused' })).toBe(404);
  });

  test.each(['POST', 'DELETE'])('%s needs a key that may encode', async (method) => {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ source: '1', target: '2', kind: 'caused' });
    const anonymous = await fetch(`${engraph.baseUrl}/v1/links`, { method, headers, body });
    expect([anonymous.status, anonymous.headers.get('x-request-id') === null]).toEqual([401, false]);
    const reader = await engraph.client('links', 'ours', ['recall', 'forget']);
    const answer = await fetch(`${engraph.baseUrl}/v1/links`, {
      ...{ method, body },
      headers: { ...headers, 'x-api-key': reader.key },
    });
    expect([answer.status, ((await answer.json()) as { error: { code: string } }).error.code]).toEqual([
      403,
      'forbidden',
    ]);
  });
});
