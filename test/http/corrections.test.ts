import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Pool } from 'pg';
import type { DataSource } from 'typeorm';
import { ENTITY_TYPES } from '#contracts/ontology.js';
import { createDataSource, poolOf } from '#database/data-source.js';
import { rebuildGraph } from '#graph/rebuild/rebuild-graph.js';
import { eraseScope } from '#memories/erase/erase-scope.js';
import { newCanary, tablesWith } from '../erase/canary.js';
import type { Client } from '../path/client.js';
import { runEngraph, type RunningEngraph } from '../path/run-engraph.js';

/** Api and extractor on real Postgres; each test has its own scope. */
let engraph: RunningEngraph;
let dataSource: DataSource;
let pool: Pool;
let scopes = 0;

beforeAll(async () => {
  engraph = await runEngraph('log', { EXTRACTION_STAGES: 'pattern', EMBEDDING_MODEL: 'off' });
  const limits = { connectTimeoutMs: 5_000, statementTimeoutMs: 0 };
  dataSource = createDataSource({ url: engraph.databaseUrl, poolSize: 6, ...limits });
  await dataSource.initialize();
  pool = poolOf(dataSource);
});
afterAll(async () => {
  await dataSource.destroy();
  await engraph.stop();
});

const [PERSON, ORGANIZATION, PLACE, PRODUCT] = ['person', 'organization', 'place', 'product'].map(
  (type) => ENTITY_TYPES.indexOf(type as (typeof ENTITY_TYPES)[number]) + 1,
);
const rebuilt = async () => (await rebuildGraph(pool, 'verify')).tables;

async function newClient(): Promise<Client> {
  scopes += 1;
  return engraph.client('corrections', String(scopes));
}

async function idOf(client: Client, prefix: string): Promise<string> {
  return (await client.get(`/v1/entities?prefix=${encodeURIComponent(prefix)}`)).body.entities[0].entity_id as string;
}

test('a corrected name is that of the entity from now on, whatever memories say, and all ids and names lead to it', async () => {
  const client = await newClient();
  const memory = await client.remember('Lena Fisher lives in Oslo.');
  const id = await idOf(client, 'lena');
  const corrected = await client.patch(`/v1/entities/${id}`, { canonical_name: ' Lena  Fischer ' });
  expect(corrected.status).toBe(200);
  expect(corrected.body).toMatchObject({
    ...{ canonical_name: 'Lena Fischer', aliases: ['Lena Fisher'], entity_type: 'core:person', merged_into: null },
  });
  const got = await client.get(`/v1/entities/${id}`);
  expect(got.body).toEqual({ ...corrected.body, resolved_from: [id] });
  expect(got.headers.get('etag')).toBe(corrected.headers.get('etag'));

  await client.remember('Lena Fisher knows Omar Haddad. Lena Fischer likes tea.');
  await client.remember('Lena Maria Fischer lives in Bergen.');
  expect(await idOf(client, 'Lena Fisher')).toBe(corrected.body.entity_id);
  expect((await client.get(`/v1/entities/${id}`)).body).toMatchObject({ canonical_name: 'Lena Fischer' });
  await client.patch(`/v1/memories/${memory}`, { text: 'Lena Fisher lives in Tromsø.' }, { prefer: 'wait=30' });
  const { relations } = (await client.get(`/v1/entities/${id}/relations?type=lives_in`)).body;
  expect(relations).toHaveLength(1);
  await client.delete('/v1/memories', { memory_id: memory, hard: true });
  expect((await client.get(`/v1/entities/${String(corrected.body.entity_id)}`)).body).toMatchObject({
    canonical_name: 'Lena Fischer',
  });
  expect(await rebuilt()).toEqual([]);
});

test('a corrected type takes the relations along that it allows', async () => {
  const client = await newClient();
  await client.remember('Lena Fischer lives in Jordan. Lena Fischer knows Omar Haddad.');
  const jordan = await idOf(client, 'jordan');
  const before = (await client.get(`/v1/entities/${jordan}/relations?direction=to`)).body.count;
  const corrected = await client.patch(`/v1/entities/${jordan}`, { entity_type_id: PERSON });
  expect(corrected.body).toMatchObject({ canonical_name: 'Jordan', entity_type: 'core:person' });
  expect([before, (await client.get(`/v1/entities/${jordan}/relations?direction=to`)).body.count]).toEqual([1, 0]);
  const back = await client.patch(`/v1/entities/${jordan}`, { entity_type_id: PLACE });
  expect(back.body).toMatchObject({ entity_id: jordan, entity_type: 'core:place' });
  expect((await client.get(`/v1/entities/${jordan}/relations?direction=to`)).body.count).toBe(1);
  expect(await rebuilt()).toEqual([]);
});

