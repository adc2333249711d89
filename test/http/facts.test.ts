import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Pool } from 'pg';
import type { DataSource } from 'typeorm';
import { createDataSource, poolOf } from '#database/data-source.js';
import { rebuildGraph } from '#graph/rebuild/rebuild-graph.js';
import { newCanary, tablesWith } from '../erase/canary.js';
import type { Client } from '../path/client.js';
import { runEngraph, type RunningEngraph } from '../path/run-engraph.js';

/** Api and extractor on real Postgres; each test has its own scope. */
let engraph: RunningEngraph;
let dataSource: DataSource;
let pool: Pool;
let scopes = 0;

beforeAll(async () => {
  engraph = await runEngraph('log');
  const limits = { connectTimeoutMs: 5_000, statementTimeoutMs: 0 };
  dataSource = createDataSource({ url: engraph.databaseUrl, poolSize: 6, ...limits });
  await dataSource.initialize();
  pool = poolOf(dataSource);
});
afterAll(async () => {
  await dataSource.destroy();
  await engraph.stop();
});

const [PERSON, PLACE] = [1, 5];
const rebuilt = async () => (await rebuildGraph(pool, 'verify')).tables;

async function newClient(): Promise<Client> {
  scopes += 1;
  return engraph.client('facts', String(scopes));
}

async function entity(client: Client, type: number, name: string): Promise<string> {
  const { body } = await client.post('/v1/entities', { entity_type_id: type, canonical_name: name });
  return body.entity_id as string;
}

interface Relation {
  relation_id: string;
  to_entity: string;
  valid_to_unix_nanos: number | bigint;
  source: string;
}

/** Where somebody lives or lived: places with who says so, current ones first. */
async function homes(client: Client, id: string): Promise<string[]> {
  const { body } = await client.get(`/v1/entities/${id}/relations?type=lives_in&include_superseded=true`);
  return Promise.all(
    (body.relations as Relation[]).map(async ({ to_entity, valid_to_unix_nanos, source }) => {
      const { canonical_name } = (await client.get(`/v1/entities/${to_entity}`)).body;
      return `${String(canonical_name)} ${source}${BigInt(valid_to_unix_nanos) === 0n ? '' : ' until'}`;
    }),
  );
}

/** Types of the decisions about facts of the last scope, with the ids that they name. */
async function factEvents(): Promise<string[][]> {
  const { rows } = await pool.query<{ type: string; named: string }>(
    `SELECT type, data->>'named_id' AS named FROM events
     WHERE type LIKE 'Fact%' AND scope_id = (SELECT scope_id FROM scopes WHERE namespace = 'facts' AND agent = $1)
     ORDER BY position`,
    [String(scopes)],
  );
  return rows.map(({ type, named }) => [type, named]);
}

async function idOf(client: Client, prefix: string): Promise<string> {
  return (await client.get(`/v1/entities?prefix=${prefix}`)).body.entities[0].entity_id as string;
}

async function onlyRelation(client: Client, id: string): Promise<string> {
  return (await client.get(`/v1/entities/${id}/relations`)).body.relations[0].relation_id as string;
}

test('an asserted relation is read at once, stays when memories are forgotten, and is taken back', async () => {
  const client = await newClient();
  const memory = await client.remember('Lena Fischer lives in Oslo.');
  const [lena, bergen] = [await idOf(client, 'lena'), await entity(client, PLACE, 'Bergen')];
  const body = { relation_type: 'lives_in', from_entity: lena, to_entity: bergen, reason: 'she told me' };
  const headers = { 'idempotency-key': 'move' };
  const made = await client.post('/v1/relations', body, headers);
  expect(made.status).toBe(200);
  expect(made.body).toMatchObject({
    ...{ relation_type: 'core:lives_in', from_entity: lena, to_entity: bergen, confidence: 1, memory_ids: [] },
    ...{ valid_to: null, source: 'asserted', unsettled: false },
  });
  expect((await client.post('/v1/relations', body, headers)).body).toEqual(made.body);
  expect((await client.post('/v1/relations', { ...body, reason: null }, headers)).status).toBe(409);
  expect(await homes(client, lena)).toEqual(['Bergen asserted', 'Oslo read until']);
  await client.remember('Lena Fischer lives in Stavanger.', { occurred_at: '2020-05-01T12:00:00Z' });
  expect((await homes(client, lena))[0]).toBe('Bergen asserted');

  await client.delete('/v1/memories', { memory_id: memory, hard: true });
  expect((await homes(client, lena))[0]).toBe('Bergen asserted');
  expect(await rebuilt()).toEqual([]);
  const id = String(made.body.relation_id);
  const retracted = { retracted: true, relation_id: id };
  expect((await client.post(`/v1/relations/${id}/retract`, {})).body).toEqual(retracted);
  expect(await homes(client, lena)).toEqual(['Stavanger read']);
  expect((await client.post(`/v1/relations/${id}/retract`, {})).body).toEqual(retracted);
  expect(await rebuilt()).toEqual([]);
});

