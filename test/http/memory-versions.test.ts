import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { armFailpoints, disarmFailpoints } from '#failpoints/failpoints.js';
import type { Client } from '../path/client.js';
import { runEngraph, type RunningEngraph } from '../path/run-engraph.js';
import { until } from '../harness/until.js';

/** Storing, reading, changing, expiring and forgetting memories as a caller does, with the pipeline in one process. */
let engraph: RunningEngraph;
let client: Client;

beforeAll(async () => {
  engraph = await runEngraph('log');
  client = await engraph.client('versions', 'ours');
});
afterAll(async () => {
  await engraph.stop();
});

const WAIT = { prefer: 'wait=30' };
const employersIn = async (as: Client): Promise<string[]> =>
  ((await as.get('/v1/entities?type_id=2')).body.entities as { canonical_name: string }[]).map(
    (one) => one.canonical_name,
  );

test('a memory is read by its id as lists have it, with its version as ETag', async () => {
  const id = await client.remember('Lena Fischer lives in Oslo.', { metadata: { n: 1 }, tags: ['home'], session: 7 });
  const got = await client.get(`/v1/memories/${id}`);
  expect(got.status).toBe(200);
  expect(got.headers.get('etag')).toBe('"1"');
  const { items } = (await client.get('/v1/memories?limit=1')).body;
  expect(got.body).toEqual(items[0]);
  expect(got.body).toMatchObject({ version: 1, pinned: false, expires_at_unix_nanos: 0, tags: ['home'] });
});

test('an unknown, a foreign and a forgotten memory are not found, in the same words', async () => {
  const other = await engraph.client('versions', 'theirs');
  const theirs = await other.remember('Nothing of note.');
  const forgotten = await client.remember('Nothing to keep.');
  await client.delete('/v1/memories', { memory_id: forgotten });
  const answers = [];
  for (const id of ['7', theirs, forgotten])
    for (const answer of [
      await client.get(`/v1/memories/${id}`),
      await client.patch(`/v1/memories/${id}`, { text: 'x' }),
    ])
      answers.push({ status: answer.status, body: answer.body });
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  expect(answers[0]?.status).toBe(404);
  expect((await client.get(`/v1/memories/${forgotten}?include_tombstoned=true`)).body).toMatchObject({ state: 1 });
});

test('a new text replaces what the old one gave graph and search, and history has both', async () => {
  const mine = await engraph.client('versions', 'text');
  const id = await mine.remember('Omar Haddad works at Initech Ltd.', { metadata: { source: 'crm' } });
  expect(await employersIn(mine)).toEqual(['Initech Ltd']);
  const revised = await mine.patch(`/v1/memories/${id}`, { text: 'Omar Haddad works at Umbrella Ltd.' }, WAIT);
  expect(revised.body).toEqual({ memory_id: id, version: 2, was_changed: true });
  expect(revised.headers.get('etag')).toBe('"2"');
  expect(revised.headers.get('preference-applied')).toMatch(/extraction=(done|partial)$/);
  expect(await employersIn(mine)).toEqual(['Umbrella Ltd']);
  const recalled = await mine.post('/v1/recall', { query: 'Where does Omar Haddad work?' });
  expect(recalled.body.memories.map((one: { text: string }) => one.text)).toEqual([
    'Omar Haddad works at Umbrella Ltd.',
  ]);
  await mine.patch(`/v1/memories/${id}`, { tags: ['checked'] });
  const { body } = await mine.get(`/v1/memories/${id}?versions=true`);
  expect(body).toMatchObject({ text: 'Omar Haddad works at Umbrella Ltd.', version: 3, metadata: { source: 'crm' } });
  const at = expect.anything();
  expect(body.versions).toEqual([
    { version: 3, created_at_unix_nanos: at, created_at: at, tags: ['checked'] },
    { version: 2, created_at_unix_nanos: at, created_at: at, text: 'Omar Haddad works at Umbrella Ltd.' },
    {
      ...{ version: 1, created_at_unix_nanos: at, created_at: at, text: 'Omar Haddad works at Initech Ltd.', tags: [] },
      ...{ metadata: { source: 'crm' }, expires_at_unix_nanos: 0, expires_at: null, pinned: false },
    },
  ]);
});

