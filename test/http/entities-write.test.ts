import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createDataSource, poolOf } from '#database/data-source.js';
import { rebuildGraph } from '#graph/rebuild/rebuild-graph.js';
import type { Answer, Client } from '../path/client.js';
import { runEngraph, type RunningEngraph } from '../path/run-engraph.js';

/** Api and extractor on real Postgres; each test has its own scope, except the table of invalid input. */
let engraph: RunningEngraph;
let scopes = 0;

beforeAll(async () => {
  engraph = await runEngraph('log');
});
afterAll(async () => {
  await engraph.stop();
});

const PERSON = 1;
const ORGANIZATION = 2;
const PLACE = 5;

async function newClient(): Promise<Client> {
  scopes += 1;
  return engraph.client('entities-write', String(scopes));
}

function create(as: Client, type: number, name: string, aliases?: string[]): Promise<Answer> {
  return as.post('/v1/entities', { entity_type_id: type, canonical_name: name, ...(aliases ? { aliases } : {}) });
}

interface Entity {
  entity_id: string;
  canonical_name: string;
  aliases: string[];
  mention_count: number;
}

async function all(as: Client): Promise<Entity[]> {
  return (await as.get('/v1/entities')).body.entities as Entity[];
}

test('an entity that was made is read at once, as every route shows entities', async () => {
  const client = await newClient();
  const made = await create(client, ORGANIZATION, '  Acme \n Robotics ', ['Acme']);
  expect(made.status).toBe(200);
  expect(made.body).toEqual({
    entity_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    entity_type_id: ORGANIZATION,
    canonical_name: 'Acme Robotics',
    aliases: ['Acme'],
    mention_count: 0,
    confidence: 1,
    is_candidate: false,
    merged_into: null,
    entity_type: 'core:organization',
    created_at_unix_nanos: expect.any(BigInt),
    created_at: expect.stringMatching(/^20.*Z$/),
    updated_at_unix_nanos: made.body.created_at_unix_nanos,
    updated_at: made.body.created_at,
  });
  expect((await client.get(`/v1/entities/${String(made.body.entity_id)}`)).body).toEqual(made.body);
  expect((await client.get('/v1/entities?prefix=acm')).body).toEqual({ entities: [made.body], count: 1 });
  expect((await client.get('/v1/graph')).body.nodes).toEqual([
    { id: made.body.entity_id, kind: 'entity', label: 'Acme Robotics', type_qname: 'core:organization' },
  ]);
});

test('a known name gives the entity that has it, whatever its case, accents, title and article', async () => {
  const client = await newClient();
  const maya = await create(client, PERSON, 'Zoë Chen');
  const acme = await create(client, ORGANIZATION, 'The Acme');
  for (const name of ['ZOE CHEN', 'zoë chen', 'Dr. Zoe Chen', 'Zoe\u0308 Chen'])
    expect((await create(client, PERSON, name)).body).toMatchObject({
      entity_id: maya.body.entity_id,
      canonical_name: 'Zoë Chen',
    });
  expect((await create(client, ORGANIZATION, 'acme')).body.entity_id).toBe(acme.body.entity_id);
  expect(await all(client)).toHaveLength(2);
});

test('names of different types are different entities', async () => {
  const client = await newClient();
  const place = await create(client, PLACE, 'Paris');
  const person = await create(client, PERSON, 'Paris', ['Paris Hilton']);
  expect(person.body.entity_id).not.toBe(place.body.entity_id);
  expect((await all(client)).map((entity) => entity.canonical_name).sort()).toEqual(['Paris', 'Paris']);
});

test('an alias that another entity has makes the two one, and the answer is the survivor', async () => {
  const client = await newClient();
  const bob = await create(client, PERSON, 'Bob');
  const smith = await create(client, PERSON, 'Robert Smith', ['bob', 'Bobby']);
  const entities = await all(client);
  expect(entities.map((e) => [e.entity_id, e.canonical_name, e.aliases])).toEqual([
    [smith.body.entity_id, 'Robert Smith', ['Bob', 'Bobby', 'bob']],
  ]);
  for (const name of ['Bob', 'bobby', 'Robert Smith'])
    expect((await create(client, PERSON, name)).body.entity_id).toBe(smith.body.entity_id);
  const merged = await client.get(`/v1/entities/${String(bob.body.entity_id)}`);
  expect(merged.body).toMatchObject({ entity_id: smith.body.entity_id, canonical_name: 'Robert Smith' });
  expect(merged.body.resolved_from).toContain(bob.body.entity_id);
});

