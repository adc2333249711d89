import { expect, test } from '@jest/globals';
import { memoryIdOfUuid } from '#contracts/memory-id.js';
import { relationTypeId, type RelationType } from '#contracts/ontology.js';
import { scopeOf } from '#contracts/scope.js';
import { relationIdOf } from '#graph/ids.js';
import { listRelations } from '#graph/queries/list-relations.js';
import { HUB_NEIGHBOURS, LEVEL_HOPS, neighbours } from '#graph/queries/neighbours.js';
import { MAX_PATHS, traverse, type Traversal, type TraverseOptions } from '#graph/queries/traverse.js';
import { fan, idOf, seed, useDatabase, type Said } from './queries-fixture.js';

const database = useDatabase();
const LIST = { direction: 'from', includeSuperseded: false, limit: 100 } as const;
const WALK: TraverseOptions = { direction: 'outgoing', maxDepth: 3, maxNodes: 100, includeSuperseded: false };

/** A scope with the given relations, one memory each, and functions to query it by name. */
async function graph(name: string, relations: NonNullable<Said['relations']>) {
  const { scopeId } = scopeOf('traverse', name);
  const memoryIds = await seed(
    database.pool(),
    scopeId,
    relations.map((relation) => ({ relations: [relation] })),
  );
  const names = new Map(relations.flatMap(([from, , to]) => [from, to]).map((n) => [idOf(scopeId, n), n]));
  const nameOf = (id: string): string => names.get(id) ?? id;
  return {
    scopeId,
    memoryIds,
    walk: async (from: string, options: Partial<TraverseOptions> = {}) => {
      const found = await traverse(database.pool(), scopeId, idOf(scopeId, from), { ...WALK, ...options });
      return { paths: textsOf(found, nameOf), truncated: found.truncated, found };
    },
    list: async (of: string, filter: object = {}) =>
      (await listRelations(database.pool(), scopeId, idOf(scopeId, of), { ...LIST, ...filter })).map(
        (r) => `${nameOf(r.from_entity)} ${r.relation_type} ${nameOf(r.to_entity)}`,
      ),
  };
}

function textsOf({ paths }: Traversal, nameOf: (id: string) => string): string[] {
  return paths.map(({ steps }) => steps.map((s) => `${nameOf(s.from)}>${nameOf(s.to)}`).join(' '));
}

test('every prefix of a path is a path, ordered by length and then by relation ids, and cycles end', async () => {
  const { walk, scopeId } = await graph('cycle', [
    ['A', 'parent_of', 'B'],
    ['B', 'parent_of', 'C'],
    ['C', 'parent_of', 'A'],
    ['A', 'reports_to', 'C'],
  ]);
  const { found, paths, truncated } = await walk('A');
  expect([...paths].sort()).toEqual(['A>B', 'A>B B>C', 'A>C'].sort());
  expect(paths[2]).toBe('A>B B>C');
  const firsts = found.paths.slice(0, 2).map((p) => p.steps[0]?.relation_id);
  expect(firsts).toEqual([...firsts].sort());
  expect(found.total_paths).toBe(3);
  expect(truncated).toBe(false);
  expect(found.paths[2]?.steps[1]).toEqual({
    relation_id: relationIdOf(scopeId, relationTypeId('parent_of'), idOf(scopeId, 'B'), idOf(scopeId, 'C')),
    from: idOf(scopeId, 'B'),
    to: idOf(scopeId, 'C'),
    relation_type: 'core:parent_of',
    depth: 2,
  });
});

test('a depth limit that leaves paths out does not set truncated', async () => {
  const { walk } = await graph('depth', [
    ['A', 'parent_of', 'B'],
    ['B', 'parent_of', 'C'],
  ]);
  expect(await walk('A', { maxDepth: 1 })).toMatchObject({ paths: ['A>B'], truncated: false });
  expect(await walk('A', { maxDepth: 2 })).toMatchObject({ paths: ['A>B', 'A>B B>C'], truncated: false });
});

