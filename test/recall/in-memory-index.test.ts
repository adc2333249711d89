import { expect, test } from '@jest/globals';
import type { Pool } from 'pg';
import { memoryIdOfUuid, uuidOfMemoryId } from '#contracts/memory-id.js';
import { scopeOf } from '#contracts/scope.js';
import type { Sql } from '#database/sql.js';
import { rebuildGraph } from '#graph/rebuild/rebuild-graph.js';
import { loadNeighbourhood } from '#recall/retrievers/graph/load-neighbourhoods.js';
import { mentioningMemories } from '#recall/retrievers/graph/mentioning-memories.js';
import { IndexCache } from '#search/in-memory-index/index-cache.js';
import type { ScopeIndex } from '#search/scope-index/scope-index.js';
import { postgresScopeIndex } from '#search/postgres-index/postgres-scope-index.js';
import { idSetOf } from '#search/filter/memory-id-set.js';
import type { SearchFilter } from '#search/filter/search-filter.js';
import { until } from '../harness/until.js';
import type { Client } from '../path/client.js';
import { useEngraph } from './use-engraph.js';

const MEBIBYTE = 1 << 20;
const engraph = useEngraph();

const TALK = [
  ['Ana', 'Ana Silva moved from Lisbon to Porto in May 2023.'],
  ['Tom', 'Where does Ana Silva work now? At the old bakery?'],
  ['Ana', 'I work at Northwind. My sister Maria Silva works at Northwind too.'],
  ['Tom', 'The bakeries of Lisbon: Ana Belo bakes, and bakes, and bakes bread.'],
  ['Ana', '👍'],
  ['Tom', 'Counsel and counselor met the musician yesterday, and Maria sang.'],
  ['Ana', 'Maria Silva likes music. The music of Porto.'],
] as const;

/** Stores all messages in session 7; returns the UUIDs. */
async function rememberAll(
  client: Client,
  talk: readonly (readonly [speaker: string, text: string])[],
): Promise<string[]> {
  const ids: string[] = [];
  for (const [speaker, text] of talk)
    ids.push(uuidOfMemoryId(await client.remember(text, { session: 7, speaker })) ?? '');
  return ids;
}

interface Known {
  readonly terms: readonly string[];
  readonly ids: readonly string[];
  readonly names: readonly string[];
  readonly entities: readonly string[];
}

async function knownOf(sql: Sql, scopeId: string): Promise<Known> {
  const { rows } = await sql.query<{ [Key in keyof Known]: string[] | null }>(
    `SELECT (SELECT array_agg(term ORDER BY term) FROM search_terms WHERE scope_id = $1) AS terms,
            (SELECT array_agg(memory_id ORDER BY memory_id) FROM memories WHERE scope_id = $1) AS ids,
            (SELECT array_agg(DISTINCT folded ORDER BY folded) FROM entity_names WHERE scope_id = $1) AS names,
            (SELECT array_agg(entity_id ORDER BY entity_id) FROM entities WHERE scope_id = $1) AS entities`,
    [scopeId],
  );
  const [row] = rows;
  return { terms: row?.terms ?? [], ids: row?.ids ?? [], names: row?.names ?? [], entities: row?.entities ?? [] };
}

const FILTERS: readonly SearchFilter[] = [
  {},
  { session: 7n },
  { session: 8n },
  { kind: 1 },
  { until: 1n },
  { speaker: 'Tom' },
  { speaker: 'tom' },
  { role: 'user' },
  { memoryIds: idSetOf([]) },
  { since: 1n },
];

/**
 * All results of an index for everything that the scope contains, in an order that does not depend on the
 * implementation.
 */
async function resultsOf(index: ScopeIndex, { terms, ids, names }: Known): Promise<unknown> {
  const words = [...terms, 'lisobn', 'kounselor', 'nothing'];
  const weighed = words.map((term, i) => ({ term, weight: 1 + (i % 7) / 3 }));
  const fuzzy = words.filter((word) => /^\p{L}{4,32}$/u.test(word));
  const { documentFrequencies, documentCount, totalLength } = await index.documentFrequencies(words);
  const answers: unknown[] = [
    documentCount,
    totalLength,
    sorted([...documentFrequencies].filter(([, count]) => count > 0)),
  ];
  answers.push(sorted(await index.fuzzyTerms(fuzzy, new Set(terms))));
  answers.push(sorted(await index.findNames(names, ['ana', 'maria', 'nobody'])));
  answers.push(sorted([...(await index.filterPersonNames([...names, 'ana', 'maria', 'north']))]));
  answers.push(sorted([...(await index.scoreDocuments(weighed, 4.2, ids))]));
  const around = await index.sessionNeighbours(ids);
  answers.push(ids.map((id) => around.get(id) ?? null));
  for (const filter of FILTERS) {
    for (let from = 0; from < words.length; from += 5)
      answers.push(sorted([...(await index.searchTopK(weighed.slice(from, from + 5), 4.2, filter, 4))]));
    answers.push(sorted([...(await index.termOverlap(ids, weighed, filter))]));
    for (const [among, neighbours] of [[ids, true] as const, [ids, false] as const, [ids.slice(1, 2), true] as const])
      answers.push(sorted([...(await index.loadSessionContexts(among, { filter, statesTime: true, neighbours }))]));
  }
  return answers;
}

