import { expect, test } from '@jest/globals';
import { parseExact, stringifyExact } from '#contracts/exact-json.js';
import { memoryIdOfUuid } from '#contracts/memory-id.js';
import { scopeOf } from '#contracts/scope.js';
import { inspectMemory } from '#graph/queries/inspect-memory.js';
import type { ListPlace } from '#graph/queries/late-memories.js';
import { listMemories, type MemoryView } from '#graph/queries/list-memories.js';
import { idOf, seed, useDatabase } from './queries-fixture.js';

const database = useDatabase();
const LIST = { limit: 100, after: null, dir: 'desc', includeTombstoned: false } as const;

async function pagesOf(scopeId: string, filter: object): Promise<MemoryView[][]> {
  const pages: MemoryView[][] = [];
  for (let after: ListPlace | null = null; pages.length < 100;) {
    const page = await listMemories(database.pool(), scopeId, { ...LIST, ...filter, after });
    pages.push([...page.items]);
    if (page.next === null) return pages;
    after = page.next;
  }
  throw new Error('the pages do not end');
}

test('memories are paged in order of creation, in both directions, each once', async () => {
  const { scopeId } = scopeOf('memories', 'pages');
  const ids = (await seed(database.pool(), scopeId, Array<object>(6).fill({}))).map(memoryIdOfUuid);
  for (const [dir, wanted] of [
    ['asc', ids],
    ['desc', [...ids].reverse()],
  ] as const) {
    for (const limit of [1, 2, 3, 4, 6, 7]) {
      const pages = await pagesOf(scopeId, { dir, limit });
      expect(pages.flat().map((item) => item.memory_id)).toEqual(wanted);
      expect(pages).toHaveLength(Math.ceil(6 / limit));
    }
  }
  expect(await pagesOf(scopeOf('memories', 'empty').scopeId, {})).toEqual([[]]);
});

test('an item has its figures, exact to the last digit', async () => {
  const { scopeId } = scopeOf('memories', 'item');
  const session = 18_446_744_073_709_551_615n;
  const [id = ''] = await seed(
    database.pool(),
    scopeId,
    [
      {
        mentions: ['Robert Kane', 'Bob', 'place:Oslo'],
        aliases: [['Robert Kane', 'Bob']],
        relations: [['Bob', 'lives_in', 'place:Oslo']],
        statements: [
          ['Bob', 'likes', 'tea'],
          ['Bob', 'speaks', 'Norse'],
        ],
      },
    ],
    { session, speaker: 'Bob', text: 'Robert Kane' },
  );
  const { items } = await listMemories(database.pool(), scopeId, LIST);
  expect(items).toEqual([
    {
      ...{ memory_id: memoryIdOfUuid(id), text: 'Robert Kane', kind: 0, state: 0, session, speaker: 'Bob' },
      ...{ role: null, metadata: null, tags: [], version: 1, pinned: false },
      ...{ expires_at_unix_nanos: 0n, expires_at: null },
      ...{ created_at_unix_nanos: 1_700_000_000_000_000_001n, created_at: '2023-11-14T22:13:20.000000001Z' },
      ...{ occurred_at_unix_nanos: 0n, occurred_at: null, last_accessed_at: null },
      ...{ last_accessed_at_unix_nanos: 0n, salience: 0.5, access_count: 0n },
      ...{ statement_count: 2, entity_count: 2, relation_count: 1, extraction: 'pending' },
    },
  ]);
  expect(parseExact(stringifyExact(items))).toMatchObject([{ session }]);
});

test('a session lists only its own memories; tombstones appear only on request, erased ones never', async () => {
  const { scopeId } = scopeOf('memories', 'states');
  const one = async (row: object): Promise<string> =>
    memoryIdOfUuid((await seed(database.pool(), scopeId, [{}], row))[0] ?? '');
  const [first, plain, dead] = [
    await one({ session: 7n }),
    await one({}),
    await one({ session: 7n, state: 'forgotten' }),
  ];
  await one({ session: 7n, erased: true });
  const last = await one({ session: 7n });
  const ids = async (filter: object): Promise<string[]> =>
    (await pagesOf(scopeId, { dir: 'asc', limit: 1, ...filter })).flat().map((item) => item.memory_id);
  expect(await ids({})).toEqual([first, plain, last]);
  expect(await ids({ filter: { session: 7n } })).toEqual([first, last]);
  expect(await ids({ filter: { session: 7n }, dir: 'desc' })).toEqual([last, first]);
  expect(await ids({ includeTombstoned: true })).toEqual([first, plain, dead, last]);
  expect(await ids({ filter: { session: 8n } })).toEqual([]);
});