test('a relation is followed along its direction, a symmetric one from either end, in the order walked', async () => {
  const { walk } = await graph('symmetric', [
    ['A', 'friend_of', 'B'],
    ['C', 'friend_of', 'B'],
    ['D', 'parent_of', 'A'],
    ['A', 'works_at', 'organization:Acme'],
  ]);
  const around = ['A>B', 'A>B B>C'];
  expect((await walk('A')).paths.sort()).toEqual([...around, 'A>organization:Acme'].sort());
  expect((await walk('A', { direction: 'incoming' })).paths.sort()).toEqual([...around, 'D>A'].sort());
  expect((await walk('A', { direction: 'both' })).paths.sort()).toEqual(
    [...around, 'A>organization:Acme', 'D>A'].sort(),
  );
  expect((await walk('C')).paths).toEqual(['C>B', 'C>B B>A', 'C>B B>A A>organization:Acme']);
  const only = (...relationTypes: RelationType[]) => walk('A', { direction: 'both', relationTypes });
  expect((await only('parent_of')).paths).toEqual(['D>A']);
  expect((await only('friend_of')).paths).toEqual(around);
  expect((await only()).paths).toEqual([]);
});

test('two relations between the same ends are two paths', async () => {
  const { walk } = await graph('parallel', [
    ['A', 'friend_of', 'B'],
    ['A', 'parent_of', 'B'],
  ]);
  expect((await walk('A')).paths).toEqual(['A>B', 'A>B']);
});

test('max_nodes counts entities without the anchor, and sets truncated only where it cuts', async () => {
  const { walk } = await graph('nodes', [
    ['A', 'parent_of', 'B'],
    ['A', 'parent_of', 'C'],
    ['B', 'parent_of', 'C'],
    ['C', 'parent_of', 'B'],
  ]);
  const whole = await walk('A', { maxNodes: 2 });
  expect(whole).toMatchObject({ truncated: false });
  expect(whole.paths).toHaveLength(4);
  expect(await walk('A', { maxNodes: 1 })).toMatchObject({ paths: { length: 1 }, truncated: true });
});

test('ended relations are followed and listed only on request', async () => {
  const { walk, list } = await graph('superseded', [
    ['A', 'lives_in', 'place:Oslo', { at: 10n }],
    ['A', 'lives_in', 'place:Rome', { at: 20n }],
  ]);
  expect((await walk('A')).paths).toEqual(['A>place:Rome']);
  expect((await walk('A', { includeSuperseded: true })).paths.sort()).toEqual(['A>place:Oslo', 'A>place:Rome']);
  expect(await list('A')).toEqual(['A core:lives_in place:Rome']);
  expect(await list('A', { includeSuperseded: true })).toEqual([
    'A core:lives_in place:Rome',
    'A core:lives_in place:Oslo',
  ]);
});

test('an unconnected or unknown anchor has no paths', async () => {
  const { walk } = await graph('unknown', [['A', 'parent_of', 'B']]);
  expect(await walk('B')).toMatchObject({ paths: [], truncated: false });
  expect(await walk('Nobody')).toMatchObject({ paths: [], truncated: false });
});

test('relations are listed by end, symmetric ones from either end, with their figures', async () => {
  const { list, scopeId, memoryIds } = await graph('list', [
    ['A', 'friend_of', 'B'],
    ['A', 'works_at', 'organization:Acme', { at: 1_700_000_000_000_000_001n }],
    ['C', 'parent_of', 'A'],
  ]);
  const [low, high] = ['A', 'B'].sort((x, y) => (idOf(scopeId, x) < idOf(scopeId, y) ? -1 : 1));
  const friends = `${String(low)} core:friend_of ${String(high)}`;
  expect((await list('A')).sort()).toEqual(['A core:works_at organization:Acme', friends].sort());
  expect((await list('A', { direction: 'to' })).sort()).toEqual(['C core:parent_of A', friends].sort());
  expect(await list('A', { direction: 'both' })).toHaveLength(3);
  expect(await list('B')).toEqual([friends]);
  expect(await list('B', { direction: 'to' })).toEqual([friends]);
  expect(await list('A', { direction: 'both', type: 'parent_of' })).toEqual(['C core:parent_of A']);
  expect(await list('A', { direction: 'both', limit: 1 })).toHaveLength(1);
  const [job] = await listRelations(database.pool(), scopeId, idOf(scopeId, 'A'), { ...LIST, type: 'works_at' });
  expect(job).toEqual({
    relation_id: relationIdOf(scopeId, 1, idOf(scopeId, 'A'), idOf(scopeId, 'organization:Acme')),
    relation_type: 'core:works_at',
    relation_type_id: 1,
    source: 'read',
    from_name: 'A',
    to_name: 'Acme',
    from_entity: idOf(scopeId, 'A'),
    to_entity: idOf(scopeId, 'organization:Acme'),
    confidence: 0.9,
    mention_count: 1,
    valid_from_unix_nanos: 1_700_000_000_000_000_001n,
    valid_from: '2023-11-14T22:13:20.000000001Z',
    valid_to_unix_nanos: 0n,
    valid_to: null,
    unsettled: false,
    is_symmetric: false,
    tombstoned: false,
    superseded_by: null,
    memory_ids: [memoryIdOfUuid(memoryIds[1] ?? '')],
  });
});

