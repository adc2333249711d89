import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Client } from '../path/client.js';
import { runEngraph, type RunningEngraph } from '../path/run-engraph.js';

/** Api and extractor on real Postgres. */
let engraph: RunningEngraph;
let client: Client;
/** Ids of the scope's entities, by canonical name. */
const ids = new Map<string, string>();

const TYPES = { person: 1, organization: 2, project: 3, event: 4, place: 5, concept: 6, product: 7 } as const;

/** All names that could be confused with each other are in one scope. */
const KNOWN: readonly (readonly [keyof typeof TYPES, string, string[]?])[] = [
  ['person', 'Maya Chen', ['MC Hammerhead']],
  ['person', 'Robert Smith'],
  ['person', 'Mario Rossi'],
  ['person', 'Michael Okafor'],
  ['person', 'José Álvarez'],
  ['person', 'Anna Lena Fischer'],
  ['person', 'Priya Nair'],
  ['person', 'Priya Raman'],
  ['person', 'John Doe Jr'],
  ['person', 'Zena'],
  ['organization', 'Acme Corporation'],
  ['organization', 'International Business Machines'],
  ['organization', 'Department of Defense'],
  ['organization', 'UNESCO'],
  ['organization', 'Globex Robotics'],
  ['organization', 'Initech GmbH'],
  ['organization', 'AT&T'],
  ['project', 'Project Falcon'],
  ['place', 'New York'],
  ['place', 'Gambia'],
  ['place', 'Paris'],
  ['person', 'Paris'],
  ['place', 'Room 12'],
  ['event', 'World War II'],
  ['product', 'Photoshop'],
];

beforeAll(async () => {
  engraph = await runEngraph('log');
  client = await engraph.client('resolve', 'known');
  for (const [type, canonical_name, aliases = []] of KNOWN) {
    const made = await client.post('/v1/entities', { entity_type_id: TYPES[type], canonical_name, aliases });
    ids.set(`${type} ${canonical_name}`, String(made.body.entity_id));
  }
});
afterAll(async () => {
  await engraph.stop();
});

function idOf(name: string): string {
  const id = ids.get(name);
  if (id === undefined) throw new Error(`no ${name}`);
  return id;
}

test.each([
  ['Maya Chen', 1, 'person Maya Chen'],
  ['maya   CHEN', 1, 'person Maya Chen'],
  ['Dr. Maya Chen', 1, 'person Maya Chen'],
  ['mc hammerhead', 1, 'person Maya Chen'],
  ['Jose Alvarez', 1, 'person José Álvarez'],
  ['the Acme Corporation', 1, 'organization Acme Corporation'],
  ['Maya', 2, 'person Maya Chen'],
  ['Chen', 2, 'person Maya Chen'],
  ['Maya Chne', 2, 'person Maya Chen'],
  ['Mayya Chen', 2, 'person Maya Chen'],
  ['M. Chen', 2, 'person Maya Chen'],
  ['Bob Smith', 2, 'person Robert Smith'],
  ['Bob', 2, 'person Robert Smith'],
  ['Micheal Okafor', 2, 'person Michael Okafor'],
  ['Anna Fischer', 2, 'person Anna Lena Fischer'],
  ['Anna-Lena Fischer', 2, 'person Anna Lena Fischer'],
  ['Acme', 2, 'organization Acme Corporation'],
  ['Acme Corp.', 2, 'organization Acme Corporation'],
  ['IBM', 2, 'organization International Business Machines'],
  ['I.B.M.', 2, 'organization International Business Machines'],
  ['DoD', 2, 'organization Department of Defense'],
  ['United Nations Educational Scientific and Cultural Organization', 2, 'organization UNESCO'],
  ['ATT', 2, 'organization AT&T'],
  ['Globex', 2, 'organization Globex Robotics'],
  ['Globx Robotics', 2, 'organization Globex Robotics'],
  ['Initech', 2, 'organization Initech GmbH'],
  ['Falcon', 2, 'project Project Falcon'],
  ['Photohsop', 2, 'product Photoshop'],
  ['hPotoshop', 2, 'product Photoshop'],
])('%s is resolved at tier %i to %s', async (candidate_name, tier, name) => {
  const { status, body } = await client.post('/v1/entities/resolve', { candidate_name });
  expect(status).toBe(200);
  const entity_id = idOf(name);
  expect(body).toEqual({
    outcome: 'resolved',
    tier,
    confidence: expect.any(Number),
    entity_id,
    candidate_ids: [entity_id],
  });
  if (tier === 1) expect(body.confidence).toBe(1);
  else expect(body.confidence > 0.5 && body.confidence < 1).toBe(true);
});