test('an entity that memories name is the one that is made, and stays when they are forgotten', async () => {
  const client = await newClient();
  const memory = await client.remember('Lena Fischer works at Initech.');
  const [before] = (await client.get('/v1/entities?prefix=lena')).body.entities as Entity[];
  const made = await create(client, PERSON, 'lena fischer', ['Leni']);
  expect(made.body).toMatchObject({
    ...{ entity_id: before?.entity_id, canonical_name: 'Lena Fischer', mention_count: before?.mention_count },
    aliases: ['Leni', 'lena fischer'],
  });
  expect(before?.mention_count).toBe(1);
  await client.delete('/v1/memories', { memory_id: memory });
  expect((await all(client)).map((e) => [e.entity_id, e.canonical_name, e.aliases, e.mention_count])).toEqual([
    [before?.entity_id, 'lena fischer', ['Leni'], 0],
  ]);
});

test('memories that name what was made are counted, and the given name stays the canonical one', async () => {
  const client = await newClient();
  const made = await create(client, ORGANIZATION, 'Acme', ['Acme International Holdings']);
  await client.remember('Maria Lopez works at Acme International Holdings.');
  await client.remember('Maria Lopez founded ACME.');
  const answer = await client.get(`/v1/entities/${String(made.body.entity_id)}`);
  expect(answer.body).toMatchObject({ entity_id: made.body.entity_id, canonical_name: 'Acme', mention_count: 2 });
  expect(answer.body.aliases).toContain('Acme International Holdings');
});

test('aliases carry what memories said of each name to the one entity', async () => {
  const client = await newClient();
  await client.remember('Lena Fischer works at Initech.');
  await client.remember('Leni lives in Oslo.');
  const made = await create(client, PERSON, 'Lena Fischer', ['Leni']);
  const { body } = await client.get(`/v1/entities/${String(made.body.entity_id)}/relations`);
  expect((body.relations as { relation_type: string }[]).map((r) => r.relation_type).sort()).toEqual([
    'core:lives_in',
    'core:works_at',
  ]);
});

test('many concurrent calls for one name make one entity, and write one event', async () => {
  const client = await newClient();
  const answers = await Promise.all(Array.from({ length: 30 }, () => create(client, PERSON, 'Ana Silva', ['Ana'])));
  expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
  expect(new Set(answers.map((answer) => String(answer.body.entity_id))).size).toBe(1);
  expect(await eventsOf('Ana Silva')).toBe(1);
  await create(client, PERSON, 'Ana Silva', ['Anita']);
  expect(await eventsOf('Ana Silva')).toBe(2);
});

test('a rebuild makes the same graph of them', async () => {
  await inDatabase(async (pool) => {
    expect(await rebuildGraph(pool, 'verify')).toMatchObject({ differences: 0, tables: [] });
    const { rows } = await pool.query(`SELECT count(*)::int AS n FROM declared_names`);
    expect(rows[0].n).toBeGreaterThan(10);
  });
});

async function eventsOf(name: string): Promise<number> {
  return inDatabase(async (pool) => {
    const { rows } = await pool.query<{ n: number }>(
      `SELECT count(*)::int AS n FROM events WHERE type = 'EntityCreated' AND data ->> 'canonical_name' = $1`,
      [name],
    );
    return rows[0]?.n ?? -1;
  });
}

async function inDatabase<T>(work: (pool: ReturnType<typeof poolOf>) => Promise<T>): Promise<T> {
  const dataSource = createDataSource({
    ...{ url: engraph.databaseUrl, poolSize: 4, connectTimeoutMs: 5_000, statementTimeoutMs: 0 },
  });
  await dataSource.initialize();
  try {
    return await work(poolOf(dataSource));
  } finally {
    await dataSource.destroy();
  }
}

describe('request ids', () => {
  test('a replay gives the first answer, though the entity has changed since', async () => {
    const client = await newClient();
    const body = { entity_type_id: PERSON, canonical_name: 'Omar Haddad' };
    const first = await client.post('/v1/entities', body, { 'idempotency-key': 'once' });
    await create(client, PERSON, 'Omar Haddad', ['Omi']);
    const replay = await client.post('/v1/entities', body, { 'idempotency-key': 'once' });
    expect([replay.body, replay.headers.get('idempotency-replayed')]).toEqual([first.body, 'true']);
  });

  test('one id is refused for another name, and for another operation', async () => {
    const client = await newClient();
    const headers = { 'idempotency-key': 'taken' };
    await client.post('/v1/entities', { entity_type_id: PERSON, canonical_name: 'Omar' }, headers);
    const others = [
      await client.post('/v1/entities', { entity_type_id: PERSON, canonical_name: 'Omer' }, headers),
      await client.post('/v1/entities', { entity_type_id: PLACE, canonical_name: 'Omar' }, headers),
      await client.post('/v1/memories', { text: 'Omar' }, headers),
    ];
    for (const answer of others) expect([answer.status, answer.body.error.code]).toEqual([409, 'conflict']);
    expect(await all(client)).toHaveLength(1);
  });
});

