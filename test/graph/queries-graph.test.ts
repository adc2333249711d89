import { expect, test } from '@jest/globals';
import { memoryIdOfUuid } from '#contracts/memory-id.js';
import { scopeOf } from '#contracts/scope.js';
import { graphPage, type GraphPage, type GraphPosition } from '#graph/queries/graph-page.js';
import { fan, idOf, seed, useDatabase, type Said } from './queries-fixture.js';

const database = useDatabase();
const EVERYTHING = { includeStatements: true, includeMemories: true, includeMemoryEdges: true };
const ENTITIES = { includeStatements: false, includeMemories: false, includeMemoryEdges: false };

async function allPages(scopeId: string, options: typeof EVERYTHING & { limit: number }): Promise<GraphPage[]> {
  const pages: GraphPage[] = [];
  for (let after: GraphPosition | null = null; pages.length < 1000;) {
    const page: GraphPage = await graphPage(database.pool(), scopeId, { ...options, after });
    pages.push(page);
    if (!page.next) return pages;
    after = JSON.parse(JSON.stringify(page.next)) as GraphPosition;
  }
  throw new Error('the pages do not end');
}

const nodesOf = (pages: readonly GraphPage[]): string[] =>
  pages.flatMap((p) => p.nodes.map((n) => `${n.kind} ${n.id}`));
const edgesOf = (pages: readonly GraphPage[]): string[] =>
  pages.flatMap((p) => p.edges.map((e) => `${e.from_id} ${e.kind} ${e.label} ${e.to_id}`));

const TOWN: Said[] = [
  { mentions: ['Maya', 'place:Oslo'], relations: [['Maya', 'lives_in', 'place:Oslo', { at: 20n }]] },
  { relations: [['Maya', 'lives_in', 'place:Rome', { at: 10n }]], statements: [['Maya', 'occupation', 'baker']] },
  { mentions: ['Robert Kane', 'Bob', 'Bob'], aliases: [['Robert Kane', 'Bob']] },
  { statements: [['Bob', 'likes', 'product:Lego']], relations: [['Bob', 'friend_of', 'Maya']] },
];

test('the export contains entities, current relations, statements, memories and mentions', async () => {
  const { scopeId } = scopeOf('graph', 'kinds');
  const memories = (await seed(database.pool(), scopeId, TOWN, { text: `${'ä🙂'.repeat(40)}cut` })).map(memoryIdOfUuid);
  const [page, ...rest] = await allPages(scopeId, { ...EVERYTHING, limit: 100 });
  expect(rest).toEqual([]);
  const label = new Map(page?.nodes.map((n) => [n.id, n.label]));
  const named = page?.edges.map((e) => [label.get(e.from_id), e.kind, e.label, label.get(e.to_id)]);
  const text = 'ä🙂'.repeat(40);
  const friends = ['Maya', 'Robert Kane'].sort((a, b) => (idOf(scopeId, a) < idOf(scopeId, b) ? -1 : 1));
  const expected = [
    ['Maya', 'relation', 'core:lives_in', 'Oslo'],
    [friends[0], 'relation', 'core:friend_of', friends[1]],
    ['Maya', 'has_statement', 'core:has_statement', 'occupation baker'],
    ['Robert Kane', 'has_statement', 'core:has_statement', 'likes product:Lego'],
    ['likes product:Lego', 'fact', 'core:likes', 'Lego'],
    ...['Maya', 'Oslo', 'Maya', 'Rome', 'Robert Kane', 'Robert Kane', 'Lego', 'Maya'].map((to) => [
      ...[text, 'mentions', 'core:mentions', to],
    ]),
  ];
  expect(named?.map(String).sort()).toEqual(expected.map(String).sort());
  expect(page?.nodes.map((n) => [n.kind, n.type_qname, n.label].join(' ')).sort()).toEqual(
    [
      ...['entity core:person Maya', 'entity core:person Robert Kane', 'entity core:place Oslo'],
      ...['entity core:place Rome', 'entity core:product Lego'],
      ...['statement core:statement occupation baker', 'statement core:statement likes product:Lego'],
      ...memories.map(() => `memory core:memory ${text}`),
    ].sort(),
  );
  expect(page?.nodes.filter((n) => n.kind === 'memory').map((n) => n.id)).toEqual(memories);
});

test.each([1, 2, 3, 4])('pages of %i give every node and edge once', async (limit) => {
  const { scopeId } = scopeOf('graph', `pages ${String(limit)}`);
  await seed(database.pool(), scopeId, TOWN);
  const whole = await allPages(scopeId, { ...EVERYTHING, limit: 100 });
  const pages = await allPages(scopeId, { ...EVERYTHING, limit });
  expect(nodesOf(pages)).toEqual(nodesOf(whole));
  expect(edgesOf(pages)).toEqual(edgesOf(whole));
  for (const page of pages) {
    expect(page.nodes.length).toBeLessThanOrEqual(limit);
    expect(page.edges.length).toBeLessThanOrEqual(5 * limit);
    expect(page.nodes.length + page.edges.length).toBeGreaterThan(0);
  }
});

