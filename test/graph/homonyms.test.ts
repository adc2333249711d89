import { expect, test } from '@jest/globals';
import { scopeOf } from '#contracts/scope.js';
import { inTransaction } from '#database/transaction.js';
import { projectMemories } from '#graph/projection/project-memories.js';
import { lockScope } from '#database/in-locked-scope.js';
import { seed, useDatabase, type Said } from './queries-fixture.js';

/** Runs on real Postgres with given names; no stage runs. */
const database = useDatabase();
let scopes = 0;

function newScope(): string {
  scopes += 1;
  return scopeOf('homonyms', String(scopes)).scopeId;
}

/** Each entity of the scope: type id, name and mention count. */
async function entitiesIn(scopeId: string): Promise<string[]> {
  const { rows } = await database.pool().query<{ entity: string }>(
    `SELECT type_id || ' ' || canonical_name || ' ' || mention_count AS entity FROM entities
     WHERE scope_id = $1 AND merged_into IS NULL ORDER BY 1`,
    [scopeId],
  );
  return rows.map(({ entity }) => entity);
}

async function relationsIn(scopeId: string): Promise<string[]> {
  const { rows } = await database.pool().query<{ pair: string }>(
    `SELECT a.canonical_name || ' ' || r.type_id || ' ' || b.canonical_name AS pair
     FROM relations AS r JOIN entities AS a ON a.entity_id = from_entity JOIN entities AS b ON b.entity_id = to_entity
     WHERE r.scope_id = $1 AND a.scope_id = $1 AND b.scope_id = $1 ORDER BY 1`,
    [scopeId],
  );
  return rows.map(({ pair }) => pair);
}

async function forget(scopeId: string, memoryId: string | undefined): Promise<void> {
  await inTransaction(database.pool(), async (tx) => {
    await lockScope(tx, scopeId);
    await projectMemories(tx, scopeId, [{ memoryId: memoryId ?? '', createdAt: 1n, observations: null }]);
  });
}

const named = (...mentions: string[]): Said => ({ mentions });

test('a name that is once given another type is one entity, of its most frequent type', async () => {
  const scopeId = newScope();
  const [slip] = await seed(database.pool(), scopeId, [
    ...['place:Bjarki', 'person:Bjarki', 'person:Bjarki', 'person:Bjarki Olsen'].map((name) => named(name)),
  ]);
  expect(await entitiesIn(scopeId)).toEqual(['1 Bjarki Olsen 4']);
  await forget(scopeId, slip);
  expect(await entitiesIn(scopeId)).toEqual(['1 Bjarki Olsen 3']);
});

test('the most frequent type may change as memories are stored and forgotten', async () => {
  const scopeId = newScope();
  const ids = await seed(
    database.pool(),
    scopeId,
    ['product:Moos', 'organization:Moos', 'organization:Moos'].map((name) => named(name)),
  );
  expect(await entitiesIn(scopeId)).toEqual(['2 Moos 3']);
  await seed(
    database.pool(),
    scopeId,
    Array.from({ length: 5 }, () => named('product:Moos')),
  );
  expect(await entitiesIn(scopeId)).toEqual(['7 Moos 8']);
  await forget(scopeId, ids[1]);
  await forget(scopeId, ids[2]);
  expect(await entitiesIn(scopeId)).toEqual(['7 Moos 6']);
});

test.each([
  [
    'that are both named again and again',
    ['person:Morgan', 'person:Morgan', 'organization:Morgan', 'organization:Morgan'],
  ],
  ['that persons and places share', ['person:Paris', 'person:Paris', 'person:Paris', 'place:Paris']],
  ['of dates', ['person:April', 'person:April', 'date:April']],
])('names %s remain two entities', async (_, names) => {
  const scopeId = newScope();
  await seed(
    database.pool(),
    scopeId,
    names.map((name) => named(name)),
  );
  expect(await entitiesIn(scopeId)).toHaveLength(2);
});

test('a speaker remains a person, whatever else has the same name', async () => {
  const scopeId = newScope();
  await seed(database.pool(), scopeId, [
    { mentions: ['product:Vela'] },
    { mentions: ['product:Vela'] },
    { mentions: ['product:Vela'] },
    { statements: [['Vela', 'likes', 'tea']] },
  ]);
  expect(await entitiesIn(scopeId)).toEqual(['1 Vela 0', '7 Vela 3']);
});

test('a relation that does not fit the type of a merged name is left out, and returns when it fits again', async () => {
  const scopeId = newScope();
  const [reading, ...others] = await seed(database.pool(), scopeId, [
    { mentions: ['Ana', 'place:Oscar'], relations: [['Ana', 'visited', 'place:Oscar']] },
    { mentions: ['Ana', 'animal:Oscar'], relations: [['Ana', 'owns', 'animal:Oscar']] },
    { mentions: ['animal:Oscar'] },
  ]);
  expect(await relationsIn(scopeId)).toEqual(['Ana 9 Oscar']);
  expect(reading).toBeDefined();
  for (const id of others) await forget(scopeId, id);
  expect(await relationsIn(scopeId)).toEqual(['Ana 12 Oscar']);
});
