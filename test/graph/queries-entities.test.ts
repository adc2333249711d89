import { expect, test } from '@jest/globals';
import { scopeOf } from '#contracts/scope.js';
import { frequentlyNamed, triedByMentions } from '#graph/queries/frequently-named.js';
import { getEntity, resolveEntityId } from '#graph/queries/get-entity.js';
import { listEntities, namedLike } from '#graph/queries/list-entities.js';
import { PAGE_BYTES } from '#graph/queries/page-bytes.js';
import { idOf, seed, useDatabase } from './queries-fixture.js';

const database = useDatabase();
const ALL = { includeMerged: false, limit: 100 };

test('entities are listed most mentioned first, then by id', async () => {
  const { scopeId } = scopeOf('order', 'a');
  await seed(database.pool(), scopeId, [
    { mentions: ['Maya', 'Maya', 'place:Oslo', 'Ben', 'Ada'] },
    { mentions: ['Maya', 'place:Oslo'] },
  ]);
  const listed = await listEntities(database.pool(), scopeId, ALL);
  expect(listed.map((e) => [e.canonical_name, e.mention_count])).toEqual([
    ['Maya', 3],
    ['Oslo', 2],
    ...['Ada', 'Ben'].sort((a, b) => (idOf(scopeId, a) < idOf(scopeId, b) ? -1 : 1)).map((name) => [name, 1]),
  ]);
  expect(listed[1]).toEqual({
    entity_id: idOf(scopeId, 'place:Oslo'),
    entity_type_id: 5,
    canonical_name: 'Oslo',
    confidence: expect.any(Number),
    is_candidate: false,
    aliases: [],
    mention_count: 2,
    merged_into: null,
    entity_type: 'core:place',
    created_at_unix_nanos: 1_700_000_000_000_000_001n,
    created_at: '2023-11-14T22:13:20.000000001Z',
    updated_at_unix_nanos: 1_700_000_000_000_000_002n,
    updated_at: '2023-11-14T22:13:20.000000002Z',
  });
  const names = async (filter: object): Promise<string[]> =>
    (await listEntities(database.pool(), scopeId, { ...ALL, ...filter })).map((e) => e.canonical_name);
  expect(await names({ limit: 2 })).toEqual(['Maya', 'Oslo']);
  expect(await names({ typeId: 5 })).toEqual(['Oslo']);
  expect(await names({ mentionCountMin: 2 })).toEqual(['Maya', 'Oslo']);
  expect(await names({ mentionCountMin: 2, prefix: 'm', typeId: 1 })).toEqual(['Maya']);
  expect(await names({ mentionCountMin: 2, prefix: 'b' })).toEqual([]);
  expect(await listEntities(database.pool(), scopeOf('order', 'b').scopeId, ALL)).toEqual([]);
});

test('a prefix matches regardless of case and accents, and aliases too', async () => {
  const { scopeId } = scopeOf('prefix', 'a');
  await seed(database.pool(), scopeId, [
    {
      mentions: ['Élodie Brun', 'place:New York', 'place:Newton', 'Robert Kane', 'Bob'],
      aliases: [['Robert Kane', 'Bob']],
    },
  ]);
  const names = async (prefix: string): Promise<string[]> =>
    (await listEntities(database.pool(), scopeId, { ...ALL, prefix })).map((e) => e.canonical_name).sort();
  expect(await names('elo')).toEqual(['Élodie Brun']);
  expect(await names('ÉLODIE b')).toEqual(['Élodie Brun']);
  expect(await names('new')).toEqual(['New York', 'Newton']);
  expect(await names('new ')).toEqual(['New York']);
  expect(await names('bo')).toEqual(['Robert Kane']);
  expect(await names('%')).toEqual([]);
  expect(await names('brun')).toEqual([]);
  expect(await names('  ')).toHaveLength(4);
});

test('every read returns the survivor for a merged entity', async () => {
  const { scopeId } = scopeOf('merged', 'a');
  const aliases: [string, string][] = [['Robert Kane', 'Bob']];
  await seed(database.pool(), scopeId, [{ mentions: ['Robert Kane', 'Bob', 'Bob'], aliases }, { mentions: ['Ada'] }]);
  const [survivor, merged] = [idOf(scopeId, 'Robert Kane'), idOf(scopeId, 'Bob')];

  const got = await getEntity(database.pool(), scopeId, merged);
  expect(got).toMatchObject({ entity_id: survivor, aliases: ['Bob'], mention_count: 3, resolved_from: [merged] });
  const own = await getEntity(database.pool(), scopeId, survivor);
  expect(own).toMatchObject({ entity_id: survivor, merged_into: null });
  expect(own).not.toHaveProperty('resolved_from');
  expect(await resolveEntityId(database.pool(), scopeId, merged)).toBe(survivor);
  expect(await resolveEntityId(database.pool(), scopeId, survivor)).toBe(survivor);

  const ids = async (filter: object): Promise<(string | null)[][]> =>
    (await listEntities(database.pool(), scopeId, { ...ALL, ...filter })).map((e) => [e.entity_id, e.merged_into]);
  expect(await ids({ prefix: 'bob' })).toEqual([[survivor, null]]);
  expect(await ids({ mentionCountMin: 2 })).toEqual([[survivor, null]]);
  const both = [
    [survivor, null],
    [merged, survivor],
  ];
  expect(await ids({ prefix: 'bob', includeMerged: true })).toEqual(both);
  expect(await ids({ mentionCountMin: 2, includeMerged: true })).toEqual(both);
});

