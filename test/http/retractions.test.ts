import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Pool } from 'pg';
import { openDatabase, type Database } from '#database/database.js';
import { rebuildGraph } from '#graph/rebuild/rebuild-graph.js';
import type { Client } from '../path/client.js';
import { runEngraph, type RunningEngraph } from '../path/run-engraph.js';

/** What callers retract, and what they state against each other. Real Postgres; each test has its own scope. */
let engraph: RunningEngraph;
let database: Database;
let pool: Pool;
let scopes = 0;

beforeAll(async () => {
  engraph = await runEngraph('log', { EXTRACTION_STAGES: 'pattern', EMBEDDING_MODEL: 'off' });
  const limits = { connectTimeoutMs: 5_000, statementTimeoutMs: 0 };
  database = await openDatabase({ url: engraph.databaseUrl, poolSize: 6, ...limits });
  pool = database.system;
});
afterAll(async () => {
  await database.close();
  await engraph.stop();
});

const [PERSON, PLACE] = [1, 5];
const rebuilt = async () => (await rebuildGraph(pool, 'verify')).tables;

async function newClient(): Promise<Client> {
  scopes += 1;
  return engraph.client('retractions', String(scopes));
}

async function entity(client: Client, type: number | undefined, name: string): Promise<string> {
  const { body } = await client.post('/v1/entities', { entity_type_id: type, canonical_name: name });
  return body.entity_id as string;
}

const textsOf = async (client: Client, query = ''): Promise<string[]> =>
  ((await client.get(`/v1/retractions${query}`)).body.retractions as { text: string }[]).map(({ text }) => text);

/** Retracts the only statement. */
async function retractStatement(client: Client): Promise<void> {
  const [one] = (await client.get('/v1/statements')).body.statements as { statement_id: string }[];
  expect((await client.post(`/v1/statements/${one?.statement_id ?? ''}/retract`, {})).status).toBe(200);
}

test('a retracted value is listed while a live memory says it, and one that a caller asserted always', async () => {
  const client = await newClient();
  const lena = await entity(client, PERSON, 'Lena Fischer');
  const memory = await client.remember('Lena Fischer likes tea.');
  await retractStatement(client);
  const told = await textsOf(client);
  expect(told).toEqual(['Lena Fischer likes tea']);
  await client.delete('/v1/memories', { memory_id: memory });
  expect(await textsOf(client)).toEqual([]);
  await client.post('/v1/statements', { subject: lena, predicate: 'likes', object: 'green tea' });
  await retractStatement(client);
  await client.post('/v1/statements', { subject: lena, predicate: 'occupation', object: 'baker' });
  await retractStatement(client);
  const both = ['Lena Fischer works as a baker', 'Lena Fischer likes green tea'];
  expect(await textsOf(client)).toEqual(both);
  // The oldest is not told, and counts for no page.
  for (const limit of [1, 2]) expect(await textsOf(client, `?limit=${String(limit)}`)).toEqual(both.slice(0, limit));
  const { retractions } = (await client.get('/v1/retractions')).body;
  expect(retractions[1]).toMatchObject({ object: { kind: 'value', value: { type: 'text', value: 'green tea' } } });
  const back = await client.post(`/v1/statements/${String(retractions[1].id)}/confirm`, {});
  expect(back.body).toMatchObject({ statement_id: retractions[1].id, source: 'confirmed' });
  expect(await textsOf(client)).toEqual(both.slice(0, 1));
});

test('retractions that cannot be told make no page short', async () => {
  const client = await newClient();
  const lena = await entity(client, PERSON, 'Lena Fischer');
  for (const object of ['rye bread', 'plums']) {
    await client.post('/v1/statements', { subject: lena, predicate: 'likes', object });
    await retractStatement(client);
  }
  for (const thing of ['tea', 'chess', 'rain']) {
    const memory_id = await client.remember(`Lena Fischer likes ${thing}.`);
    await retractStatement(client);
    await client.delete('/v1/memories', { memory_id });
  }
  const both = ['Lena Fischer likes plums', 'Lena Fischer likes rye bread'];
  for (const limit of [1, 2, 3]) expect(await textsOf(client, `?limit=${String(limit)}`)).toEqual(both.slice(0, limit));
});

test('a retracted relation is listed while something names its ends', async () => {
  const client = await newClient();
  const memory_id = await client.remember('Lena Fischer lives in Oslo.');
  const lena = (await client.get('/v1/entities?prefix=lena')).body.entities[0].entity_id as string;
  const { relations } = (await client.get(`/v1/entities/${lena}/relations`)).body;
  await client.post(`/v1/relations/${String(relations[0].relation_id)}/retract`, {});
  expect(await textsOf(client)).toEqual(['Lena Fischer lives in Oslo']);
  await client.delete('/v1/memories', { memory_id });
  expect(await textsOf(client)).toEqual([]);
});

test.each(['first', 'last'])(
  'another value that a caller states within an asserted interval ends it there, when it is asserted %s',
  async (when) => {
    const client = await newClient();
    const lena = await entity(client, PERSON, 'Lena Fischer');
    const [oslo, bergen] = [await entity(client, PLACE, 'Oslo'), await entity(client, PLACE, 'Bergen')];
    const assert = (to_entity: string, from: number, to: number) =>
      client.post('/v1/relations', {
        ...{ relation_type: 'lives_in', from_entity: lena, to_entity },
        ...{ valid_from: `${String(from)}-01-01T00:00:00Z`, valid_to: `${String(to)}-01-01T00:00:00Z` },
      });
    const within = () => assert(bergen, 2005, 2007);
    if (when === 'first') await within();
    const answer = await assert(oslo, 2000, 2010);
    if (when === 'last') await within();
    const got = await client.get(`/v1/relations/${String(answer.body.relation_id)}`);
    expect(got.body).toMatchObject({ valid_from: '2000-01-01T00:00:00Z', valid_to: '2005-01-01T00:00:00Z' });
    if (when === 'first') expect(answer.body).toEqual(got.body);
    const other = (await client.get(`/v1/entities/${bergen}/relations?include_superseded=true&direction=to`)).body
      .relations[0];
    expect(other).toMatchObject({ valid_from: '2005-01-01T00:00:00Z', valid_to: '2007-01-01T00:00:00Z' });
    expect(got.body.superseded_by).toBe(other.relation_id);
    const all = (await client.get(`/v1/entities/${lena}/relations?include_superseded=true`)).body.relations;
    expect(all).toHaveLength(2);
    expect(await rebuilt()).toEqual([]);

    await client.post(`/v1/relations/${String(other.relation_id)}/retract`, {});
    expect((await client.get(`/v1/relations/${String(answer.body.relation_id)}`)).body).toMatchObject({
      ...{ valid_from: '2000-01-01T00:00:00Z', valid_to: '2010-01-01T00:00:00Z', superseded_by: null },
    });
    expect(await rebuilt()).toEqual([]);
  },
);
