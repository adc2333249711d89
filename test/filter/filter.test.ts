import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Pool } from 'pg';
import type { DataSource } from 'typeorm';
import { stringifyExact, type ExactJson } from '#contracts/exact-json.js';
import { memoryIdOfUuid } from '#contracts/memory-id.js';
import { scopeOf } from '#contracts/scope.js';
import { createDataSource, poolOf } from '#database/data-source.js';
import { MiniLmEmbedder } from '#embeddings/minilm-embedder.js';
import { recall } from '#recall/recall.js';
import { denseRetriever } from '#recall/retrievers/dense/dense-retriever.js';
import { searchFilterOf } from '#request-schema/memory-filter.js';
import { filterMemories } from '#search/filter/filter-memories.js';
import type { SearchFilter } from '#search/filter/search-filter.js';
import { IndexCache } from '#search/in-memory-index/index-cache.js';
import { postgresScopeIndex } from '#search/postgres-index/postgres-scope-index.js';
import { VectorCache } from '#search/vectors/vector-cache.js';
import { parsedFilter } from './parsed-filter.js';
import type { Client } from '../path/client.js';
import { runEngraph, type RunningEngraph } from '../path/run-engraph.js';
import { passes, type Filter, type FilteredMemory } from './filtered-memory.js';

let engraph: RunningEngraph;
let client: Client;
let source: DataSource;
let pool: Pool;
const memories = new Map<string, FilteredMemory>();
const { scopeId } = scopeOf('filter', 'oracle');

const START = 1_700_000_000_000_000_000n;
const LONG = 'x'.repeat(32);
const FIELDS = ['a', 'b', 'we"ird $.[0] \\', ''];
const TAGS = ['red', 'green', 'blue', 'value 1 aa'];
const NUMBERS = [0, 1, 1.5, -2, 0.1, 1e21, 9_007_199_254_740_992n, 9_007_199_254_740_993n, 10n ** 40n];
const TEXTS = ['', 'a', 'A', 'é', '😀', '\uffee', '1', '2026-05-01', '2026-05-01T10:00:00Z', `${LONG}a`, `${LONG}b`];

const text = fc.constantFrom(...TEXTS);
const number = fc.constantFrom<number | bigint>(...NUMBERS);
const scalar = fc.oneof(text, number, fc.boolean(), fc.constant(null));
const value = fc.oneof({ weight: 6, arbitrary: scalar }, fc.constantFrom<ExactJson>(['a'], { a: 1 }, [1, 1.5]));
const field = fc.constantFrom(...FIELDS);
const someTags = fc.uniqueArray(fc.constantFrom(...TAGS), { minLength: 1, maxLength: 3 });
const fields = {
  session: fc.constantFrom(1n, 18_446_744_073_709_551_615n),
  speaker: fc.constantFrom('Ana', 'ana', 'Tom'),
  role: fc.constantFrom('user', 'assistant'),
  kind: fc.constantFrom(0, 1),
  pinned: fc.boolean(),
};
const memory: fc.Arbitrary<FilteredMemory> = fc.record({
  metadata: fc.option(fc.dictionary(field, value, { maxKeys: 4 })),
  tags: fc.uniqueArray(fc.constantFrom(...TAGS), { maxLength: 3 }),
  ...{ session: fc.option(fields.session), speaker: fc.option(fields.speaker), role: fc.option(fields.role) },
  ...{
    kind: fields.kind,
    pinned: fields.pinned,
    occurredAt: fc.integer({ min: 0, max: 5 }).map((n) => START + BigInt(n)),
  },
});
const range = fc.oneof(...[text, number].map((bound) => rangeOf(bound as fc.Arbitrary<string | number | bigint>)));
const condition = fc.oneof(scalar, fc.record({ in: fc.array(scalar, { minLength: 1, maxLength: 4 }) }), range);
const bound = fc.integer({ min: 0, max: 5 }).map((n) => (n === 0 ? 0n : START + BigInt(n)));
const parts: Readonly<Record<keyof Filter, fc.Arbitrary<unknown>>> = {
  metadata: fc.dictionary(field, condition, { minKeys: 1, maxKeys: 2 }),
  tags: fc.record({ any: someTags, all: someTags }, { requiredKeys: [] }),
  ...{ ...fields, since: bound, until: bound },
};
const names = fc.oneof(fc.constant(['metadata']), fc.subarray(Object.keys(parts), { maxLength: 3 }));
const filter = names.chain((some) =>
  fc.record(Object.fromEntries(some.map((name) => [name, parts[name as keyof Filter]]))),
) as fc.Arbitrary<Filter>;

function rangeOf(bounds: fc.Arbitrary<string | number | bigint>) {
  const all = fc.record({ gt: bounds, gte: bounds, lt: bounds, lte: bounds }, { requiredKeys: [] });
  return all.filter((some) => Object.keys(some).length > 0);
}

beforeAll(async () => {
  engraph = await runEngraph('log');
  client = await engraph.client('filter', 'oracle');
  source = createDataSource({ url: engraph.databaseUrl, poolSize: 4, connectTimeoutMs: 5_000, statementTimeoutMs: 0 });
  await source.initialize();
  pool = poolOf(source);
  const made = fc.sample(memory, { seed: 24, numRuns: 150 });
  const remember = async ({ occurredAt, ...one }: FilteredMemory): Promise<void> => {
    const id = await client.remember('The kettle sings.', { ...one, occurred_at: occurredAt });
    memories.set(id, { ...one, occurredAt });
  };
  for (let from = 0; from < made.length; from += 50) await Promise.all(made.slice(from, from + 50).map(remember));
}, 120_000);
afterAll(async () => {
  await source.destroy();
  await engraph.stop();
});

