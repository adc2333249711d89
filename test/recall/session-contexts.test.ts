import { expect, test } from '@jest/globals';
import { memoryIdOfUuid, uuidOfMemoryId } from '#contracts/memory-id.js';
import { scopeOf } from '#contracts/scope.js';
import type { Sql } from '#database/sql.js';
import { loadFeaturesCached } from '#search/postgres-index/feature-cache.js';
import type { SessionContextOptions } from '#search/scope-index/scope-index.js';
import { readSessionContexts } from '#search/postgres-index/session-contexts.js';
import type { Client } from '../path/client.js';
import { useEngraph } from './use-engraph.js';

const ALL: SessionContextOptions = { filter: {}, statesTime: false, neighbours: true };
const engraph = useEngraph();

/** Stores a dialogue in session 7; returns the UUIDs of its turns. */
async function say(client: Client, ...texts: readonly string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const [i, text] of texts.entries()) {
    const speaker = i % 2 === 0 ? 'Ana' : 'Tom';
    ids.push(uuidOfMemoryId(await client.remember(text, { session: 7, speaker })) ?? '');
  }
  return ids;
}

/** Access to the database that records the number of rows of each statement. */
function counted(): { readonly sql: Sql; readonly rows: number[] } {
  const rows: number[] = [];
  return {
    rows,
    sql: {
      query: async (text, values) => {
        const result = await engraph.sql().query<never>(text, values);
        rows.push(result.rows.length);
        return result;
      },
    },
  };
}

test('features of a memory are read once, and again if more of them are needed', async () => {
  const client = await engraph.client('places', 'known');
  const { scopeId } = scopeOf('places', 'known');
  const [first = ''] = await say(client, 'Where did the old ferry leave yesterday?');
  const read = counted();
  const known = await loadFeaturesCached(read.sql, scopeId, [first], false);
  expect(known.get(first)).toMatchObject({
    session: '7',
    speaker: 'Ana',
    isQuestion: true,
    termCount: 4,
    statesTime: null,
  });
  expect(await loadFeaturesCached(read.sql, scopeId, [first], false)).toEqual(known);
  expect(read.rows).toEqual([1]);
  const timed = await loadFeaturesCached(read.sql, scopeId, [first], true);
  expect(timed.get(first)).toMatchObject({ statesTime: true, termCount: 4 });
  expect((await loadFeaturesCached(read.sql, scopeId, [first], false)).get(first)?.statesTime).toBe(true);
  expect(read.rows).toEqual([1, 1]);
});

test('a memory without terms in the index is read again', async () => {
  const client = await engraph.client('places', 'unprojected');
  const { scopeId } = scopeOf('places', 'unprojected');
  const [first = ''] = await say(client, 'The ferry left the harbour.');
  await engraph.sql().query('DELETE FROM search_documents WHERE scope_id = $1', [scopeId]);
  const read = counted();
  expect((await loadFeaturesCached(read.sql, scopeId, [first], false)).get(first)?.termCount).toBe(0);
  await loadFeaturesCached(read.sql, scopeId, [first], false);
  expect(read.rows).toEqual([1, 1]);
});

test('features cached for one scope are not visible in another', async () => {
  const client = await engraph.client('places', 'own');
  const [first = ''] = await say(client, 'The ferry left the harbour.');
  const own = scopeOf('places', 'own').scopeId;
  const other = scopeOf('places', 'another').scopeId;
  expect([...(await loadFeaturesCached(engraph.sql(), own, [first], false)).keys()]).toEqual([first]);
  expect(await loadFeaturesCached(engraph.sql(), other, [first], false)).toEqual(new Map());
});

test('neighbours in the dialogue are current: they include a new message, and no forgotten one', async () => {
  const client = await engraph.client('places', 'now');
  const { scopeId } = scopeOf('places', 'now');
  const [first = '', second = ''] = await say(client, 'The ferry left.', 'It came back.');
  const around = async (id: string) => {
    const places = await readSessionContexts(engraph.sql(), scopeId, [id], ALL);
    const { before, after } = places.get(id) ?? {};
    return { before, after, places: [...places.keys()].sort() };
  };
  expect(await around(second)).toEqual({ before: first, after: null, places: [first, second].sort() });
  const [third = ''] = await say(client, 'It was empty.');
  expect(await around(second)).toEqual({ before: first, after: third, places: [first, second, third].sort() });
  const { status } = await client.delete('/v1/memories', { memory_id: memoryIdOfUuid(first) });
  expect(status).toBe(200);
  expect(await around(second)).toEqual({ before: null, after: third, places: [second, third].sort() });
  expect((await readSessionContexts(engraph.sql(), scopeId, [first], ALL)).size).toBe(0);
});

test('only neighbours that pass the filter have a context', async () => {
  const client = await engraph.client('places', 'filtered');
  const { scopeId } = scopeOf('places', 'filtered');
  const [first = '', second = ''] = await say(client, 'Tom is in Oslo.', 'It came back.');
  const filter = { until: 1n };
  const places = await readSessionContexts(engraph.sql(), scopeId, [second], { ...ALL, filter });
  expect(places.get(second)).toMatchObject({ before: first });
  expect(places.has(first)).toBe(false);
  expect(
    (await readSessionContexts(engraph.sql(), scopeId, [second], { ...ALL, filter: { session: 7n } })).has(first),
  ).toBe(true);
  expect((await readSessionContexts(engraph.sql(), scopeId, [second], { ...ALL, neighbours: false })).has(first)).toBe(
    false,
  );
});
