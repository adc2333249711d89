import { expect, test } from '@jest/globals';
import { scopeOf } from '#contracts/scope.js';
import { inTransaction } from '#database/transaction.js';
import { projectMemories } from '#graph/projection/project-memories.js';
import { lockScope } from '#database/in-locked-scope.js';
import { MAX_BLOCK_SIZE } from '#graph/projection/clustering/blocking-key-rows.js';
import { idOf, seed, useDatabase, type Said } from './queries-fixture.js';

/** Runs on real Postgres with given names; no stage runs. */
const database = useDatabase();
let scopes = 0;

function newScope(): string {
  scopes += 1;
  return scopeOf('merge', String(scopes)).scopeId;
}

/** Normal forms of the names of each entity of the scope, sorted. */
async function groups(scopeId: string): Promise<string[][]> {
  const { rows } = await database.pool().query<{ names: string[] }>(
    `SELECT array_agg(normal_form ORDER BY normal_form) AS names FROM entities WHERE scope_id = $1
     GROUP BY coalesce(merged_into, entity_id) ORDER BY 1`,
    [scopeId],
  );
  return rows.map((row) => row.names);
}

async function forget(scopeId: string, memoryId: string | undefined): Promise<void> {
  await inTransaction(database.pool(), async (tx) => {
    await lockScope(tx, scopeId);
    await projectMemories(tx, scopeId, [{ memoryId: memoryId ?? '', createdAt: 1n, observations: null }]);
  });
}

const named = (...mentions: string[]): Said => ({ mentions });

test('a first name joins its only full name, leaves it when a second one appears, and joins again', async () => {
  const scopeId = newScope();
  await seed(database.pool(), scopeId, [named('Alice'), named('Alice Chen')]);
  expect(await groups(scopeId)).toEqual([['alice', 'alice chen']]);
  const [kim] = await seed(database.pool(), scopeId, [named('Alice Kim')]);
  expect(await groups(scopeId)).toEqual([['alice'], ['alice chen'], ['alice kim']]);
  await forget(scopeId, kim);
  expect(await groups(scopeId)).toEqual([['alice', 'alice chen']]);
});

test('full names of one entity count once', async () => {
  const scopeId = newScope();
  await seed(database.pool(), scopeId, [
    ...['Bob', 'R. Nakamura', 'Nakamura', 'Robert', 'Robert Nakamura', 'Robert J. Nakamura'].map((n) => named(n)),
  ]);
  expect(await groups(scopeId)).toEqual([
    ['bob', 'nakamura', 'r. nakamura', 'robert', 'robert j. nakamura', 'robert nakamura'],
  ]);
});

test('an existing fuller name loses short forms that also fit another name, including the nickname', async () => {
  const scopeId = newScope();
  await seed(database.pool(), scopeId, [named('Bob', 'Robert', 'Robert Nakamura')]);
  await seed(database.pool(), scopeId, [named('Robert Ferrer')]);
  expect(await groups(scopeId)).toEqual([['bob'], ['robert'], ['robert ferrer'], ['robert nakamura']]);
});

test('a claim about the short form belongs to the full name', async () => {
  const scopeId = newScope();
  await seed(database.pool(), scopeId, [
    { relations: [['Alice', 'works_at', 'organization:Acme']] },
    { relations: [['Alice Chen', 'lives_in', 'place:Oslo']] },
    named('organization:Acme Inc.'),
  ]);
  const ends = `SELECT DISTINCT from_entity FROM relations WHERE scope_id = $1`;
  const { rows } = await database.pool().query(ends, [scopeId]);
  expect(rows).toEqual([{ from_entity: idOf(scopeId, 'Alice Chen') }]);
  const [chen] = await seed(database.pool(), scopeId, [named('Alice Kim')]);
  expect((await database.pool().query(ends, [scopeId])).rows).toHaveLength(2);
  await forget(scopeId, chen);
  expect((await database.pool().query(ends, [scopeId])).rows).toHaveLength(1);
});

test('first names side by side are two people, even if one is a nickname of the other', async () => {
  const scopeId = newScope();
  await seed(database.pool(), scopeId, [named('Jack'), named('John')]);
  expect(await groups(scopeId)).toEqual([['jack', 'john']]);
  const [both] = await seed(database.pool(), scopeId, [named('Jack', 'John')]);
  await seed(database.pool(), scopeId, [named('John Smith')]);
  expect(await groups(scopeId)).toEqual([['jack'], ['john', 'john smith']]);
  await forget(scopeId, both);
  expect(await groups(scopeId)).toEqual([['jack', 'john', 'john smith']]);
  await seed(database.pool(), scopeId, [{ aliases: [['John', 'Jack']] }, named('Jack', 'John')]);
  expect(await groups(scopeId)).toEqual([['jack', 'john', 'john smith']]);
});

test('evidence that ties a short form to another person keeps it there', async () => {
  const scopeId = newScope();
  await seed(database.pool(), scopeId, [{ aliases: [['Alicia Keyes', 'Alice']] }, named('Alice Chen')]);
  expect(await groups(scopeId)).toEqual([['alice', 'alicia keyes'], ['alice chen']]);
});

test('names of different things stay separate, however similar they are', async () => {
  const scopeId = newScope();
  const names = ['place:Porto', 'place:Porto Alegre', 'Emma L', 'Emma O', 'product:Pixel 8', 'product:Pixel 9'];
  const others = ['organization:Acme Inc', 'organization:Acme GmbH', 'organization:Acme', 'Jordan', 'place:Jordan'];
  await seed(database.pool(), scopeId, [named(...names, ...others)]);
  expect(await groups(scopeId)).toHaveLength(names.length + others.length);
});

test('the cost of adding a first name shared by thousands is bounded', async () => {
  const scopeId = newScope();
  const many = Array.from({ length: 3_000 }, (_, i) => named(`Alice N${String(i).padStart(4, '0')}x`));
  await seed(database.pool(), scopeId, [...many, named('Alice')]);
  await database.pool().query('ANALYZE blocking_keys, entities, alias_claims');
  const read = await rowsReadBy(scopeId, 'Alice Chen');
  expect(read).toBeLessThan(4 * MAX_BLOCK_SIZE);
  expect(await rowsReadBy(scopeId, 'Boris Adler')).toBeLessThan(20);
});

/** Number of rows returned by statements while a memory that mentions the name is projected. */
async function rowsReadBy(scopeId: string, name: string): Promise<number> {
  let read = 0;
  const client = await database.pool().connect();
  const prototype = Object.getPrototypeOf(client) as { query: (...args: unknown[]) => unknown };
  client.release();
  const original = prototype.query;
  prototype.query = function (...args: unknown[]) {
    const result = original.apply(this, args);
    if (result instanceof Promise) void result.then((found: { rows: unknown[] }) => (read += found.rows.length));
    return result;
  };
  try {
    await seed(database.pool(), scopeId, [named(name)]);
  } finally {
    prototype.query = original;
  }
  return read;
}