interface ExportLine {
  readonly type?: string;
  readonly data?: { readonly memory_id: string };
}

const searchFilter = (filter: Filter): SearchFilter => searchFilterOf(parsedFilter(filter));
const idsOf = (items: readonly { memory_id: string }[]): string[] => items.map(({ memory_id }) => memory_id);
const LEXICAL = { text: 'kettle', maxResults: 1000, retrievers: ['lexical'], neighbours: false } as const;
const indexCache = new IndexCache(1 << 24);
/** Quantized, as those of a large scope. */
const dense = denseRetriever(new MiniLmEmbedder(), new VectorCache(1 << 24, 2));

/** Every way to ask for the memories that pass a filter. */
const ROUTES: Readonly<Record<string, (filter: Filter) => Promise<string[]>>> = {
  list: async (filter) => {
    const ids: string[] = [];
    const asked = `/v1/memories?limit=40&filter=${encodeURIComponent(stringifyExact(filter))}`;
    for (let cursor = ''; ;) {
      const { status, body } = await client.get(asked + cursor);
      expect(status).toBe(200);
      ids.push(...idsOf(body.items));
      if (body.next_cursor === undefined) return ids;
      cursor = `&cursor=${String(body.next_cursor)}`;
    }
  },
  recall: async (filter) => {
    const { status, body } = await client.post('/v1/recall', { query: 'kettle', max_results: 1000, filter });
    expect(status).toBe(200);
    if (body.memories.length === 0) expect(body.none_because).toBe('filter_excludes_all');
    return idsOf(body.memories);
  },
  'recall by quantized vectors': async (filter) => {
    const asked = { ...LEXICAL, retrievers: ['dense'] as const, dense, indexCache, filter: searchFilter(filter) };
    return idsOf((await recall(pool, scopeId, asked)).memories);
  },
  'recall by Postgres': async (filter) =>
    idsOf((await recall(pool, scopeId, { ...LEXICAL, filter: searchFilter(filter) })).memories),
  'recall by Postgres, candidate by candidate': async (filter) => {
    const term = { term: 'kettl', weight: 1 };
    const found = await postgresScopeIndex(pool, scopeId).searchTopK([term], 3, searchFilter(filter), 1000);
    return [...found.keys()].map(memoryIdOfUuid);
  },
  'dry run of a forget': async (filter) => {
    const isEmpty = Object.keys(searchFilter(filter)).length === 0;
    const { body } = await client.delete('/v1/memories', { ...(isEmpty ? { all: true } : { filter }), dry_run: true });
    const listed = (await ROUTES['list']?.(filter))?.sort() ?? [];
    expect(body).toEqual({ count: listed.length, memory_ids: listed.slice(0, 100), dry_run: true, more: false });
    return listed;
  },
  export: async (filter) => {
    const answer = await fetch(`${engraph.baseUrl}/v1/export?filter=${encodeURIComponent(stringifyExact(filter))}`, {
      headers: { 'x-api-key': client.key },
    });
    expect(answer.status).toBe(200);
    const lines = (await answer.text())
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as ExportLine);
    expect(lines.at(-1)).toMatchObject({ engraph: 'end' });
    return lines.flatMap(({ type, data }) => (type === 'MemoryEncoded' && data ? [data.memory_id] : []));
  },
  'one statement': async (filter) =>
    [...(await filterMemories(pool, scopeId, searchFilter(filter), null))].map(memoryIdOfUuid),
};

test.each(Object.keys(ROUTES))(
  '%s gives exactly the memories that pass',
  async (route) => {
    await fc.assert(
      fc.asyncProperty(filter, async (asked) => {
        const expected = [...memories].filter(([, one]) => passes(one, asked)).map(([id]) => id);
        expect((await ROUTES[route]?.(asked))?.sort()).toEqual(expected.sort());
      }),
      { numRuns: 120, seed: 7 },
    );
  },
  120_000,
);

test('a forget by filter forgets exactly the memories that pass, filter by filter', async () => {
  const left = new Map(memories);
  for (const asked of fc.sample(filter, { seed: 11, numRuns: 25 })) {
    if (Object.keys(searchFilter(asked)).length === 0) continue;
    const expected = [...left].filter(([, one]) => passes(one, asked)).map(([id]) => id);
    const { status, body } = await client.delete('/v1/memories', { filter: asked });
    expect([asked, status, body.count, [...body.memory_ids].sort()]).toEqual([
      ...[asked, 200, expected.length, [...expected].sort().slice(0, 100)],
    ]);
    for (const id of expected) left.delete(id);
    expect((await ROUTES['list']?.({}))?.sort()).toEqual([...left.keys()].sort());
  }
  expect(left.size).toBeLessThan(memories.size);
});

test('most filters pass some memories, and not all', () => {
  const shares = fc.sample(filter, { seed: 7, numRuns: 120 }).map((one) => {
    return [...memories.values()].filter((memory) => passes(memory, one)).length / memories.size;
  });
  expect(shares.filter((share) => share > 0 && share < 1).length).toBeGreaterThan(50);
});