test.each([
  'Maria Rossi', // Mario is somebody else
  'Maya Chan', // another surname
  'Maya Lopez',
  'Room 13',
  'World War I',
  'World War III',
  'Zambia', // not a slip for Gambia
  'New', // half of New York
  'York',
  'John Doe', // perhaps the father
  'Initech LLC', // another company than the GmbH
  'Zene', // no typing error in the very short
  'K. Chen',
  'Department',
  'Photo',
])('%s is nothing that is known', async (candidate_name) => {
  const { body } = await client.post('/v1/entities/resolve', { candidate_name });
  expect(body).toEqual({ outcome: 'not_found', tier: null, confidence: 0, entity_id: null, candidate_ids: [] });
});

test('a name that several have is ambiguous, with all of them by confidence and then id', async () => {
  const { body } = await client.post('/v1/entities/resolve', { candidate_name: 'Priya' });
  const both = [idOf('person Priya Nair'), idOf('person Priya Raman')].sort();
  expect(body).toEqual({ outcome: 'ambiguous', tier: 2, confidence: 0.7, entity_id: null, candidate_ids: both });
  const paris = await client.post('/v1/entities/resolve', { candidate_name: 'paris' });
  expect(paris.body).toMatchObject({ outcome: 'ambiguous', tier: 1, confidence: 1, entity_id: null });
  expect(paris.body.candidate_ids).toHaveLength(2);
});

test('a short form that is an entity of its own, because several go by it, stands for each of them', async () => {
  const mine = await engraph.client('resolve', 'short');
  await mine.remember('I met Alice. She works at Initech.');
  const alone = (await mine.post('/v1/entities/resolve', { candidate_name: 'Alice' })).body;
  expect(alone).toMatchObject({ outcome: 'resolved', tier: 1, entity_id: await named(mine, 'alice') });
  await mine.remember('Alice Chen plays the cello.');
  const chen = await named(mine, 'alice chen');
  const merged = (await mine.post('/v1/entities/resolve', { candidate_name: 'Alice' })).body;
  expect(merged).toMatchObject({ outcome: 'resolved', tier: 1, entity_id: chen, candidate_ids: [chen] });
  await mine.remember('Alice Kim is a biologist.');
  const { body } = await mine.post('/v1/entities/resolve', { candidate_name: 'alice' });
  expect(body).toMatchObject({ outcome: 'ambiguous', tier: 1, entity_id: null });
  expect(body.candidate_ids).toEqual([alone.entity_id, ...[chen, await named(mine, 'alice kim')].sort()]);
  const cello = { candidate_name: 'Alice', resolution_context: 'she forgot her cello' };
  expect((await mine.post('/v1/entities/resolve', cello)).body).toMatchObject({ tier: 3, entity_id: chen });
});

test.each([[5], ['core:place'], ['place']])('the type hint %p decides between a place and a person', async (hint) => {
  const { body } = await client.post('/v1/entities/resolve', { candidate_name: 'Paris', type_hint: hint });
  expect(body).toMatchObject({ outcome: 'resolved', tier: 1, entity_id: idOf('place Paris') });
  const other = await client.post('/v1/entities/resolve', { candidate_name: 'Maya Chen', type_hint: hint });
  expect(other.body.outcome).toBe('not_found');
});

test('what surrounds a name decides between those who have it, by what memories say of each', async () => {
  const mine = await engraph.client('resolve', 'context');
  await mine.remember('Priya Nair works at Initech. She plays the cello in an orchestra.');
  await mine.remember('Priya Raman lives in Oslo. She is a marine biologist.');
  const resolve = async (resolution_context: string) =>
    (await mine.post('/v1/entities/resolve', { candidate_name: 'Priya', resolution_context })).body;
  const [nair, raman] = [await named(mine, 'priya nair'), await named(mine, 'priya raman')];
  const cello = await resolve('Priya forgot her cello at the rehearsal');
  expect(cello).toMatchObject({ outcome: 'resolved', tier: 3, entity_id: nair, candidate_ids: [nair, raman] });
  expect(cello.confidence > 0.5 && cello.confidence < 0.7).toBe(true);
  expect(await resolve('the biologist from Oslo')).toMatchObject({ tier: 3, entity_id: raman });
  expect(await resolve('the weather was fine')).toMatchObject({ outcome: 'ambiguous', tier: 2 });
  expect(await resolve('a biologist at Initech')).toMatchObject({ outcome: 'ambiguous', tier: 2 });
  const alias = { candidate_name: 'Priya', context: 'cello' };
  expect((await mine.post('/v1/entities/resolve', alias)).body).toMatchObject({ tier: 3, entity_id: nair });
});