test('a name that another entity has is a conflict, which a merge settles, of two types as well', async () => {
  const client = await newClient();
  const create = async (entity_type_id: number | undefined, canonical_name: string): Promise<string> =>
    (await client.post('/v1/entities', { entity_type_id, canonical_name })).body.entity_id as string;
  const [company, product] = [await create(ORGANIZATION, 'Kestrel'), await create(PRODUCT, 'Kestrel')];
  const refused = await client.patch(`/v1/entities/${company}`, { entity_type_id: PRODUCT });
  expect(refused.status).toBe(409);
  expect(refused.body.error).toMatchObject({ code: 'conflict', message: expect.stringMatching(/merge.*into/) });
  expect(refused.body.error.message).toContain(product);
  const merged = await client.post(`/v1/entities/${company}/merge`, { into: product });
  expect(merged.body).toMatchObject({ entity_id: product, entity_type: 'core:product', canonical_name: 'Kestrel' });
  expect((await client.get(`/v1/entities/${company}`)).body.entity_id).toBe(product);
  const [ana, bea] = [await create(PERSON, 'Ana Cruz'), await create(PERSON, 'Bea Lund')];
  expect((await client.patch(`/v1/entities/${ana}`, { canonical_name: 'bea lund' })).status).toBe(409);
  expect((await client.post(`/v1/entities/${ana}/merge`, { into: bea })).status).toBe(200);
  expect(await rebuilt()).toEqual([]);
});

test('of two corrections at once of one entity, one is refused with the current tag', async () => {
  const client = await newClient();
  const { body } = await client.post('/v1/entities', { entity_type_id: PERSON, canonical_name: 'Ana Cruz' });
  const path = `/v1/entities/${String(body.entity_id)}`;
  const etag = (await client.get(path)).headers.get('etag') ?? '';
  const answers = await Promise.all(
    ['Ann Cruz', 'Anna Cruz'].map((canonical_name) => client.patch(path, { canonical_name }, { 'if-match': etag })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const current = (await client.get(path)).headers.get('etag');
  expect(answers.map(({ headers }) => headers.get('etag'))).toEqual([current, current]);
  expect(current).not.toBe(etag);
  expect((await client.patch(path, { canonical_name: 'A' }, { 'if-match': '"1"' })).status).toBe(400);
});

test('a repeated correction writes once, and the same key with another one is a conflict', async () => {
  const client = await newClient();
  const { body } = await client.post('/v1/entities', { entity_type_id: PERSON, canonical_name: 'Ana Cruz' });
  const path = `/v1/entities/${String(body.entity_id)}`;
  const key = { 'idempotency-key': 'correct-1' };
  const first = await client.patch(path, { canonical_name: 'Anita Cruz' }, key);
  const again = await client.patch(path, { canonical_name: 'Anita Cruz' }, key);
  expect(again.body).toEqual(first.body);
  expect(again.headers.get('idempotency-replayed')).toBe('true');
  expect((await client.patch(path, { canonical_name: 'Anne Cruz' }, key)).status).toBe(409);
  // Under another key it is what a caller has said already.
  expect((await client.patch(path, { canonical_name: 'Anita Cruz' })).status).toBe(200);
  const { rows } = await pool.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM events WHERE type = 'EntityCorrected' AND data ->> 'canonical_name' = 'Anita Cruz'`,
  );
  expect(rows[0]?.n).toBe(1);
  expect((await client.patch(path, {})).body.error.message).toContain('canonical_name');
});

test('a correction is in the export, makes the same entities elsewhere, and an erasure of the scope leaves none of it', async () => {
  const client = await newClient();
  const word = newCanary();
  await client.remember('Lena Fisher lives in Oslo.');
  await client.patch(`/v1/entities/${await idOf(client, 'lena')}`, { canonical_name: `Lena ${word}` });
  const headers = { 'x-api-key': client.key };
  const file = await (await fetch(`${engraph.baseUrl}/v1/export`, { headers })).text();
  expect(file).toContain('"type":"EntityCorrected"');
  const other = await newClient();
  const imported = await other.post('/v1/import', file, { 'content-type': 'application/x-ndjson' });
  expect(imported.body).toMatchObject({ complete: true });
  const namesIn = async (as: Client): Promise<string[]> =>
    ((await as.get('/v1/entities')).body.entities as { canonical_name: string }[])
      .map((entity) => entity.canonical_name)
      .sort();
  expect(await namesIn(other)).toEqual([`Lena ${word}`, 'Oslo']);
  expect(await namesIn(client)).toEqual(await namesIn(other));
  expect(await rebuilt()).toEqual([]);
  for (const one of [client, other]) {
    const { agent_id } = (await one.get('/v1/whoami')).body;
    await eraseScope(pool, String(agent_id), { now: new Date() });
  }
  expect((await tablesWith(pool, word)).filter((table) => table.startsWith('public.'))).toEqual([]);
});

test('inspection lists the relations and statements of a memory by their ids', async () => {
  const client = await newClient();
  const memory = await client.remember('Lena Fischer lives in Oslo. Lena Fischer likes green tea.');
  const { artifact } = (await client.get(`/v1/memories/${memory}/inspect`)).body;
  const { relations } = (await client.get(`/v1/entities/${await idOf(client, 'lena')}/relations`)).body;
  const { statements } = (await client.get('/v1/statements')).body;
  expect(relations).toHaveLength(1);
  expect(statements).toHaveLength(1);
  expect([artifact.relations, artifact.statements]).toEqual([relations, statements]);
  const [{ relations: counted, statements: told }] = artifact.extraction.stages as {
    relations: number;
    statements: number;
  }[] as [{ relations: number; statements: number }];
  expect([counted, told]).toEqual([1, 1]);
  await client.delete('/v1/memories', { memory_id: memory });
  const forgotten = (await client.get(`/v1/memories/${memory}/inspect`)).body.artifact;
  expect([forgotten.relations, forgotten.statements]).toEqual([[], []]);
});