test('of two changes at once for one version, one is refused with the current version', async () => {
  const id = await client.remember('The kettle is descaled every month.');
  const changes = await Promise.all(
    ['a', 'b'].map((tag) => client.patch(`/v1/memories/${id}`, { tags: [tag] }, { 'if-match': '"1"' })),
  );
  expect(changes.map(({ status }) => status).sort()).toEqual([200, 409]);
  const refused = changes.find(({ status }) => status === 409);
  expect(refused?.headers.get('etag')).toBe('"2"');
  expect(refused?.body.error).toMatchObject({ code: 'conflict', message: expect.stringContaining('version 2') });
});

test('a repeated change gives the first result, and the same key with another change is a conflict', async () => {
  const id = await client.remember('The stairs are swept on Mondays.');
  const key = { 'idempotency-key': 'versions-1' };
  const first = await client.patch(`/v1/memories/${id}`, { pinned: true }, key);
  const again = await client.patch(`/v1/memories/${id}`, { pinned: true }, key);
  expect(again.body).toEqual(first.body);
  expect(again.headers.get('idempotency-replayed')).toBe('true');
  expect((await client.patch(`/v1/memories/${id}`, { pinned: false }, key)).status).toBe(409);
});

test.each([
  [{}, {}, 'at least one of text'],
  [{ text: null }, {}, 'text'],
  [{ tags: ['a'] }, { 'if-match': 'W/"1"' }, 'If-Match'],
])('%j with %j is refused', async (body, headers, reason) => {
  const id = await client.remember('A turn.');
  const refused = await client.patch(`/v1/memories/${id}`, body, headers);
  expect(refused.status).toBe(400);
  expect(refused.body.error.message).toContain(reason);
});

test('a key that may not forget cannot change a memory', async () => {
  const writer = await engraph.client('versions', 'ours', ['encode', 'recall']);
  const id = await client.remember('A turn.');
  expect((await writer.patch(`/v1/memories/${id}`, { text: 'Another turn.' })).status).toBe(403);
});

test('a memory whose time is over is in no answer, at once, and then forgotten with what it gave the graph', async () => {
  const mine = await engraph.client('versions', 'expiry');
  const id = await mine.remember('Priya Nair works at Hooli Ltd.');
  const pinned = await mine.remember('Ivan Petrov works at Acme Ltd.', { pinned: true });
  for (const one of [id, pinned])
    expect((await mine.patch(`/v1/memories/${one}`, { expires_at: '2001-01-01T00:00:00Z' })).status).toBe(200);
  expect((await mine.get(`/v1/memories/${id}`)).status).toBe(404);
  expect((await mine.get(`/v1/memories/${id}/inspect`)).status).toBe(404);
  expect((await mine.get('/v1/memories')).body.items.map((one: { memory_id: string }) => one.memory_id)).toEqual([
    pinned,
  ]);
  const recalled = await mine.post('/v1/recall', { query: 'Where does Priya Nair work?' });
  expect(recalled.body.memories.map((one: { memory_id: string }) => one.memory_id)).not.toContain(id);
  await until(async () => !(await employersIn(mine)).includes('Hooli Ltd'));
  expect((await mine.get(`/v1/memories/${id}?include_tombstoned=true`)).body).toMatchObject({ state: 1 });
  const stored = await mine.post('/v1/memories', { text: 'Gone at once.', expires_at: '2001-01-01T00:00:00Z' });
  expect((await mine.get(`/v1/memories/${String(stored.body.memory_id)}`)).status).toBe(404);
});

interface Created {
  readonly memory_id: string;
  readonly auto_edges_added: number;
  readonly was_deduplicated: boolean;
}

test('a batch has a result for each item: an invalid one gets its error, the others are stored in their order', async () => {
  const mine = await engraph.client('versions', 'batch');
  const turn = (i: number) => ({ text: `Turn ${String(i)} of many.`, session: 3 });
  const items: unknown[] = Array.from({ length: 600 }, (_, i) => turn(i));
  items[1] = { text: '' };
  items[2] = 'no memory';
  items[300] = { ...turn(300), dedupe: 'content' };
  const { status, body } = await mine.post('/v1/memories/batch', { items });
  expect(status).toBe(200);
  expect(body.results).toHaveLength(600);
  expect(body.results.slice(1, 3)).toEqual([
    { error: { code: 'bad_request', message: 'text must not be blank' } },
    { error: { code: 'bad_request', message: 'the body must be a JSON object' } },
  ]);
  const stored = (body.results as Created[]).filter((result) => 'memory_id' in result);
  expect(stored.map(({ auto_edges_added: edges }) => edges)).toEqual([0, ...Array.from({ length: 597 }, () => 1)]);
  const listed = (await mine.get('/v1/memories?dir=asc&limit=100&session=3')).body.items as Created[];
  expect(listed.map(({ memory_id: id }) => id)).toEqual(stored.slice(0, 100).map(({ memory_id: id }) => id));
  const { edges } = (await mine.get('/v1/graph?include_memories=true&include_memory_edges=true&limit=500')).body;
  const follows = new Map(
    (edges as { kind: string; from_id: string; to_id: string }[])
      .filter(({ kind }) => kind === 'followed_by')
      .map(({ from_id: from, to_id: to }) => [from, to]),
  );
  for (let i = 1; i < 50; i += 1) expect(follows.get(stored[i - 1]?.memory_id ?? '')).toBe(stored[i]?.memory_id);
});

