import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import type { Pool } from 'pg';
import { scopeOf } from '#contracts/scope.js';
import type { Sql } from '#database/sql.js';
import { inTransaction } from '#database/transaction.js';
import { assignName } from '#graph/commands/assign-name.js';
import { lockScope } from '#database/in-locked-scope.js';
import { indexMemories } from '#search/lexical/index-memories.js';
import { MIN_CHANGES_KEPT, pruneChanges } from '#search/changes/search-changes.js';
import { loadNeighbourhood, type Neighbourhood } from '#recall/retrievers/graph/load-neighbourhoods.js';
import { IndexCache } from '#search/in-memory-index/index-cache.js';
import type { ScopeIndex } from '#search/scope-index/scope-index.js';
import { postgresScopeIndex } from '#search/postgres-index/postgres-scope-index.js';
import { useEngraph } from './use-engraph.js';

const MEBIBYTE = 1 << 20;
const engraph = useEngraph();

async function cachedIndex(cache: IndexCache, sql: Sql, scopeId: string): Promise<ScopeIndex> {
  const index = await cache.read(sql, scopeId);
  if (!index) throw new Error('the scope is not held');
  return index;
}

async function idOf(index: ScopeIndex, name: string): Promise<string> {
  const [hit] = await index.findNames([name], []);
  if (!hit) throw new Error(`nobody is called ${name}`);
  return hit.entityId;
}

test('the neighbourhood of an entity is read once, and again after it changes', async () => {
  const client = await engraph.client('around', 'changes');
  const { scopeId } = scopeOf('around', 'changes');
  const cache = new IndexCache(16 * MEBIBYTE);
  let read = 0;
  const sql: Sql = { query: (text, values) => ((read += 1), engraph.sql().query(text, values)) };
  /** Whether Postgres was queried; checks that the result equals that of Postgres. */
  const isRead = async (name: string): Promise<boolean> => {
    const index = await cachedIndex(cache, sql, scopeId);
    const ids = [await idOf(index, name)];
    read = 0;
    const around = await loadNeighbourhood(sql, scopeId, index, ids);
    expect(around.claims.length).toBeGreaterThan(0);
    expect(around).toEqual(
      await loadNeighbourhood(engraph.sql(), scopeId, postgresScopeIndex(engraph.sql(), scopeId), ids),
    );
    return read > 0;
  };
  const bothRead = async (): Promise<boolean[]> => [await isRead('ana silva'), await isRead('omar haddad')];

  await client.remember('Ana Silva works at Northwind.');
  await client.remember('Omar Haddad lives in Oslo.');
  expect(await bothRead()).toEqual([true, true]);
  expect(await bothRead()).toEqual([false, false]);
  // Her former employer is changed too, and is one of her neighbours.
  const moved = await client.remember('Ana Silva left Northwind. Ana Silva works at Southwind now.');
  expect(await isRead('northwind')).toBe(true);
  expect(await bothRead()).toEqual([true, false]);
  await client.delete('/v1/memories', { memory_id: moved });
  expect(await isRead('northwind')).toBe(true);
  expect(await bothRead()).toEqual([true, false]);
  // Another of her names, by which she was not looked up.
  await client.remember('Annie Silva lives in Porto.');
  expect(await bothRead()).toEqual([false, false]);
  const entityId = await idOf(await cachedIndex(cache, sql, scopeId), 'ana silva');
  await inTransaction(engraph.sql() as Pool, async (tx) => {
    await lockScope(tx, scopeId);
    await assignName(tx, scopeId, { entityId, name: 'Annie Silva', decision: 'merge' }, 1n);
  });
  expect(await bothRead()).toEqual([true, false]);
  await isRead('annie silva');
  expect([await isRead('annie silva'), ...(await bothRead())]).toEqual([false, false, false]);
});

test('a neighbourhood that changes while it is read is not cached', async () => {
  const client = await engraph.client('around', 'meanwhile');
  const { scopeId } = scopeOf('around', 'meanwhile');
  await client.remember('Ana Silva works at Northwind.');
  const sql = engraph.sql();
  const cache = new IndexCache(16 * MEBIBYTE);
  const index = await cachedIndex(cache, sql, scopeId);
  const ids = [await idOf(index, 'ana silva')];
  const changing: Sql = {
    query: async (text, values) => {
      const result = await sql.query(text, values);
      await client.remember('Ana Silva left Northwind. Ana Silva works at Southwind now.');
      await cachedIndex(cache, sql, scopeId);
      return result as never;
    },
  };
  const employers = ({ claims }: Neighbourhood): number =>
    claims.filter(({ predicate }) => predicate === 'works_at').length;
  expect(employers(await loadNeighbourhood(changing, scopeId, index, ids))).toBe(1);
  expect(employers(await loadNeighbourhood(sql, scopeId, index, ids))).toBe(2);
});

test('old changes are pruned, and an index that has not seen them is reloaded', async () => {
  const client = await engraph.client('around', 'pruned');
  const { scopeId } = scopeOf('around', 'pruned');
  const sql = engraph.sql();
  const change = (count: number) =>
    sql.query('INSERT INTO search_changes (scope_id) SELECT $1 FROM generate_series(1, $2::int)', [scopeId, count]);
  const prune = () => inTransaction(sql as Pool, (tx) => pruneChanges(tx, scopeId));
  const left = async () => (await sql.query('SELECT FROM search_changes WHERE scope_id = $1', [scopeId])).rowCount;
  await client.remember('Ana Silva works at Northwind.');
  const cache = new IndexCache(16 * MEBIBYTE);
  const first = await cachedIndex(cache, sql, scopeId);
  await change(100);
  await prune();
  expect(await cachedIndex(cache, sql, scopeId)).toBe(first);
  await change(MIN_CHANGES_KEPT);
  await prune();
  expect(await left()).toBe(MIN_CHANGES_KEPT);
  const second = await cachedIndex(cache, sql, scopeId);
  expect(second).not.toBe(first);
  expect(await cachedIndex(cache, sql, scopeId)).toBe(second);
});

test('writes to a scope prune its old changes, whatever numbers its memories draw', async () => {
  const { scopeId } = scopeOf('around', 'long');
  const sql = engraph.sql();
  await sql.query('INSERT INTO search_changes (scope_id) SELECT $1 FROM generate_series(1, $2::int)', [scopeId, 3_000]);
  // Each memory draws two numbers, as it does when it has a vector and no names, so the numbers of its terms always
  // have the same parity.
  await sql.query(`SELECT setval('search_change_numbers', 10000000)`);
  const left = await inTransaction(sql as Pool, async (tx) => {
    for (let n = 0; n < 1_500; n += 1) {
      await indexMemories(tx, scopeId, [{ memoryId: randomUUID(), text: 'fine', speaker: null }]);
      await tx.query(`SELECT nextval('search_change_numbers')`);
    }
    return tx.query('SELECT FROM search_changes WHERE scope_id = $1', [scopeId]);
  });
  expect(left.rowCount).toBeLessThan(4_000);
});
