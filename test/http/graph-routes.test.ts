import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Client } from '../path/client.js';
import { runEngraph, type RunningEngraph } from '../path/run-engraph.js';

let engraph: RunningEngraph;
let client: Client;
let other: Client;

beforeAll(async () => {
  engraph = await runEngraph('log');
  client = await engraph.client('graph', 'routes');
  other = await engraph.client('graph', 'other');
  await client.remember('Lena Fischer works at Initech. She is vegetarian.', { speaker: 'Omar' });
  await client.remember('Lena Fischer reports to Omar Haddad. Lena Fischer is allergic to peanuts.');
});
afterAll(async () => {
  await engraph.stop();
});

const UNKNOWN = '00000000-0000-4000-8000-000000000000';

describe('statements and relations', () => {
  test('a statement of the list is the one of its id, and names memories and subject that can be read', async () => {
    const { statements, count } = (await client.get('/v1/statements')).body;
    expect(count).toBe(statements.length);
    expect(count).toBeGreaterThan(0);
    const [first] = statements;
    expect((await client.get(`/v1/statements/${String(first.statement_id)}`)).body).toEqual(first);
    expect((await client.get(`/v1/entities/${String(first.subject)}`)).status).toBe(200);
    expect((await client.get(`/v1/memories/${String(first.memory_ids[0])}/inspect`)).status).toBe(200);
    const ofSubject = (await client.get(`/v1/statements?subject=${String(first.subject)}&limit=1`)).body;
    expect([ofSubject.count, ofSubject.statements[0].subject]).toEqual([1, first.subject]);
    const named = (await client.get(`/v1/statements?predicate=${String(first.predicate)}&kind=${String(first.kind)}`))
      .body;
    expect(named.statements).toContainEqual(first);
  });

  test('a relation of an entity is the one of its id', async () => {
    const lena = (await client.get('/v1/entities?prefix=lena')).body.entities[0].entity_id as string;
    const { relations } = (await client.get(`/v1/entities/${lena}/relations`)).body;
    expect(relations.length).toBeGreaterThan(0);
    for (const relation of relations)
      expect((await client.get(`/v1/relations/${String(relation.relation_id)}`)).body).toEqual(relation);
  });

  test('those of another scope do not exist', async () => {
    const { statements } = (await client.get('/v1/statements')).body;
    const lena = (await client.get('/v1/entities?prefix=lena')).body.entities[0].entity_id as string;
    const { relations } = (await client.get(`/v1/entities/${lena}/relations`)).body;
    const paths = [
      `/v1/statements/${String(statements[0].statement_id)}`,
      `/v1/statements?subject=${lena}`,
      `/v1/relations/${String(relations[0].relation_id)}`,
    ];
    for (const path of paths) {
      expect((await client.get(path)).status).toBe(200);
      const answer = await other.get(path);
      expect([answer.status, answer.body.error.code]).toEqual([404, 'not_found']);
    }
    expect((await other.get('/v1/statements')).body).toEqual({ statements: [], count: 0 });
  });
});

test('capabilities tell what this deployment can do', async () => {
  const { status, body } = await client.get('/v1/capabilities');
  expect(status).toBe(200);
  expect(body).toMatchObject({
    ...{ version: expect.stringMatching(/^\d+\.\d+\.\d+$/), rerank: true, llm_extractor: false },
    ...{ classifier_extractor: true, pattern_extractor: true, schema_namespaces: ['core'], vector_dim: 384 },
    limits: { memories: 100, entities: 1000, graph: 500, text_bytes: 1_048_576 },
  });
  expect(body.entity_types[0]).toEqual({ id: 1, qname: 'core:person' });
  expect(body.relation_types).toHaveLength(23);
  expect(body.relation_types[15]).toEqual({ id: 16, qname: 'core:spouse_of', symmetric: true, one_at_a_time: true });
});

test.each([
  ['/v1/statements?subject=lena', 400, 'bad_request'],
  [`/v1/statements?subject=${UNKNOWN}`, 404, 'not_found'],
  ['/v1/statements?predicate=core:works_at', 400, 'bad_request'],
  ['/v1/statements?predicate=', 400, 'bad_request'],
  ['/v1/statements?kind=opinion', 400, 'bad_request'],
  ['/v1/statements?kind=custom', 200, undefined],
  ['/v1/statements?min_confidence=1.1', 400, 'bad_request'],
  ['/v1/statements?min_confidence=-0.1', 400, 'bad_request'],
  ['/v1/statements?min_confidence=NaN', 400, 'bad_request'],
  ['/v1/statements?min_confidence=1', 200, undefined],
  ['/v1/statements?only_current=yes', 400, 'bad_request'],
  ['/v1/statements?include_tombstoned=1', 400, 'bad_request'],
  ['/v1/statements?limit=many', 400, 'bad_request'],
  ['/v1/statements?limit=100000', 200, undefined],
  ['/v1/statements?kind=fact&kind=event', 400, 'bad_request'],
  ['/v1/statements/12', 400, 'bad_request'],
  [`/v1/statements/${UNKNOWN}`, 404, 'not_found'],
  ['/v1/relations/12', 400, 'bad_request'],
  [`/v1/relations/${UNKNOWN}`, 404, 'not_found'],
  ['/v1/relations', 405, 'bad_request'],
])('GET %s is answered with %i', async (path, status, code) => {
  const answer = await client.get(path);
  expect([answer.status, answer.body.error?.code]).toEqual([status, code]);
  expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
});

test.each(['/v1/statements', `/v1/statements/${UNKNOWN}`, `/v1/relations/${UNKNOWN}`])(
  'GET %s needs a key that may recall',
  async (path) => {
    const anonymous = await fetch(engraph.baseUrl + path);
    expect([anonymous.status, ((await anonymous.json()) as { error: { code: string } }).error.code]).toEqual([
      401,
      'unauthorized',
    ]);
    const writer = await engraph.client('graph', 'routes', ['encode']);
    const answer = await writer.get(path);
    expect([answer.status, answer.body.error.code]).toEqual([403, 'forbidden']);
  },
);