async function named(as: Client, prefix: string): Promise<string> {
  const { body } = await as.get(`/v1/entities?prefix=${encodeURIComponent(prefix)}`);
  expect(body.count).toBe(1);
  return String(body.entities[0].entity_id);
}

test('a merged name leads to its survivor, and one of another scope to nothing', async () => {
  const { body } = await client.post('/v1/entities/resolve', { candidate_name: 'MC Hammerhead' });
  expect((await client.get(`/v1/entities/${String(body.entity_id)}`)).body).toMatchObject({
    canonical_name: 'Maya Chen',
  });
  const other = await engraph.client('resolve', 'other');
  const answer = await other.post('/v1/entities/resolve', { candidate_name: 'Maya Chen' });
  expect(answer.body.outcome).toBe('not_found');
});

describe('allow_create', () => {
  const ask = (as: Client, candidate_name: string, more: object = {}, headers: Record<string, string> = {}) =>
    as.post('/v1/entities/resolve', { candidate_name, allow_create: true, ...more }, headers);

  test('makes what is not found, once, and resolves what is', async () => {
    const mine = await engraph.client('resolve', 'create');
    const made = await ask(mine, 'Quentin Blackwood', { type_hint: 'person' });
    const entity_id = made.body.entity_id as string;
    expect(made.body).toEqual({ outcome: 'created', tier: 5, confidence: 1, entity_id, candidate_ids: [entity_id] });
    expect((await mine.get(`/v1/entities/${entity_id}`)).body).toMatchObject({
      canonical_name: 'Quentin Blackwood',
      entity_type: 'core:person',
    });
    expect((await ask(mine, 'quentin blackwood')).body).toMatchObject({ outcome: 'resolved', tier: 1, entity_id });
    expect((await ask(mine, 'Blackwood')).body).toMatchObject({ outcome: 'resolved', tier: 2, entity_id });
    expect((await mine.get('/v1/entities')).body.count).toBe(1);
  });

  test.each([
    ['Quentin Blackwood', 'core:person'],
    ['Umbrella Inc', 'core:organization'],
    ['Lisbon', 'core:place'],
    ['zymurgy', 'core:concept'],
  ])('without a hint, %s is taken for a %s', async (name, type) => {
    const mine = await engraph.client('resolve', `guess ${name}`);
    const { body } = await ask(mine, name);
    expect((await mine.get(`/v1/entities/${String(body.entity_id)}`)).body.entity_type).toBe(type);
  });

  test('what is ambiguous stays so: nothing is made', async () => {
    const { count } = (await client.get('/v1/entities')).body as { count: number };
    expect((await ask(client, 'Priya')).body.outcome).toBe('ambiguous');
    expect((await client.get('/v1/entities')).body.count).toBe(count);
  });

  test('concurrent calls make one, and a replay says again that it was made', async () => {
    const mine = await engraph.client('resolve', 'race');
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask(mine, 'Ada King', { type_hint: 1 })));
    expect(answers.map((answer) => answer.body.outcome as string).sort()).toEqual([
      'created',
      ...Array<string>(19).fill('resolved'),
    ]);
    const first = await ask(mine, 'Bo Diddley', {}, { 'idempotency-key': 'bo' });
    const replay = await ask(mine, 'Bo Diddley', {}, { 'idempotency-key': 'bo' });
    expect([replay.body, replay.headers.get('idempotency-replayed')]).toEqual([first.body, 'true']);
    expect(first.body.outcome).toBe('created');
    expect((await ask(mine, 'Bo Diddly', {}, { 'idempotency-key': 'bo' })).status).toBe(409);
  });

  test('needs encode besides recall, whether anything is made or not', async () => {
    const reader = await engraph.client('resolve', 'known', ['recall']);
    for (const name of ['Maya Chen', 'Nobody Atall']) {
      const refused = await ask(reader, name);
      expect([refused.status, refused.body.error.code]).toEqual([403, 'forbidden']);
    }
    const read = await reader.post('/v1/entities/resolve', { candidate_name: 'Maya Chen', allow_create: false });
    expect(read.body.outcome).toBe('resolved');
    const writer = await engraph.client('resolve', 'known', ['encode']);
    expect((await ask(writer, 'Maya Chen')).status).toBe(403);
    expect((await client.post('/v1/entities/resolve', { candidate_name: 'Nobody Atall' })).body.outcome).toBe(
      'not_found',
    );
  });
});