test('a hub and a memory with more edges than fit on a page continue over pages', async () => {
  const { scopeId } = scopeOf('graph', 'hub');
  const spokes = Array.from({ length: 23 }, (_, i) => `product:Tool ${String(i)}`);
  await seed(database.pool(), scopeId, [
    {
      relations: spokes.flatMap(
        (to) =>
          [
            ['Maya', 'uses', to],
            ['Maya', 'created', to],
          ] as Said['relations'] & object,
      ),
    },
    { mentions: spokes },
  ]);
  for (const limit of [1, 2, 3]) {
    const pages = await allPages(scopeId, { ...EVERYTHING, limit });
    const [nodes, edges] = [nodesOf(pages), edgesOf(pages)];
    expect([nodes.length, new Set(nodes).size]).toEqual([24 + 2, 24 + 2]);
    expect([edges.length, new Set(edges).size]).toEqual([46 + 24 + 23, 46 + 24 + 23]);
    expect(Math.max(...pages.map((page) => page.edges.length))).toBe(5 * limit);
  }
});

test.each([13, 14, 15, 16])(
  'a page never holds more edges than its cap where phases share it: %i relations',
  async (hub) => {
    for (const includeStatements of [true, false]) {
      const { scopeId } = scopeOf('graph', `shared ${String(hub)} ${String(includeStatements)}`);
      await seed(database.pool(), scopeId, [{ statements: [['Maya', 'likes', 'product:Lego']] }]);
      await fan(database.pool(), scopeId, idOf(scopeId, 'Maya'), hub);
      const pages = await allPages(scopeId, { ...EVERYTHING, includeStatements, limit: 3 });
      expect(Math.max(...pages.map((page) => page.edges.length))).toBeLessThanOrEqual(15);
      const [nodes, edges] = [nodesOf(pages), new Set(edgesOf(pages))];
      expect([nodes.length, edges.size]).toEqual(includeStatements ? [4, hub + 4] : [3, hub + 2]);
      expect(edgesOf(pages)).toHaveLength(edges.size);
      expect(new Set(nodes).size).toBe(nodes.length);
    }
  },
);

test('what existed before the first page is returned once, although others write between the pages', async () => {
  const { scopeId } = scopeOf('graph', 'writes');
  await seed(database.pool(), scopeId, TOWN);
  const before = await allPages(scopeId, { ...EVERYTHING, limit: 100 });
  const pages: GraphPage[] = [];
  for (let after: GraphPosition | null = null, round = 0; round < 1000; round += 1) {
    const page: GraphPage = await graphPage(database.pool(), scopeId, { ...EVERYTHING, limit: 1, after });
    pages.push(page);
    await seed(database.pool(), scopeId, [
      { relations: [['Maya', 'visited', `place:Town ${String(round % 5)}`]], statements: [['Maya', 'hobby', 'chess']] },
    ]);
    after = page.next;
    if (!after || round > 60) break;
  }
  for (const listed of [nodesOf, edgesOf]) {
    const got = listed(pages);
    expect(new Set(got).size).toBe(got.length);
    expect(got).toEqual(expect.arrayContaining(listed(before)));
  }
});

test('an empty scope has no nodes and no further page', async () => {
  const page = await graphPage(database.pool(), scopeOf('graph', 'empty').scopeId, {
    ...EVERYTHING,
    limit: 10,
    after: null,
  });
  expect(page).toEqual({ nodes: [], edges: [], next: null });
});

test('the last page is marked as the last, and a forgotten memory is left out', async () => {
  const { scopeId } = scopeOf('graph', 'last');
  await seed(database.pool(), scopeId, [{ mentions: ['Ada', 'Ben'] }]);
  await seed(database.pool(), scopeId, [{}], { state: 'forgotten' });
  expect((await allPages(scopeId, { ...ENTITIES, limit: 2 })).length).toBe(1);
  expect((await allPages(scopeId, { ...ENTITIES, limit: 1 })).length).toBe(2);
  expect((await allPages(scopeId, { ...EVERYTHING, limit: 3 })).length).toBe(1);
  expect((await allPages(scopeId, { ...EVERYTHING, limit: 2 })).length).toBe(2);
});

test('a position in a phase that was not requested is refused', async () => {
  const after: GraphPosition = { phase: 'memories', node: null, edge: null };
  const asked = graphPage(database.pool(), scopeOf('graph', 'phase').scopeId, { ...ENTITIES, limit: 1, after });
  await expect(asked).rejects.toThrow(RangeError);
});