test('inspection shows the record, the graph the memory supports, and its extraction', async () => {
  const { scopeId } = scopeOf('memories', 'inspect');
  const said = {
    mentions: ['Robert Kane', 'place:Oslo'],
    relations: [
      ['Bob', 'lives_in', 'place:Oslo', { at: 1_700_000_000_000_000_001n }],
      ['Bob', 'friend_of', 'Ada'],
    ] as never,
    statements: [
      ['Bob', 'likes', 'product:Lego'],
      ['Bob', 'likes', 'tea'],
    ] as never,
    aliases: [['Robert Kane', 'Bob']] as never,
  };
  const [id = ''] = await seed(database.pool(), scopeId, [said], { text: 'Robert 🙂 robert, of Oslo' });
  await seed(database.pool(), scopeId, [{ mentions: ['Eve'], relations: [['Bob', 'knows', 'Eve']] }]);
  const stages = [
    { stage: 'pattern', version: '1', state: 'done', mentions: 2, relations: 2, statements: 2, duration_ms: 3 },
  ];
  await database
    .pool()
    .query(
      `INSERT INTO memory_extractions (scope_id, memory_id, state, sweep_at, stages) VALUES ($1, $2, 'partial', now(), $3)`,
      [scopeId, id, JSON.stringify(stages)],
    );
  const [robert, oslo, ada, lego] = ['Robert Kane', 'place:Oslo', 'Ada', 'product:Lego'].map((n) => idOf(scopeId, n));
  const found = await inspectMemory(database.pool(), scopeId, id);
  expect(found).toMatchObject({ found: true, memory_id: memoryIdOfUuid(id), text: 'Robert 🙂 robert, of Oslo' });
  expect(found?.artifact).toMatchObject({ vector: [], hype_questions: [] });
  expect(found?.artifact.record).toEqual({
    ...{ memory_id: memoryIdOfUuid(id), kind: 0, state: 0, salience: 0.5, vector_dim: 0, text_len: 24 },
    ...{ created_at_unix_nanos: 1_700_000_000_000_000_001n, created_at: '2023-11-14T22:13:20.000000001Z' },
    ...{ occurred_at_unix_nanos: 0n, occurred_at: null },
  });
  expect(found?.artifact.keyword_fields).toEqual([{ field: 'text', terms: ['robert', 'oslo'] }]);
  expect(found?.artifact.graph.nodes.map((n) => [n.id, n.name, n.kind, n.type_qname].join(' ')).sort()).toEqual(
    [
      `${String(robert)} Robert Kane entity core:person`,
      `${String(oslo)} Oslo entity core:place`,
      `${String(ada)} Ada entity core:person`,
      `${String(lego)} Lego entity core:product`,
    ].sort(),
  );
  const [source, target] = [robert, ada].sort();
  const edges = [...(found?.artifact.graph.edges ?? [])].sort((a, b) => (a.predicate < b.predicate ? -1 : 1));
  expect(edges).toEqual([
    { source, target, predicate: 'core:friend_of', kind: 'relation', confidence: 0.9 },
    { source: robert, target: lego, predicate: 'core:likes', kind: 'fact', confidence: 0.9 },
    {
      ...{ source: robert, target: oslo, predicate: 'core:lives_in', kind: 'relation', confidence: 0.9 },
      event_at_unix_nanos: 1_700_000_000_000_000_001n,
      event_at: '2023-11-14T22:13:20.000000001Z',
    },
  ]);
  expect(found?.artifact.extraction).toEqual({
    state: 'partial',
    stages,
    mentions: [
      { entity_id: robert, text: 'Robert Kane', start: 0, end: 5, stage: 'pattern', confidence: 0.9 },
      { entity_id: oslo, text: 'Oslo', start: 10, end: 15, stage: 'pattern', confidence: 0.9 },
    ],
  });
});

test('an inspected edge that ended has its end time', async () => {
  const { scopeId } = scopeOf('memories', 'ended');
  const says = (at: bigint, polarity: 'asserted' | 'ended') => ({
    relations: [['Bob', 'lives_in', 'place:Oslo', { at, polarity }]] as never,
  });
  const [id = ''] = await seed(database.pool(), scopeId, [says(5n, 'asserted'), says(9n, 'ended')]);
  const found = await inspectMemory(database.pool(), scopeId, id);
  expect(found?.artifact.graph.edges).toMatchObject([
    { predicate: 'core:lives_in', event_at_unix_nanos: 5n, valid_to_unix_nanos: 9n },
  ]);
});

test('a memory that is unknown, erased or of another scope cannot be inspected', async () => {
  const { scopeId } = scopeOf('memories', 'gone');
  const [erased = ''] = await seed(database.pool(), scopeId, [{}], { erased: true });
  const [kept = ''] = await seed(database.pool(), scopeId, [{}]);
  expect(await inspectMemory(database.pool(), scopeId, erased)).toBeNull();
  expect(await inspectMemory(database.pool(), scopeId, '00000000-0000-0000-0000-000000000000')).toBeNull();
  expect(await inspectMemory(database.pool(), scopeOf('memories', 'else').scopeId, kept)).toBeNull();
  expect(await inspectMemory(database.pool(), scopeId, kept)).toMatchObject({
    artifact: { extraction: { state: 'pending', stages: [], mentions: [] } },
  });
});