describe('bad input', () => {
  let client: Client;
  beforeAll(async () => {
    client = await newClient();
  });
  const named = (canonical_name: unknown) => ({ entity_type_id: PERSON, canonical_name });
  const called = (aliases: unknown) => ({ entity_type_id: PERSON, canonical_name: 'Ana', aliases });

  test.each<[string, unknown]>([
    ['no type', { canonical_name: 'Ana' }],
    ['a null type', { entity_type_id: null, canonical_name: 'Ana' }],
    ['a type that is text', { entity_type_id: '1', canonical_name: 'Ana' }],
    ['a type that is a fraction', { entity_type_id: 1.5, canonical_name: 'Ana' }],
    ['a type that is an array', { entity_type_id: [1], canonical_name: 'Ana' }],
    ['type 0', { entity_type_id: 0, canonical_name: 'Ana' }],
    ['a negative type', { entity_type_id: -1, canonical_name: 'Ana' }],
    ['a type that does not exist', { entity_type_id: 11, canonical_name: 'Ana' }],
    ['a type past 2^53', { entity_type_id: 9_007_199_254_740_993n, canonical_name: 'Ana' }],
    ['no name', { entity_type_id: PERSON }],
    ['a null name', named(null)],
    ['a name that is a number', named(7)],
    ['a name that is an array', named(['Ana'])],
    ['a name that is an object', named({ first: 'Ana' })],
    ['an empty name', named('')],
    ['a blank name', named(' \t\n\u3000')],
    ['a name that nobody can see', named('\u200b\u2060')],
    ['a name of combining marks alone', named('\u0301')],
    ['a name with a NUL', named('A\0na')],
    ['a name with a lone surrogate', '{"entity_type_id":1,"canonical_name":"A\\ud800"}'],
    ['a name of 1 KiB and a byte', named('a'.repeat(1025))],
    ['a name of 1 KiB and a byte in UTF-8', named(`${'é'.repeat(512)}a`)],
    ['a name that unfolds to more than 2 KiB', named('\ufdfa'.repeat(300))],
    ['aliases that are a string', called('Ani')],
    ['aliases that are an object', called({ a: 'Ani' })],
    ['an alias that is null', called(['Ani', null])],
    ['an alias that is a number', called([7])],
    ['a blank alias', called(['Ani', ' '])],
    ['an alias with a NUL', called(['A\0'])],
    ['an alias of 1 KiB and a byte', called(['a'.repeat(1025)])],
    ['101 aliases', called(Array.from({ length: 101 }, (_, i) => `Ana ${String(i)}`))],
    ['a body that is an array', []],
    ['a body that is null', 'null'],
    ['a body that is no JSON', '{"entity_type_id":'],
  ])('%s is refused, and writes nothing', async (_, body) => {
    const answer = await client.post('/v1/entities', body);
    expect([answer.status, answer.body.error.code]).toEqual([400, 'bad_request']);
    expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(await all(client)).toEqual([]);
  });

  test('names and aliases at their bounds are taken, and null aliases are none', async () => {
    const mine = await newClient();
    expect((await create(mine, PERSON, 'é'.repeat(512))).status).toBe(200);
    expect((await create(mine, PERSON, '\ufdfa'.repeat(60))).status).toBe(200);
    expect((await create(mine, PERSON, '🦊')).status).toBe(200);
    const aliases = Array.from({ length: 100 }, (_, i) => `Ana ${String(i)}`);
    expect((await create(mine, PERSON, 'Ana', aliases)).body.aliases).toHaveLength(100);
    expect((await mine.post('/v1/entities', { ...named('Bo'), aliases: null })).body.aliases).toEqual([]);
  });

  test("another scope's entity is not known here", async () => {
    const [one, other] = [await newClient(), await newClient()];
    const theirs = await create(one, PERSON, 'Ana Silva', ['Ani']);
    const ours = await create(other, PERSON, 'Ana Silva');
    expect(ours.body.entity_id).not.toBe(theirs.body.entity_id);
    expect(ours.body.aliases).toEqual([]);
    expect((await other.get(`/v1/entities/${String(theirs.body.entity_id)}`)).status).toBe(404);
  });

  test('it needs a key that may encode', async () => {
    const body = JSON.stringify(named('Ana'));
    const headers = { 'content-type': 'application/json' };
    const anonymous = await fetch(`${engraph.baseUrl}/v1/entities`, { method: 'POST', headers, body });
    expect([anonymous.status, anonymous.headers.get('x-request-id') === null]).toEqual([401, false]);
    const reader = await engraph.client('entities-write', 'reader', ['recall', 'forget']);
    const refused = await reader.post('/v1/entities', named('Ana'));
    expect([refused.status, refused.body.error.code]).toEqual([403, 'forbidden']);
    expect(await all(reader)).toEqual([]);
  });
});