test('what was retracted stays away when memories say it again, until it is asserted', async () => {
  const client = await newClient();
  await client.remember('Lena Fischer lives in Oslo.');
  const lena = await idOf(client, 'lena');
  const id = await onlyRelation(client, lena);
  await client.post(`/v1/relations/${id}/retract`, { reason: 'never' });
  await client.remember('Lena lives in Oslo.');
  expect(await homes(client, lena)).toEqual([]);
  expect((await client.get(`/v1/relations/${id}`)).status).toBe(404);
  expect(await rebuilt()).toEqual([]);
  expect((await client.post(`/v1/relations/${id}/confirm`, {})).body).toMatchObject({ source: 'confirmed' });
  expect(await homes(client, lena)).toEqual(['Oslo confirmed']);
  expect(await rebuilt()).toEqual([]);
});

test('what was retracted is listed with its names and reason, until it is confirmed back', async () => {
  const client = await newClient();
  await client.remember('Lena Fischer lives in Oslo.');
  await client.remember('Lena Fischer likes tea.');
  const lena = await idOf(client, 'lena');
  const id = await onlyRelation(client, lena);
  const { body: told } = await client.get(`/v1/relations/${id}`);
  expect(told).toMatchObject({ from_name: 'Lena Fischer', to_name: 'Oslo', mention_count: 1 });
  const { statements } = (await client.get('/v1/statements')).body as { statements: { statement_id: string }[] };
  const likes = statements[0]?.statement_id ?? '';
  expect(statements[0]).toMatchObject({ subject_name: 'Lena Fischer' });
  await client.post(`/v1/relations/${id}/retract`, { reason: 'never' });
  await client.post(`/v1/statements/${likes}/retract`, {});
  const { body } = await client.get('/v1/retractions');
  expect(body).toMatchObject({
    count: 2,
    retractions: [
      { id: likes, kind: 'statement', predicate: 'core:likes', text: 'Lena Fischer likes tea', reason: null },
      {
        ...{ id, kind: 'relation', predicate: 'core:lives_in', subject: lena, subject_name: 'Lena Fischer' },
        ...{ object: { kind: 'entity', name: 'Oslo' }, text: 'Lena Fischer lives in Oslo', reason: 'never' },
        ...{ valid_from: told['valid_from'] as string, valid_to: null },
      },
    ],
  });
  expect((await client.get('/v1/retractions?limit=1')).body.count).toBe(1);
  const confirmed = await client.post(`/v1/relations/${id}/confirm`, {});
  expect(confirmed.body).toMatchObject({ relation_id: id, source: 'confirmed', mention_count: 1 });
  expect((await client.get('/v1/retractions')).body.count).toBe(1);
});

test('an asserted fact that was retracted is confirmed back with its names, its interval and its id', async () => {
  const client = await newClient();
  const lena = await entity(client, PERSON, 'Lena Fischer');
  const job = { subject: lena, predicate: 'occupation', object: 'baker', valid_to: '2020-01-01T00:00:00Z' };
  const made = await client.post('/v1/statements', job);
  expect(made.body).toMatchObject({ mention_count: 0, source: 'asserted' });
  expect((await client.get(`/v1/entities/${lena}`)).body.mention_count).toBe(0);
  const id = String(made.body.statement_id);
  await client.post(`/v1/statements/${id}/retract`, {});
  expect((await client.get(`/v1/statements/${id}`)).status).toBe(404);
  const back = await client.post(`/v1/statements/${id}/confirm`, {});
  const { text, valid_from, valid_to } = made.body;
  expect(back.body).toMatchObject({ ...{ statement_id: id, text, valid_from, valid_to }, source: 'confirmed' });
  expect(await factEvents()).toEqual([
    ['FactAsserted', id],
    ['FactRetracted', id],
    ['FactConfirmed', id],
  ]);
  expect(await rebuilt()).toEqual([]);
});

