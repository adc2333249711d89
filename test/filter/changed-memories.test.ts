import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { uuidOfMemoryId } from '#contracts/memory-id.js';
import { scopeOf } from '#contracts/scope.js';
import { createDataSource, poolOf } from '#database/data-source.js';
import { inLockedScope } from '#database/in-locked-scope.js';
import { inTransaction } from '#database/transaction.js';
import { MiniLmEmbedder } from '#embeddings/minilm-embedder.js';
import { restoreMemory } from '#memories/restore/restore-memory.js';
import { recall } from '#recall/recall.js';
import { denseRetriever } from '#recall/retrievers/dense/dense-retriever.js';
import { searchFilterOf } from '#request-schema/memory-filter.js';
import { IndexCache } from '#search/in-memory-index/index-cache.js';
import { VectorCache } from '#search/vectors/vector-cache.js';
import type { DataSource } from 'typeorm';
import { until } from '../harness/until.js';
import type { Client } from '../path/client.js';
import { runEngraph, type RunningEngraph } from '../path/run-engraph.js';
import { passes, type Filter, type FilteredMemory } from './filtered-memory.js';
import { parsedFilter } from './parsed-filter.js';

let engraph: RunningEngraph;
let client: Client;
let source: DataSource;
const { scopeId } = scopeOf('filter', 'changed');
/** Active memories. */
const memories = new Map<string, FilteredMemory>();
const indexCache = new IndexCache(1 << 24);
/** Quantized, as those of a large scope. */
const dense = denseRetriever(new MiniLmEmbedder(), new VectorCache(1 << 24, 2));

const PLAIN: FilteredMemory = {
  ...{ metadata: null, tags: [], session: null, speaker: null, role: null },
  ...{ kind: 0, pinned: false, occurredAt: 1_700_000_000_000_000_000n },
};
const FILTERS: readonly Filter[] = [
  { metadata: { channel: 'mail' } },
  { metadata: { channel: 'chat' }, tags: { any: ['new'] } },
  { metadata: { n: { gte: 2, lt: 5 } } },
  { tags: { any: ['red'] } },
  { tags: { all: ['red', 'new'] } },
  { pinned: true },
  { pinned: false, metadata: { channel: { in: ['mail', 'chat'] } } },
];

beforeAll(async () => {
  engraph = await runEngraph('log');
  client = await engraph.client('filter', 'changed');
  source = createDataSource({ url: engraph.databaseUrl, poolSize: 4, connectTimeoutMs: 5_000, statementTimeoutMs: 0 });
  await source.initialize();
  for (let n = 0; n < 6; n += 1)
    await remember('The kettle sings.', {
      metadata: { n, channel: n % 2 ? 'chat' : 'mail' },
      tags: n % 3 ? ['red'] : [],
      pinned: n === 4,
    });
}, 60_000);
afterAll(async () => {
  await source.destroy();
  await engraph.stop();
});

async function remember(text: string, more: Partial<FilteredMemory>): Promise<string> {
  const { occurredAt, ...memory } = { ...PLAIN, ...more };
  const id = await client.remember(text, { ...memory, occurred_at: occurredAt });
  memories.set(id, { ...PLAIN, ...more });
  return id;
}

/** Changes a memory; what of it a filter can tell is compared from then on. */
async function patch(id: string, change: object): Promise<void> {
  expect((await client.patch(`/v1/memories/${id}`, change)).status).toBe(200);
  const known = memories.get(id);
  if (known) memories.set(id, { ...known, ...change });
}

/** Asks the service, whose indexes are in memory, and the owner's session with quantized vectors. */
async function expectExactlyPassing(): Promise<void> {
  for (const filter of FILTERS) {
    const expected = [...memories].filter(([, one]) => passes(one, filter)).map(([id]) => id);
    const { body } = await client.post('/v1/recall', { query: 'kettle', max_results: 100, filter });
    expect([filter, body.memories.map((one: { memory_id: string }) => one.memory_id).sort()]).toEqual([
      filter,
      expected.sort(),
    ]);
    const { memories: near } = await recall(poolOf(source), scopeId, {
      ...{ text: 'kettle', maxResults: 100, retrievers: ['dense'], dense, indexCache, neighbours: false },
      filter: searchFilterOf(parsedFilter(filter)),
    });
    expect([filter, near.map(({ memory_id }) => memory_id).sort()]).toEqual([filter, expected.sort()]);
  }
}

test('a change of metadata, tags or the pin counts from the next question on', async () => {
  const [first = '', second = '', third = '', fourth = ''] = memories.keys();
  await expectExactlyPassing();
  // Each alone: a change of several would show although one of them is not recorded.
  await patch(fourth, { pinned: true });
  await expectExactlyPassing();
  await patch(fourth, { pinned: false });
  await expectExactlyPassing();
  await patch(first, { metadata: { channel: 'chat', n: 3 } });
  await expectExactlyPassing();
  await patch(first, { tags: ['red', 'new'] });
  await expectExactlyPassing();
  await patch(second, { pinned: true, metadata: null });
  await expectExactlyPassing();
  await patch(third, { tags: [], metadata: { channel: 'mail', n: 2, more: 'x', other: 1, yet: true } });
  await expectExactlyPassing();
});

test('so does a forget, a restore and an expiry', async () => {
  const [id = ''] = memories.keys();
  const known = memories.get(id);
  expect((await client.delete('/v1/memories', { memory_id: id })).status).toBe(200);
  memories.delete(id);
  await expectExactlyPassing();
  const pool = poolOf(source);
  await inLockedScope({ transaction: (work) => inTransaction(pool, work) }, scopeId, (tx) =>
    restoreMemory(tx, scopeId, uuidOfMemoryId(id) ?? '', new Date()),
  );
  if (known) memories.set(id, known);
  await until(async () => {
    await expectExactlyPassing();
    return true;
  });
  const expiring = [...memories.keys()].at(-1) ?? '';
  await patch(expiring, { expires_at: '2001-01-01T00:00:00Z' });
  memories.delete(expiring);
  await until(async () => (await client.get(`/v1/memories/${expiring}`)).status === 404);
  await until(async () => {
    await expectExactlyPassing();
    return true;
  });
});

test('a memory whose text has no term is found by its vector, and passes by its metadata', async () => {
  const id = await remember('👍', { metadata: { channel: 'mail', n: 4 }, tags: ['red'] });
  await expectExactlyPassing();
  await patch(id, { metadata: { channel: 'chat', n: 9 }, tags: ['new'] });
  await expectExactlyPassing();
});

test('a changed text keeps its memory among those that pass', async () => {
  const [id = ''] = memories.keys();
  const changed = await client.patch(
    `/v1/memories/${id}`,
    { text: 'The kettle sings aloud.', metadata: { channel: 'mail', n: 4 } },
    { prefer: 'wait=30' },
  );
  expect(changed.status).toBe(200);
  const known = memories.get(id);
  if (known) memories.set(id, { ...known, metadata: { channel: 'mail', n: 4 } });
  await expectExactlyPassing();
});