test('an id of another scope is unknown', async () => {
  const [here, there] = [scopeOf('foreign', 'a').scopeId, scopeOf('foreign', 'b').scopeId];
  await seed(database.pool(), here, [{ mentions: ['Maya'] }]);
  expect(await getEntity(database.pool(), there, idOf(here, 'Maya'))).toBeNull();
  expect(await resolveEntityId(database.pool(), there, idOf(here, 'Maya'))).toBeNull();
  expect(await resolveEntityId(database.pool(), here, idOf(here, 'Maya'))).toBe(idOf(here, 'Maya'));
});

test('lists stop where the names fill a page, and one entity is always given', async () => {
  const { scopeId } = scopeOf('names', 'long');
  await seed(database.pool(), scopeId, [{ mentions: ['Ann One', 'Ann Two', 'Ann Three', 'Ann Four'] }]);
  const long = (bytes: number) =>
    database.pool().query(`UPDATE entities SET aliases = ARRAY[repeat('x', $2)] WHERE scope_id = $1`, [scopeId, bytes]);
  const counts = async () =>
    (
      await Promise.all([
        listEntities(database.pool(), scopeId, ALL),
        listEntities(database.pool(), scopeId, { ...ALL, includeMerged: true }),
        listEntities(database.pool(), scopeId, { ...ALL, prefix: 'ann' }),
      ])
    ).map((list) => list.length);
  expect(await counts()).toEqual([4, 4, 4]);
  await long(1.5 * PAGE_BYTES);
  expect(await counts()).toEqual([1, 1, 1]);
  // The entity that fills the page belongs to it, so that the answer can tell that it was cut.
  await long(0.5 * PAGE_BYTES);
  expect(await counts()).toEqual([2, 2, 2]);
});

test('entities are listed by their ids, merged ones by their survivors, each once', async () => {
  const { scopeId } = scopeOf('ids', 'a');
  const aliases: [string, string][] = [['Robert Kane', 'Bob']];
  await seed(database.pool(), scopeId, [{ mentions: ['Robert Kane', 'Bob', 'Ada', 'place:Oslo'], aliases }]);
  const [robert, bob, ada] = ['Robert Kane', 'Bob', 'Ada'].map((name) => idOf(scopeId, name)) as [
    string,
    string,
    string,
  ];
  const listed = async (ids: string[], filter: object = {}): Promise<string[]> =>
    (await listEntities(database.pool(), scopeId, { ...ALL, ...filter, ids })).map((e) => e.entity_id);
  expect(await listed([ada, bob, robert, ada, '00000000-0000-4000-8000-000000000000'])).toEqual([robert, ada]);
  expect(await listed([ada, robert], { typeId: 5 })).toEqual([]);
  expect(await listed([ada, robert], { limit: 1 })).toEqual([robert]);
  expect(await listEntities(database.pool(), scopeOf('ids', 'b').scopeId, { ...ALL, ids: [ada] })).toEqual([]);
});

test('of a name that very many begin with, the most mentioned entities are found without sorting all', async () => {
  const { scopeId } = scopeOf('frequent', 'a');
  const numbered = (table: string, columns: string, values: string): Promise<unknown> =>
    database.pool().query(
      `INSERT INTO ${table} (scope_id, entity_id, ${columns})
       SELECT $1, md5(n::text)::uuid, ${values} FROM generate_series(1, 11000) AS n`,
      [scopeId],
    );
  const merged = `CASE WHEN n % 11 = 10 THEN md5((n - 1)::text)::uuid END`;
  await numbered(
    'entities',
    'type_id, normal_form, canonical_name, mention_count, merged_into',
    `1 + n % 2, 'n ' || n, 'Name ' || n, n * 7919 % 5003, ${merged}`,
  );
  await numbered(
    'entity_names',
    'surface, folded, mention_count, reference_count',
    `'Name ' || n, CASE WHEN n % 11 = 9 THEN 'other ' ELSE 'name ' END || n, 1, 0`,
  );
  const byName = { ...ALL, prefix: 'n', limit: 50 };
  expect(await frequentlyNamed(database.pool(), scopeId, 'name 1', byName)).toBeNull();
  for (const filter of [byName, { ...byName, typeId: 2 }, { ...byName, mentionCountMin: 4_990 }]) {
    const sorted = await namedLike(database.pool(), scopeId, 'n', filter);
    expect(await triedByMentions(database.pool(), scopeId, 'n', filter)).toEqual(sorted);
    expect(sorted.length).toBeGreaterThan(10);
  }
  await database.pool().query(`UPDATE entity_names SET folded = 'name ' || folded WHERE scope_id = $1`, [scopeId]);
  const frequent = await frequentlyNamed(database.pool(), scopeId, 'n', byName);
  expect(frequent).toHaveLength(50);
  expect(frequent).toEqual(await namedLike(database.pool(), scopeId, 'n', byName));
  expect(await frequentlyNamed(database.pool(), scopeId, 'n', { ...byName, includeMerged: true })).toBeNull();
  expect(await frequentlyNamed(database.pool(), scopeId, 'n', { ...byName, mentionCountMin: 5_000 })).toBeNull();
});
