import { expect, test } from '@jest/globals';
import { memoryIdOfUuid } from '#contracts/memory-id.js';
import { scopeOf } from '#contracts/scope.js';
import { getRelation, listRelations } from '#graph/queries/list-relations.js';
import { getStatement, listStatements } from '#graph/queries/list-statements.js';
import { idOf, seed, useDatabase } from './queries-fixture.js';

const database = useDatabase();
const ALL = { minConfidence: 0, onlyCurrent: true, limit: 100 };

test('a statement has its subject, object, validity and memories', async () => {
  const { scopeId } = scopeOf('statements', 'fields');
  const [memory = ''] = await seed(database.pool(), scopeId, [
    {
      mentions: ['Maya', 'product:Tea'],
      statements: [
        ['Maya', 'likes', 'product:Tea'],
        ['Maya', 'diet', 'vegan'],
      ],
    },
  ]);
  const [likes, diet] = (await listStatements(database.pool(), scopeId, ALL)).sort((a, b) =>
    a.predicate < b.predicate ? 1 : -1,
  );
  expect(likes).toMatchObject({
    kind: 'preference',
    subject: idOf(scopeId, 'Maya'),
    predicate: 'core:likes',
    object: { kind: 'entity', id: idOf(scopeId, 'product:Tea') },
    text: 'likes product:Tea',
    mention_count: 1,
    event_at_unix_nanos: 0n,
    event_at: null,
    valid_to_unix_nanos: 0n,
    tombstoned: false,
    superseded_by: null,
    memory_ids: [memoryIdOfUuid(memory)],
  });
  expect(likes?.confidence).toBeCloseTo(0.9);
  expect(diet).toMatchObject({ kind: 'attribute', object: { kind: 'value', value: { type: 'text', value: 'vegan' } } });
  expect(await getStatement(database.pool(), scopeId, likes?.statement_id ?? '')).toEqual(likes);
  const other = scopeOf('statements', 'other').scopeId;
  expect(await getStatement(database.pool(), other, likes?.statement_id ?? '')).toBeNull();
});

test('each filter keeps only matching statements', async () => {
  const { scopeId } = scopeOf('statements', 'filters');
  await seed(database.pool(), scopeId, [
    {
      mentions: ['Maya'],
      statements: [
        ['Maya', 'diet', 'vegan'],
        ['Maya', 'speaks', 'Danish'],
      ],
    },
    { mentions: ['Ben'], statements: [['Ben', 'speaks', 'Danish']] },
    { mentions: ['Ben'], statements: [['Ben', 'speaks', 'Danish']] },
  ]);
  const found = async (filter: object): Promise<string[]> =>
    (await listStatements(database.pool(), scopeId, { ...ALL, ...filter })).map(
      (s) => `${s.predicate} ${String(s.mention_count)}`,
    );
  // Two memories state it, so it is the most confident and comes first.
  expect((await found({}))[0]).toBe('core:speaks 2');
  expect(await found({ subject: idOf(scopeId, 'Ben') })).toEqual(['core:speaks 2']);
  expect(await found({ predicate: 'diet' })).toEqual(['core:diet 1']);
  expect(await found({ kind: 'fact', subject: idOf(scopeId, 'Maya') })).toEqual(['core:speaks 1']);
  expect(await found({ minConfidence: 0.95 })).toEqual(['core:speaks 2']);
  expect(await found({ limit: 1 })).toHaveLength(1);
});

test('superseded statements are left out by default, and listed last on request', async () => {
  const { scopeId } = scopeOf('statements', 'history');
  await seed(database.pool(), scopeId, [
    { mentions: ['Maya'], statements: [['Maya', 'diet', 'vegan']] },
    { mentions: ['Maya'], statements: [['Maya', 'diet', 'vegetarian']] },
  ]);
  const values = async (onlyCurrent: boolean): Promise<unknown[]> =>
    (await listStatements(database.pool(), scopeId, { ...ALL, onlyCurrent })).map((s) =>
      s.object.kind === 'value' ? [s.object.value.value, s.superseded_by !== null] : [],
    );
  expect(await values(true)).toHaveLength(1);
  expect((await values(false)).map((pair) => (pair as unknown[])[1])).toEqual([false, true]);
});

test('a relation is found by its id, only in its scope', async () => {
  const { scopeId } = scopeOf('relations', 'one');
  await seed(database.pool(), scopeId, [{ mentions: ['Maya', 'Ben'], relations: [['Maya', 'reports_to', 'Ben']] }]);
  const filter = { direction: 'from', includeSuperseded: false, limit: 1 } as const;
  const [relation] = await listRelations(database.pool(), scopeId, idOf(scopeId, 'Maya'), filter);
  expect(relation?.relation_type).toBe('core:reports_to');
  expect(await getRelation(database.pool(), scopeId, relation?.relation_id ?? '')).toEqual(relation);
  expect(
    await getRelation(database.pool(), scopeOf('relations', 'other').scopeId, relation?.relation_id ?? ''),
  ).toBeNull();
});
