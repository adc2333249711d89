import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { listMemories } from '#graph/queries/list-memories.js';
import { subjectMemories } from '#search/filter/subject-memories.js';
import type { Client } from '../path/client.js';
import { runEngraph, type RunningEngraph } from '../path/run-engraph.js';

/** Entities by the words of their names, memories by what they mention and put right; on real Postgres. */
let engraph: RunningEngraph;

beforeAll(async () => {
  engraph = await runEngraph('log');
});
afterAll(async () => {
  await engraph.stop();
});

const PERSON = 1;
const WORK = 8;

const NAMES: readonly (readonly [name: string, type: number])[] = [
  ['Priya Nair', PERSON],
  ['Nairobi Summers', PERSON],
  ['Jean-Luc Moreau', PERSON],
  ["Fiona O'Brien", PERSON],
  ['Ana Élisa da Silva', PERSON],
  ['The Long Way to a Small Angry Planet', WORK],
  ['Анна Каренина', WORK],
];

async function found(client: Client, name: string, more = ''): Promise<string[]> {
  const { body } = await client.get(`/v1/entities?name=${encodeURIComponent(name)}${more}`);
  return (body.entities as { canonical_name: string }[]).map(({ canonical_name }) => canonical_name).sort();
}

test('an entity is found by any word of its name, from its beginning', async () => {
  const client = await engraph.client('names', 'words');
  for (const [canonical_name, entity_type_id] of NAMES)
    await client.post('/v1/entities', { canonical_name, entity_type_id });
  expect(await found(client, 'nair')).toEqual(['Nairobi Summers', 'Priya Nair']);
  expect(await found(client, 'Nair ')).toEqual([]);
  expect(await found(client, 'luc mor')).toEqual(['Jean-Luc Moreau']);
  expect(await found(client, 'BRIEN')).toEqual(["Fiona O'Brien"]);
  expect(await found(client, 'elisa da')).toEqual(['Ana Élisa da Silva']);
  expect(await found(client, 'silva')).toEqual(['Ana Élisa da Silva']);
  expect(await found(client, 'to a small')).toEqual(['The Long Way to a Small Angry Planet']);
  expect(await found(client, 'planet')).toEqual(['The Long Way to a Small Angry Planet']);
  expect(await found(client, 'angry')).toEqual([]);
  expect(await found(client, 'карен')).toEqual(['Анна Каренина']);
  expect(await found(client, 'ir')).toEqual([]);
  expect(await found(client, 's', `&type_id=${String(PERSON)}`)).toEqual(['Ana Élisa da Silva', 'Nairobi Summers']);
  expect(await found(client, '')).toHaveLength(NAMES.length);

  const both = await client.get('/v1/entities?name=nair&prefix=priya');
  expect([both.status, both.body.error.message]).toEqual([400, 'give name or prefix, not both']);
});

const MAY = { since: '2026-05-01T00:00:00Z', until: '2026-05-31T23:59:59.999999999Z' };
const SAID: readonly (readonly [text: string, occurred_at: string])[] = [
  ['Ruth Weaver works at Acme Corp.', '2026-04-10T09:00:00Z'],
  ['Ruth Weaver visited Oslo.', '2026-05-02T09:00:00Z'],
  ['Omar Haddad visited Oslo.', '2026-05-03T09:00:00Z'],
  ['Weaver, Ruth painted the kitchen. Ruth Weaver likes sailing.', '2026-05-20T09:00:00Z'],
  ['Ruth Weaver moved to Lisbon.', '2026-06-01T09:00:00Z'],
];

test('memories that mention an entity are listed, newest first, in pages, and by event time', async () => {
  const client = await engraph.client('names', 'subject');
  const ids: string[] = [];
  for (const [text, occurred_at] of SAID) ids.push(await client.remember(text, { occurred_at }));
  const ruth = (await client.get('/v1/entities?name=weaver')).body.entities[0].entity_id as string;
  const of = async (query: string): Promise<{ ids: string[]; next: string | undefined }> => {
    const { body } = await client.get(`/v1/memories?subject=${ruth}&${query}`);
    return { ids: (body.items as { memory_id: string }[]).map((one) => one.memory_id), next: body.next_cursor };
  };
  const ofRuth = [ids[4], ids[3], ids[1], ids[0]];
  expect((await of('')).ids).toEqual(ofRuth);
  const first = await of('limit=3');
  expect(first.ids).toEqual(ofRuth.slice(0, 3));
  expect((await of(`limit=3&cursor=${encodeURIComponent(first.next ?? '')}`)).ids).toEqual(ofRuth.slice(3));
  expect((await of('dir=asc')).ids).toEqual([...ofRuth].reverse());
  expect((await of(`filter=${encodeURIComponent(JSON.stringify(MAY))}`)).ids).toEqual([ids[3], ids[1]]);

  // Of an entity with many mentions, memories are tested one by one.
  const pool = new pg.Pool({ connectionString: engraph.databaseUrl });
  try {
    const scopeId = (await client.get('/v1/whoami')).body.agent_id as string;
    const many = await subjectMemories(pool, scopeId, ruth, 2);
    expect(many).toHaveProperty('mentioning');
    const asked = { limit: 3, after: null, dir: 'desc', includeTombstoned: false } as const;
    const page = await listMemories(pool, scopeId, { ...asked, ...many });
    expect(page.items.map(({ memory_id }) => memory_id)).toEqual(ofRuth.slice(0, 3));
  } finally {
    await pool.end();
  }

  // A merged entity is asked about by either id, and a cursor only counts for the entity that it was made for.
  const omar = (await client.get('/v1/entities?name=omar')).body.entities[0].entity_id as string;
  const other = await client.get(`/v1/memories?subject=${omar}&limit=3&cursor=${encodeURIComponent(first.next ?? '')}`);
  expect(other.status).toBe(400);
  await client.post(`/v1/entities/${omar}/merge`, { into: ruth });
  const merged = await client.get(`/v1/memories?subject=${omar}`);
  expect(merged.body.items).toHaveLength(SAID.length);
});

test('a memory that puts another one right names it, and is named by it', async () => {
  const client = await engraph.client('names', 'corrects');
  const said = { speaker: 'Nora Quist', session: 'a' };
  const mistaken = await client.remember('I moved to Oslo in April.', said);
  const right = await client.remember('Sorry, I said April, I actually moved in March.', said);
  const other = await client.remember('Lena Fischer works at Initech.');
  const corrections = async (id: string): Promise<unknown> => {
    const { corrects, corrected_by } = (await client.get(`/v1/memories/${id}/inspect`)).body.artifact;
    return { corrects, corrected_by };
  };
  expect(await corrections(right)).toEqual({ corrects: [mistaken], corrected_by: [] });
  expect(await corrections(mistaken)).toEqual({ corrects: [], corrected_by: [right] });
  expect(await corrections(other)).toEqual({ corrects: [], corrected_by: [] });
});