test('an unknown field of an item is the error of that item, unless the caller is lenient', async () => {
  const items = [{ text: 'A turn.', sesion: 4 }, { text: 'A turn.' }];
  const strict = await client.post('/v1/memories/batch', { items });
  expect(strict.body.results[0].error.message).toContain('sesion');
  expect(strict.body.results[1]).toHaveProperty('memory_id');
  const lenient = await client.post('/v1/memories/batch', { items }, { prefer: 'handling=lenient' });
  expect(lenient.body.results[0]).toHaveProperty('memory_id');
});

test('a repeated batch gives the first results, and its key serves no other batch', async () => {
  const items = [{ text: 'One of two.' }, { text: '' }, { text: 'Two of two.', request_id: 'batch-item-1' }];
  const key = { 'idempotency-key': 'batch-1' };
  const first = await client.post('/v1/memories/batch', { items }, key);
  const again = await client.post('/v1/memories/batch', { items }, key);
  expect(again.headers.get('idempotency-replayed')).toBe('true');
  expect(again.body.results).toEqual(
    (first.body.results as object[]).map((one) => ('error' in one ? one : { ...one, was_deduplicated: true })),
  );
  expect((await client.post('/v1/memories/batch', { items: items.slice(1) }, key)).status).toBe(409);
  // An id of an item is that of a single write.
  const single = await client.post('/v1/memories', { text: 'Two of two.' }, { 'idempotency-key': 'batch-item-1' });
  expect(single.body.memory_id).toBe(first.body.results[2].memory_id);
  const other = await client.post('/v1/memories/batch', { items: [{ text: 'Another.', request_id: 'batch-item-1' }] });
  expect(other.body.results).toEqual([{ error: { code: 'conflict', message: expect.any(String) } }]);
});

test.each([[[]], [Array.from({ length: 1001 }, () => ({ text: 'a' }))], ['a'], [null]])(
  'a batch that is no list of 1 to 1,000 items is refused',
  async (items) => {
    const refused = await client.post('/v1/memories/batch', { items });
    expect(refused.status).toBe(400);
    expect(refused.body.error.message).toBe('items must be a list of 1 to 1000 memories');
  },
);

const storeTagged = async (as: Client, count: number): Promise<string[]> => {
  const items = Array.from({ length: count }, (_, i) => ({ text: `Turn ${String(i)}.`, tags: ['old'] }));
  const { body } = await as.post('/v1/memories/batch', { items });
  return (body.results as Created[]).map(({ memory_id: id }) => id);
};
const OLD = { filter: { tags: { any: ['old'] } } };
const idsIn = async (as: Client): Promise<string[]> =>
  ((await as.get('/v1/memories?dir=asc&limit=100')).body.items as Created[]).map(({ memory_id: id }) => id);