test('what an assertion covers, memories do not end, and what comes later does', async () => {
  const client = await newClient();
  const [lena, oslo] = [await entity(client, PERSON, 'Lena Fischer'), await entity(client, PLACE, 'Oslo')];
  const ends = { relation_type: 'lives_in', from_entity: lena, to_entity: oslo };
  const made = await client.post('/v1/relations', { ...ends, valid_from: '2015-01-01T00:00:00Z' });
  await client.remember('Lena Fischer lives in Bergen.', { occurred_at: '2018-01-01T00:00:00Z' });
  expect(await homes(client, lena)).toEqual(['Oslo asserted']);
  await client.remember('Lena Fischer lives in Tromsø.', { occurred_at: '2100-01-01T00:00:00Z' });
  expect((await homes(client, lena)).sort()).toEqual(['Oslo asserted until', 'Tromsø read']);
  expect(made.body).toMatchObject({ valid_from: '2015-01-01T00:00:00Z' });
  const ended = { ...ends, valid_from: '2001-01-01T00:00:00Z', valid_to: '2003-01-01T00:00:00Z' };
  const earlier = await client.post('/v1/relations', ended);
  expect(earlier.body).toMatchObject({ valid_from: '2001-01-01T00:00:00Z', valid_to: '2003-01-01T00:00:00Z' });
  expect(await rebuilt()).toEqual([]);
});

test('a confirmation ends with its memory, comes back with it, and leaves no text when it is erased', async () => {
  const client = await newClient();
  const canary = newCanary();
  const memory = await client.remember(`Lena Fischer likes ${canary} tea.`);
  const { body } = await client.get('/v1/statements');
  const [statement] = body.statements as { statement_id: string; text: string }[];
  const confirm = `/v1/statements/${statement?.statement_id ?? ''}/confirm`;
  expect((await client.post(confirm, { reason: 'yes' })).body).toMatchObject({ confidence: 1, source: 'confirmed' });
  expect(await rebuilt()).toEqual([]);
  await client.delete('/v1/memories', { memory_id: memory });
  expect((await client.get('/v1/statements')).body.count).toBe(0);
  expect(await rebuilt()).toEqual([]);
  await client.delete('/v1/memories', { memory_id: memory, hard: true });
  expect((await tablesWith(pool, canary)).filter((table) => table.startsWith('public.'))).toEqual([]);
  expect(await rebuilt()).toEqual([]);
});

test('a statement of a caller is worded, found by questions, and ends what was read', async () => {
  const client = await newClient();
  await client.remember('Lena Fischer works as a nurse.');
  const lena = await idOf(client, 'lena');
  const job = { subject: lena, predicate: 'occupation', object: 'baker' };
  const made = await client.post('/v1/statements', job);
  expect(made.body).toMatchObject({
    ...{ kind: 'attribute', predicate: 'core:occupation', text: 'Lena Fischer works as a baker', source: 'asserted' },
    object: { kind: 'value', value: { type: 'text', value: 'baker' } },
  });
  const asked = await client.post('/v1/recall', {
    query: 'What does Lena Fischer do for a living?',
    format: 'context',
  });
  expect((asked.body.facts as { text: string }[])[0]?.text).toMatch(/^Lena Fischer works as a baker/);
  expect((await client.get(`/v1/statements?subject=${lena}&predicate=occupation`)).body.statements).toHaveLength(1);
});

test('a fact that the ontology does not allow, or that ends before it begins, is refused with a reason', async () => {
  const client = await newClient();
  const [lena, oslo] = [await entity(client, PERSON, 'Lena Fischer'), await entity(client, PLACE, 'Oslo')];
  const refusals: [object, RegExp][] = [
    [{ relation_type: 'lives_in', from_entity: oslo, to_entity: lena }, /lives_in does not lead from .* type place/],
    [{ relation_type: 'knows', from_entity: lena, to_entity: lena }, /same entity/],
    [
      {
        ...{ relation_type: 'lives_in', from_entity: lena, to_entity: oslo },
        ...{ valid_from: '2020-01-01T00:00:00Z', valid_to: '2019-01-01T00:00:00Z' },
      },
      /valid_to must be after valid_from/,
    ],
  ];
  for (const [body, message] of refusals) {
    const answer = await client.post('/v1/relations', body);
    expect(answer.status).toBe(400);
    expect(answer.body.error.message).toMatch(message);
  }
});