test('current relations come first, then the most confident', async () => {
  const { list } = await graph('confidence', [
    ['A', 'lives_in', 'place:Oslo', { at: 10n }],
    ['A', 'lives_in', 'place:Oslo', { at: 15n }],
    ['A', 'lives_in', 'place:Rome', { at: 30n }],
    ['A', 'lives_in', 'place:Bern', { at: 40n }],
    ['A', 'works_at', 'organization:Old', { at: 20n }],
    ['A', 'works_at', 'organization:Acme', { at: 25n }],
  ]);
  const shown = await list('A', { includeSuperseded: true });
  expect(shown.slice(0, 2).sort()).toEqual(['A core:lives_in place:Bern', 'A core:works_at organization:Acme']);
  expect(shown[2]).toBe('A core:lives_in place:Oslo');
  expect(shown).toHaveLength(5);
});

test('a hub with more neighbours than the cap sets truncated, one at the cap does not', async () => {
  const { scopeId } = scopeOf('traverse', 'hub');
  await fan(database.pool(), scopeId, idOf(scopeId, 'Hub'), HUB_NEIGHBOURS);
  const options = { ...WALK, maxNodes: HUB_NEIGHBOURS, maxDepth: 1 };
  const whole = await traverse(database.pool(), scopeId, idOf(scopeId, 'Hub'), options);
  expect([whole.total_paths, whole.truncated]).toEqual([HUB_NEIGHBOURS, false]);
  await fan(database.pool(), scopeId, idOf(scopeId, 'Hub'), 1);
  const cut = await traverse(database.pool(), scopeId, idOf(scopeId, 'Hub'), options);
  expect([cut.total_paths, cut.truncated]).toEqual([HUB_NEIGHBOURS, true]);
});

test('a level of many hubs is read up to its limit, and sets truncated', async () => {
  const { scopeId } = scopeOf('traverse', 'level');
  const hubs = Array.from({ length: LEVEL_HOPS / HUB_NEIGHBOURS }, (_, i) => idOf(scopeId, `Hub ${String(i)}`));
  for (const hub of hubs) await fan(database.pool(), scopeId, hub, HUB_NEIGHBOURS);
  const read = async (frontier: string[]): Promise<[number, boolean]> => {
    const { hops, cut } = await neighbours(database.pool(), scopeId, frontier, WALK, HUB_NEIGHBOURS);
    return [[...hops.values()].flat().length, cut];
  };
  expect(await read(hubs)).toEqual([LEVEL_HOPS, false]);
  await fan(database.pool(), scopeId, idOf(scopeId, 'Last'), 1);
  expect(await read([...hubs, idOf(scopeId, 'Last')])).toEqual([LEVEL_HOPS, true]);
});

test('paths beyond the limit are left out and set truncated', async () => {
  const { scopeId } = scopeOf('traverse', 'dense');
  const clique = Array.from({ length: 12 }, (_, i) => `P${String(i)}`);
  await seed(database.pool(), scopeId, [
    {
      relations: clique.flatMap((a, i) => clique.slice(0, i).map((b) => [a, 'knows', b] as [string, 'knows', string])),
    },
  ]);
  const anchor = idOf(scopeId, 'P0');
  const whole = await traverse(database.pool(), scopeId, anchor, { ...WALK, maxDepth: 4 });
  expect([whole.total_paths, whole.truncated]).toEqual([11 + 11 * 10 + 11 * 10 * 9 + 11 * 10 * 9 * 8, false]);
  const cut = await traverse(database.pool(), scopeId, anchor, { ...WALK, maxDepth: 5 });
  expect([cut.total_paths, cut.truncated]).toEqual([MAX_PATHS, true]);
  expect(cut.paths.slice(0, whole.total_paths)).toEqual(whole.paths);
});

test('the SQL statement is the same whatever types a caller requests', async () => {
  const texts = new Set<string>();
  const counting = {
    query: (text: string, values?: unknown[]) => {
      texts.add(text);
      return database.pool().query(text, values);
    },
  };
  const { scopeId } = scopeOf('traverse', 'types');
  for (const relationTypes of [['knows'], ['knows', 'knows', 'visited'], ['works_at']] as const)
    await neighbours(counting, scopeId, [idOf(scopeId, 'A')], { ...WALK, relationTypes }, 10);
  expect(texts.size).toBe(1);
});