test('what passes a filter is forgotten with what it gave the graph, and the rest stays', async () => {
  const mine = await engraph.client('versions', 'where');
  const where = { tags: ['old'], session: 5 };
  const old = [await mine.remember('Omar Haddad works at Initech Ltd.', where), await mine.remember('A turn.', where)];
  const kept = await mine.remember('Omar Haddad works at Umbrella Ltd.', { tags: ['new'] });
  const dry = await mine.delete('/v1/memories', { ...OLD, dry_run: true });
  expect(dry.body).toEqual({ count: 2, memory_ids: old, dry_run: true, more: false });
  expect(await idsIn(mine)).toEqual([...old, kept]);
  const { edges } = (await mine.get('/v1/graph?include_memories=true&include_memory_edges=true')).body;
  const links = (edges as { kind: string }[]).filter(({ kind }) => kind === 'followed_by' || kind === 'similar_to');
  expect(links).not.toHaveLength(0);
  const key = { 'idempotency-key': 'where-1' };
  const forgotten = await mine.delete('/v1/memories', OLD, key);
  const counts = { count: 2, edges_removed: links.length };
  expect(forgotten.body).toEqual({ ...counts, memory_ids: old, dry_run: false, more: false });
  expect(forgotten.headers.get('idempotency-replayed')).toBeNull();
  expect(await idsIn(mine)).toEqual([kept]);
  expect(await employersIn(mine)).toEqual(['Umbrella Ltd']);
  const later = await mine.remember('A later turn.', where);
  const again = await mine.delete('/v1/memories', OLD, key);
  expect(again.body).toEqual(forgotten.body);
  expect(again.headers.get('idempotency-replayed')).toBe('true');
  expect((await mine.delete('/v1/memories', { ...OLD, hard: true }, key)).status).toBe(409);
  expect(await idsIn(mine)).toEqual([kept, later]);
  const all = await mine.delete('/v1/memories', { all: true, hard: true });
  expect(all.body).toMatchObject({ count: 2, memory_ids: [kept, later] });
  const tombstones = (await mine.get('/v1/memories?include_tombstoned=true&dir=asc')).body.items as Created[];
  expect(tombstones.map(({ memory_id: id }) => id)).toEqual(old);
});

test('an interrupted forget goes on where it stopped, with the memories of its beginning that still pass', async () => {
  const mine = await engraph.client('versions', 'interrupted');
  const old = await storeTagged(mine, 125);
  const key = { 'idempotency-key': 'where-2' };
  // A hundred are forgotten in one transaction; the second is rolled back.
  armFailpoints({ spec: 'forget.before-projection=error@2' });
  expect((await mine.delete('/v1/memories', OLD, key)).status).toBe(500);
  disarmFailpoints();
  expect(await idsIn(mine)).toEqual(old.slice(100));
  const rescued = old[112] ?? '';
  expect((await mine.patch(`/v1/memories/${rescued}`, { tags: [] })).status).toBe(200);
  await mine.delete('/v1/memories', { memory_id: old[113] });
  const later = await storeTagged(mine, 1);
  const done = await mine.delete('/v1/memories', OLD, key);
  const first = { memory_ids: old.slice(0, 100), dry_run: false, edges_removed: 0, more: false };
  expect(done.body).toEqual({ count: 123, ...first });
  expect(await idsIn(mine)).toEqual([rescued, ...later]);
  expect((await mine.delete('/v1/memories', OLD, key)).body).toEqual(done.body);
});

test('one request forgets at most 500, and says that there are more; two at once count no memory twice', async () => {
  const mine = await engraph.client('versions', 'many');
  const old = await storeTagged(mine, 501);
  const dry = await mine.delete('/v1/memories', { ...OLD, dry_run: true });
  expect(dry.body).toEqual({ count: 500, memory_ids: old.slice(0, 100), dry_run: true, more: true });
  const few = await engraph.client('versions', 'few');
  await storeTagged(few, 30);
  const [one, other] = await Promise.all([few.delete('/v1/memories', OLD), few.delete('/v1/memories', OLD)]);
  expect(Number(one.body.count) + Number(other.body.count)).toBe(30);
});

test('a filter reveals what memories hold, so that it needs the permission to recall', async () => {
  const remover = await engraph.client('versions', 'remover', ['forget']);
  for (const body of [OLD, { ...OLD, dry_run: true }, { all: true, dry_run: true }])
    expect((await remover.delete('/v1/memories', body)).status).toBe(403);
  expect((await remover.delete('/v1/memories', { all: true })).body).toMatchObject({ count: 0, more: false });
});

test.each([
  [{}, 'exactly one of memory_id, filter, and all: true'],
  [{ all: false }, 'exactly one of'],
  [{ filter: { session: 1 }, all: true }, 'exactly one of'],
  [{ filter: { tags: {}, since: 0 } }, 'send {"all": true} instead'],
  [{ memory_id: '7', dry_run: true }, 'dry_run goes with filter or all'],
  [{ fitler: { session: 1 } }, 'did you mean `filter`?'],
])('forgetting by %j is refused', async (body, reason) => {
  const refused = await client.delete('/v1/memories', body);
  expect(refused.status).toBe(400);
  expect(refused.body.error.message).toContain(reason);
});