/** Rows as JSON, sorted; numbers rounded to nine places, and lists of strings sorted. */
function sorted(rows: readonly unknown[]): string[] {
  const plain = (_: string, value: unknown): unknown => {
    if (typeof value === 'bigint') return String(value);
    if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return [...value].sort();
    return typeof value === 'number' ? Number(value.toFixed(9)) : value;
  };
  return rows.map((row) => JSON.stringify(sortedKeys(row), plain)).sort();
}

function sortedKeys(row: unknown): unknown {
  if (Array.isArray(row)) return row.map(sortedKeys);
  if (typeof row !== 'object' || row === null) return row;
  return Object.fromEntries(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1)));
}

async function expectBothTheSame(cache: IndexCache, scopeId: string): Promise<void> {
  const sql = engraph.sql();
  const held = await cache.read(sql, scopeId);
  expect(held?.version).toEqual(expect.any(String));
  const known = await knownOf(sql, scopeId);
  if (!held) return;
  const stored = postgresScopeIndex(sql, scopeId);
  expect(await resultsOf(held, known)).toEqual(await resultsOf(stored, known));
  // Twice: the first reads from Postgres, the second from the cache.
  for (let time = 0; time < 2; time += 1)
    for (const around of [loadNeighbourhood, mentioningMemories])
      expect(await around(sql, scopeId, held, known.entities)).toEqual(
        await around(sql, scopeId, stored, known.entities),
      );
}

test('the in-memory index gives the same results as Postgres after every kind of change', async () => {
  const client = await engraph.client('held', 'same');
  const { scopeId } = scopeOf('held', 'same');
  const cache = new IndexCache(16 * MEBIBYTE);
  await expectBothTheSame(cache, scopeId);
  const ids = await rememberAll(client, TALK);
  await expectBothTheSame(cache, scopeId);
  await client.remember('Maria is in Oslo, in another session.', { session: 8, kind: 1 });
  await client.remember('Maria is in no session.');
  await client.post('/v1/entities', { entity_type_id: 1, canonical_name: 'Ana Maria Braga', aliases: ['Ana Braga'] });
  await expectBothTheSame(cache, scopeId);
  await client.remember('Ana Silva left Northwind. She works at Southwind now.', { session: 7 });
  await expectBothTheSame(cache, scopeId);
  for (const id of [ids[3], ids[4], ids[6]])
    expect((await client.delete('/v1/memories', { memory_id: memoryIdOfUuid(id ?? '') })).status).toBe(200);
  await expectBothTheSame(cache, scopeId);
  await expectBothTheSame(new IndexCache(16 * MEBIBYTE), scopeId);
  for (const id of ids) await client.delete('/v1/memories', { memory_id: memoryIdOfUuid(id) });
  await expectBothTheSame(cache, scopeId);
});

test('the least recently used scope is evicted if two scopes do not fit together', async () => {
  const scopes = ['one', 'other'].map((agent) => scopeOf('beside', agent).scopeId);
  for (const agent of ['one', 'other']) await rememberAll(await engraph.client('beside', agent), TALK);
  const sql = engraph.sql();
  const [one = '', other = ''] = scopes;
  // The smallest bound of this series that has room for one scope.
  let bytes = 1_024;
  while ((await new IndexCache(bytes).read(sql, one)) === null) bytes = Math.ceil(bytes * 1.3);
  const cache = new IndexCache(Math.ceil(bytes * 1.3));
  expect(await cache.read(sql, one)).not.toBeNull();
  expect(cache.lastRead(one)).not.toBeNull();
  expect(await cache.read(sql, other)).not.toBeNull();
  expect([one, other].map((scopeId) => cache.lastRead(scopeId) !== null)).toEqual([false, true]);
});

