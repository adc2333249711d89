import { expect, test } from '@jest/globals';
import type { Pool } from 'pg';
import { scopeOf } from '#contracts/scope.js';
import { rebuildGraph } from '#graph/rebuild/rebuild-graph.js';
import { IndexCache } from '#search/in-memory-index/index-cache.js';
import { useEngraph } from './use-engraph.js';

const MEBIBYTE = 1 << 20;
const engraph = useEngraph();

/** The two sequences of a database that are never reset. */
const SEQUENCES = ['search_change_numbers', 'event_position'];

const LARGE = [
  ['an int4', 2n ** 31n - 3n],
  ['a double', 2n ** 53n - 3n],
] as const;

test.each(LARGE)('a scope works as usual with change numbers and event positions beyond %s', async (of, from) => {
  const sql = engraph.sql();
  for (const sequence of SEQUENCES) await sql.query(`SELECT setval($1::regclass, $2)`, [sequence, from]);
  const client = await engraph.client('large numbers', of);
  const { scopeId } = scopeOf('large numbers', of);
  const ids = [await client.remember('Maya Torlen moved to Lisbon.', { session: 1 })];
  const recalled = async (): Promise<unknown> => {
    const { status, body } = await client.post('/v1/recall', { query: 'Where does Maya Torlen live?' });
    return [
      status,
      (body as { memories?: { memory_id: string }[] }).memories?.map((memory) => memory.memory_id).sort(),
    ];
  };
  // Once to load the index, and once to read the changes since.
  expect(await recalled()).toEqual([200, ids]);
  ids.push(await client.remember('Maya Torlen works at Northwind in Lisbon.', { session: 1 }));
  expect(await recalled()).toEqual([200, [...ids].sort()]);

  const cache = new IndexCache(MEBIBYTE);
  const versions = new Set<unknown>();
  const version = async (): Promise<string> => String((await cache.read(sql, scopeId))?.version);
  versions.add(await version());
  const { rows } = await sql.query<{ number: bigint }>(
    'SELECT max(number) AS number FROM search_changes WHERE scope_id = $1',
    [scopeId],
  );
  expect(rows[0]?.number).toBeGreaterThan(from + 3n);
  expect(await version()).toMatch(new RegExp(` ${String(rows[0]?.number)}$`));
  // One higher: as doubles the two numbers are equal.
  await sql.query('INSERT INTO search_changes (scope_id) VALUES ($1)', [scopeId]);
  versions.add(await version());
  expect(versions.size).toBe(2);

  for (const path of ['/v1/memories', '/v1/graph?include_memories=true', `/v1/memories/${String(ids[0])}/inspect`])
    expect((await client.get(path)).status).toBe(200);
  expect((await client.delete('/v1/memories', { memory_id: ids[1] })).status).toBe(200);
  expect(await recalled()).toEqual([200, [ids[0]]]);
  expect((await rebuildGraph(sql as Pool, 'verify')).differences).toBe(0);
});
