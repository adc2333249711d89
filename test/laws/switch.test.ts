import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, expect, test } from '@jest/globals';
import type { Pool, PoolClient } from 'pg';
import { scopeOf } from '#contracts/scope.js';
import { armFailpoints, disarmFailpoints } from '#failpoints/failpoints.js';
import { REBUILT_TABLES } from '#graph/rebuild/graph-tables.js';
import { dropInterruptedRebuild } from '#graph/rebuild/interrupted-rebuild.js';
import { rebuildGraph } from '#graph/rebuild/rebuild-graph.js';
import { useEngraph } from '../recall/use-engraph.js';

const engraph = useEngraph();
const pool = (): Pool => engraph.sql() as Pool;
afterEach(disarmFailpoints);

/** Counts the statements of a switch between the first lock and the commit, for which readers wait. */
async function statementsUnderLock(): Promise<number> {
  let [locked, statements] = [false, 0];
  const counting = new Proxy(pool(), {
    get: (target, name) => {
      if (name !== 'connect') return Reflect.get(target, name) as unknown;
      return async () => {
        const client: PoolClient = await target.connect();
        const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>;
        client.query = ((...args: unknown[]) => {
          const text = String(args[0]);
          if (text.startsWith('LOCK TABLE public.')) locked = true;
          if (locked) statements += 1;
          if (locked && /^(COMMIT|ROLLBACK)/.test(text)) locked = false;
          return query(...args);
        }) as typeof client.query;
        return client;
      };
    },
  });
  const { tables } = await rebuildGraph(counting, 'switch');
  expect(tables).toEqual([]);
  return statements;
}

test('readers wait as long in a switch of a hundred scopes as of a few', async () => {
  const client = await engraph.client('switch', 'one');
  await client.remember('Lena Fischer works at Initech. She lives in Oslo.');
  const few = await statementsUnderLock();
  const scopes = Array.from({ length: 100 }, () => randomUUID());
  await pool().query(
    `INSERT INTO scopes (scope_id, namespace, agent) SELECT id, 'switch many', id FROM unnest($1::uuid[]) AS id`,
    [scopes],
  );
  const many = await statementsUnderLock();
  expect(few).toBeGreaterThan(1);
  expect(many).toBeLessThanOrEqual(few + 5);
  expect((await rebuildGraph(pool(), 'verify')).tables).toEqual([]);
  // Each rebuild of the tests below would replay them too.
  await pool().query('DELETE FROM scopes WHERE scope_id = ANY ($1)', [scopes]);
});

test.each(['switch.after-lock', 'switch.before-commit', 'switch.after-commit'])(
  'a switch that ends at %s leaves one whole graph, and another one finishes',
  async (place) => {
    const client = await engraph.client('switch', place);
    await client.remember('Noor Aziz works at Initech.');
    armFailpoints({ spec: `${place}=error` });
    await expect(rebuildGraph(pool(), 'switch')).rejects.toThrow(place);
    disarmFailpoints();
    expect((await client.get('/v1/entities?prefix=noor')).body.count).toBe(1);
    expect((await rebuildGraph(pool(), 'verify')).tables).toEqual([]);
    expect((await rebuildGraph(pool(), 'switch')).tables).toEqual([]);
    const { rows } = await pool().query<{ tables: number }>(
      `SELECT count(*)::int AS tables FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = relnamespace
       WHERE nspname = 'public' AND relkind = 'r' AND relname = ANY ($1)`,
      [[...REBUILT_TABLES]],
    );
    expect(rows).toEqual([{ tables: REBUILT_TABLES.length }]);
  },
);

test('the tables replaced by a switch are dropped later if it was killed before it could do so', async () => {
  await pool().query('CREATE SCHEMA graph_replaced; CREATE TABLE graph_replaced.entities (name text)');
  expect(await dropInterruptedRebuild(pool())).toBe(true);
  expect(await dropInterruptedRebuild(pool())).toBe(false);
});

test('a switch waits for a long reader, and lets others read meanwhile', async () => {
  const client = await engraph.client('switch', 'long reader');
  await client.remember('Ida Berg works at Initech.');
  const { scopeId } = scopeOf('switch', 'long reader');
  const reader = await pool().connect();
  await reader.query('BEGIN');
  await reader.query('SELECT FROM entities LIMIT 1');
  let switched = false;
  const switching = rebuildGraph(pool(), 'switch').finally(() => (switched = true));
  // The switch waits for its locks at most a second at a time; in between, other readers proceed.
  let answered = 0;
  for (const until = Date.now() + 4_000; Date.now() < until; answered += 1) {
    expect((await client.get('/v1/entities?prefix=ida')).status).toBe(200);
    await delay(20);
  }
  expect(answered).toBeGreaterThan(3);
  expect(switched).toBe(false);
  await reader.query('COMMIT');
  reader.release();
  expect((await switching).tables).toEqual([]);
  const { rows } = await pool().query('SELECT FROM entities WHERE scope_id = $1', [scopeId]);
  expect(rows.length).toBeGreaterThan(0);
});