test('a scope is reloaded after a rebuild has switched its tables', async () => {
  const client = await engraph.client('held', 'rebuilt');
  const { scopeId } = scopeOf('held', 'rebuilt');
  const sql = engraph.sql();
  const cache = new IndexCache(16 * MEBIBYTE);
  await rememberAll(client, TALK);
  const before = await cache.read(sql, scopeId);
  // The index differs from the log, and no change records it.
  await sql.query(`UPDATE search_documents SET terms[1] = 'wrong' WHERE scope_id = $1`, [scopeId]);
  expect((await cache.read(sql, scopeId))?.version).toBe(before?.version);
  await rebuildGraph(sql as Pool, 'switch');
  expect((await cache.read(sql, scopeId))?.version).not.toBe(before?.version);
  await expectBothTheSame(cache, scopeId);
});

test('a memory added or removed without a recorded change is detected by the number of documents', async () => {
  const client = await engraph.client('held', 'unnoted');
  const { scopeId } = scopeOf('held', 'unnoted');
  const cache = new IndexCache(16 * MEBIBYTE);
  const [first = ''] = await rememberAll(client, TALK);
  await expectBothTheSame(cache, scopeId);
  const unnoted = () => engraph.sql().query('DELETE FROM search_changes WHERE scope_id = $1', [scopeId]);
  await client.remember('Maria Silva met Omar Haddad.');
  await unnoted();
  await expectBothTheSame(cache, scopeId);
  await client.delete('/v1/memories', { memory_id: memoryIdOfUuid(first) });
  await unnoted();
  await expectBothTheSame(cache, scopeId);
});

test('a scope too large for a question to wait for is loaded in the background while Postgres is used', async () => {
  const client = await engraph.client('held', 'large');
  const { scopeId } = scopeOf('held', 'large');
  await rememberAll(client, TALK);
  const cache = new IndexCache(16 * MEBIBYTE, 2);
  expect(await cache.read(engraph.sql(), scopeId)).toBeNull();
  await until(async () => (await cache.read(engraph.sql(), scopeId)) !== null);
  await expectBothTheSame(cache, scopeId);
});

test('the next question after an error starts again, and concurrent questions share one read', async () => {
  const client = await engraph.client('held', 'fault');
  const { scopeId } = scopeOf('held', 'fault');
  await rememberAll(client, TALK);
  let [statements, faults, broken] = [0, 0, true];
  const sql: Sql = {
    query: async (text, values) => {
      statements += 1;
      const isSecondPage = text.includes('d.memory_id > $2') && !String(values?.[1]).startsWith('00000000-');
      if (broken && isSecondPage) {
        faults += 1;
        throw new Error('the connection is gone');
      }
      return engraph.sql().query(text, values);
    },
  };
  const cache = new IndexCache(16 * MEBIBYTE, 3);
  await until(async () => (await cache.read(sql, scopeId)) === null && faults > 1);
  broken = false;
  await until(async () => (await cache.read(sql, scopeId)) !== null);
  statements = 0;
  const together = await Promise.all(Array.from({ length: 20 }, () => cache.read(sql, scopeId)));
  expect(together.every((index) => index !== null)).toBe(true);
  expect(statements).toBe(2);
});

test('a scope that does not fit is not cached', async () => {
  const client = await engraph.client('held', 'unfit');
  const { scopeId } = scopeOf('held', 'unfit');
  await rememberAll(client, TALK);
  const cache = new IndexCache(5_000);
  const statements: string[] = [];
  const sql: Sql = { query: (text, values) => (statements.push(text), engraph.sql().query(text, values)) };
  expect(await cache.read(sql, scopeId)).toBeNull();
  const read = statements.length;
  expect(await cache.read(sql, scopeId)).toBeNull();
  expect([read > 0, statements.length - read]).toEqual([true, 0]);
});

test('any change of terms, names or vectors changes the version', async () => {
  const client = await engraph.client('held', 'version');
  const { scopeId } = scopeOf('held', 'version');
  const cache = new IndexCache(16 * MEBIBYTE);
  const version = async (): Promise<string | null | undefined> => (await cache.read(engraph.sql(), scopeId))?.version;
  const versions = [await version()];
  const first = await client.remember('👍');
  versions.push(await version());
  await client.post('/v1/entities', { entity_type_id: 1, canonical_name: 'Ana Silva', aliases: [] });
  versions.push(await version());
  await client.delete('/v1/memories', { memory_id: first });
  versions.push(await version());
  expect(new Set(versions).size).toBe(4);
  expect(await version()).toBe(versions[3]);
});
