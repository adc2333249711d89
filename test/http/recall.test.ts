import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { until } from '../harness/until.js';
import type { Client } from '../path/client.js';
import { runEngraph, type RunningEngraph } from '../path/run-engraph.js';

let engraph: RunningEngraph;
let client: Client;
let other: Client;
const ids: Record<string, string> = {};

const DAY = 86_400_000_000_000n;
/** Retrievers without vectors. */
const NOT_DENSE = { retrievers: ['lexical', 'entity_graph'] };
const START = 1_700_000_000_000_000_000n;

beforeAll(async () => {
  engraph = await runEngraph('log');
  client = await engraph.client('recall', 'one');
  other = await engraph.client('recall', 'other');
  const turns = [
    ['work', 'Alice Chen works at Acme Corp.', { speaker: 'Dana', session: 1 }],
    ['boss', 'Alice Chen reports to Bob Martinez.', { speaker: 'Dana', session: 1 }],
    ['home', 'Bob Martinez lives in Lisbon with his two dogs.', { speaker: 'Omar', session: 2 }],
    ['jazz', 'We listened to jazz records all evening.', { speaker: 'Omar', session: 2 }],
    ['jazzClub', 'The jazz club on Harbour Street closes in March.', { speaker: 'Dana', session: 3 }],
    ['bread', 'I have been baking sourdough bread every weekend.', { speaker: 'Dana', session: 3 }],
    ['rain', 'It rained for three days in a row.', { speaker: 'Omar', session: 3 }],
  ] as const;
  for (const [i, [name, text, more]] of turns.entries())
    ids[name] = await client.remember(text, { ...more, occurred_at: START + BigInt(i) * DAY });
});
afterAll(async () => {
  await engraph.stop();
});

/** Names of the memories that a question returns, best first. */
async function recalled(query: string, more: object = {}, by: Client = client): Promise<string[]> {
  const { status, body } = await by.post('/v1/recall', { query, ...more });
  expect(status).toBe(200);
  return body.memories.map((memory: { memory_id: string }) => nameOf(memory.memory_id));
}

function nameOf(id: string): string {
  return Object.keys(ids).find((name) => ids[name] === id) ?? id;
}

describe('recall', () => {
  test('finds a memory by other forms of its words, and shows it whole', async () => {
    const { body } = await client.post('/v1/recall', { query: 'Who bakes bread at weekends?' });
    expect(body.memories[0]).toEqual({
      ...{
        memory_id: ids['bread'],
        text: 'I have been baking sourdough bread every weekend.',
        kind: 0,
        speaker: 'Dana',
        role: null,
      },
      ...{ metadata: null, tags: [] },
      ...{ session: 3, occurred_at_unix_nanos: START + 5n * DAY, occurred_at: '2023-11-19T22:13:20Z' },
      ...{ created_at_unix_nanos: expect.any(BigInt), created_at: expect.stringMatching(/^20.*Z$/) },
      ...{ salience: expect.any(Number), similarity_score: expect.any(Number), confidence: expect.any(Number) },
      ...{ retrievers: expect.arrayContaining(['lexical']), entities: expect.any(Array) },
    });
    expect(body.answer_kind).toBe('single');
    expect(body.trace).toBeUndefined();
  });

  test('the rarer word counts more than the common one', async () => {
    expect((await recalled('jazz in March'))[0]).toBe('jazzClub');
  });

  test('the entity graph leads to a memory that shares no word with the question', async () => {
    const { body } = await client.post('/v1/recall', {
      ...{ query: "Where does Alice's manager live?", retrievers: ['entity_graph'], include_trace: true },
    });
    expect(
      body.memories
        .slice(0, 2)
        .map((m: { memory_id: string }) => nameOf(m.memory_id))
        .sort(),
    ).toEqual(['boss', 'home']);
    expect(body.memories[0].entities).toContainEqual({
      ...{ entity_id: expect.any(String), canonical_name: 'Bob Martinez' },
    });
    const trace = JSON.parse(body.trace);
    expect(trace.retrievers[0].candidates.map((c: { because: string }) => c.because)).toContainEqual(
      'Alice Chen –core:reports_to→ –core:lives_in→',
    );
  });

  test('a memory that supports all that is asked for comes before one that is a word shorter', async () => {
    const scope = await engraph.client('recall', 'readme');
    await scope.remember('Alice Chen works at Acme Corp in Lisbon.');
    const boss = await scope.remember('I had lunch with Alice Chen today, she reports to Bob Martinez.');
    const { body } = await scope.post('/v1/recall', { query: 'Who is the manager of Alice?', max_results: 2 });
    expect([body.memories[0].memory_id, body.answer_kind]).toEqual([boss, 'single']);
  });

  test('answer_kind says none where nothing supports an answer, several or one where something does', async () => {
    const kinds = await Promise.all(
      ['How tall is the Eiffel tower?', 'jazz', 'sourdough bread'].map(
        async (query) => (await client.post('/v1/recall', { query })).body.answer_kind as string,
      ),
    );
    expect(kinds).toEqual(['none', 'many', 'single']);
  });

  test('none_because says whether the scope is empty, the filter passes nothing, or no memory answers', async () => {
    const reason = async (from: Client, query: object) => {
      const { answer_kind, none_because } = (await from.post('/v1/recall', query)).body;
      return [answer_kind, none_because];
    };
    const empty = await engraph.client('recall', 'empty');
    expect(await reason(empty, { query: 'jazz', session: 2 })).toEqual(['none', 'nothing_stored']);
    expect(await reason(client, { query: 'jazz', session: 999 })).toEqual(['none', 'filter_excludes_all']);
    expect(await reason(client, { query: 'jazz', subject: 'Nobody Known' })).toEqual(['none', 'filter_excludes_all']);
    expect(await reason(client, { query: 'penguins', min_confidence: 1, session: 2 })).toEqual(['none', 'not_found']);
    expect(await reason(client, { query: 'sourdough bread' })).toEqual(['single', undefined]);
  });

  test.each([
    ['session', { session: 2 }, ['jazz']],
    ['since', { since_unix_nanos: START + 4n * DAY }, ['jazzClub']],
    ['until, by its alias', { until: START + 3n * DAY }, ['jazz']],
    ['both, each inclusive', { since: START + 3n * DAY, until_unix_nanos: START + 4n * DAY }, ['jazz', 'jazzClub']],
    ['from a time as text', { since: '2023-11-17T23:13:20+01:00' }, ['jazz', 'jazzClub']],
    ['neither, by unset times', { since: 0, until: 0 }, ['jazz', 'jazzClub']],
  ])('filters by %s', async (_, filter, expected) => {
    expect((await recalled('jazz', { ...filter, ...NOT_DENSE, neighbours: false })).sort()).toEqual(expected);
  });

  test('filters by a subject, by name or by id', async () => {
    const { entities } = (await client.get('/v1/entities?prefix=bob')).body;
    const byName = await recalled('who lives or works somewhere?', { subject: 'bob martinez' });
    expect(byName.sort()).toEqual(['boss', 'home']);
    expect((await recalled('who lives or works somewhere?', { subject: entities[0].entity_id })).sort()).toEqual(
      byName,
    );
    expect(await recalled('jazz', { subject: 'Nobody Known' })).toEqual([]);
  });

  test('max_results clamps, and a longer ranking begins with the shorter one', async () => {
    const all = await recalled('jazz bread rain Alice Bob', { max_results: 100_000 });
    expect(all.length).toBeGreaterThan(3);
    expect(await recalled('jazz bread rain Alice Bob', { max_results: 2 })).toEqual(all.slice(0, 2));
    expect(await recalled('jazz bread rain Alice Bob', { max_results: -4 })).toEqual(all.slice(0, 1));
  });

  test('of a forgotten memory nothing is left, nor of its words', async () => {
    ids['gone'] = await client.remember('The zeppelin museum opens on Fridays.');
    expect((await recalled('zeppelin'))[0]).toBe('gone');
    await client.delete('/v1/memories', { memory_id: ids['gone'] });
    const { body } = await client.post('/v1/recall', { query: 'zeppelin', include_trace: true, ...NOT_DENSE });
    expect([body.answer_kind, body.memories]).toEqual(['none', []]);
    expect(await recalled('zeppelin')).not.toContain('gone');
    expect(body.trace).not.toContain(ids['gone']);
  });

  test('brings the turns next to a match along, of those that pass the filter, unless they are not wanted', async () => {
    const scope = await engraph.client('recall', 'dialogue');
    const turn = { session: 1, occurred_at: START };
    const match = await scope.remember('Bob lives in Lisbon with his two dogs.', { ...turn, speaker: 'Omar' });
    const next = { ...turn, speaker: 'Dana', occurred_at: START + 60_000_000_000n };
    const reply = await scope.remember('How lovely, I only have a hamster!', next);
    const asked = (more: object) => recalled('lives in Lisbon with dogs', { retrievers: ['lexical'], ...more }, scope);
    expect(await asked({})).toEqual([match, reply]);
    expect(await asked({ until: START })).toEqual([match]);
    expect(await asked({ neighbours: false })).toEqual([match]);
  });

  test('brings none along where messages only follow each other, as in notes, documents and logs', async () => {
    expect(await recalled('lives in Lisbon with dogs', { retrievers: ['lexical'] })).toEqual(['home']);
  });

  test('finds a word by one that is spelt like it', async () => {
    expect((await recalled('sourdouhg'))[0]).toBe('bread');
  });

  test('finds what was said in a time that the question names, without a word in common', async () => {
    const { body } = await client.post('/v1/recall', {
      ...{ query: 'What happened on 16 November 2023?', retrievers: ['lexical', 'time'] },
    });
    expect(nameOf(body.memories[0].memory_id)).toBe('home');
    expect(body.memories[0].retrievers).toEqual(['time']);
  });

  test('seen from the newest memory, where nothing was said in that stretch before now', async () => {
    expect(await recalled('What happened yesterday?', { retrievers: ['time'] })).toEqual(['bread']);
  });

  test('prefers the newer of two for a question of how things are now', async () => {
    const scope = await engraph.client('recall', 'now');
    await scope.remember('The password of the wifi is tulip.', { occurred_at: START });
    const now = await scope.remember('The password of the wifi is daffodil.', { occurred_at: START + DAY });
    const { body } = await scope.post('/v1/recall', { query: 'What is the wifi password currently?' });
    expect(body.memories[0].memory_id).toBe(now);
    expect(body.memories[0].retrievers).toEqual(expect.arrayContaining(['lexical', 'recency']));
  });

  test('filters by the confidence and by the kind of a memory', async () => {
    const answer = await client.post('/v1/recall', { query: 'jazz club in March', ...NOT_DENSE, include_trace: true });
    const sure = await client.post('/v1/recall', {
      query: 'jazz club in March',
      ...NOT_DENSE,
      min_confidence: 0.9,
      include_trace: true,
    });
    expect(sure.body.memories.map((m: { memory_id: string }) => nameOf(m.memory_id))).toEqual(['jazzClub']);
    expect(JSON.parse(sure.body.trace).dropped.below_min_confidence).toBe(answer.body.memories.length - 1);
    expect(await recalled('jazz', { kind: 0, ...NOT_DENSE, neighbours: false })).toHaveLength(2);
    expect(await recalled('jazz', { kind: 1 })).toEqual([]);
  });

  test('reads the beginning of a question alone, for the memories and for the facts', async () => {
    const asked = { retrievers: ['lexical'], format: 'context' };
    const behind = (padding: number) => `${'. '.repeat(padding)}Where does Bob Martinez live?`;
    const { body } = await client.post('/v1/recall', { ...asked, query: behind(2_000) });
    expect(body.context).toContain('Bob Martinez lives in Lisbon');
    expect((await client.post('/v1/recall', { ...asked, query: behind(200_000) })).body.context).toBe('');
  });

  test('another scope has none of it', async () => {
    expect(await recalled('jazz', {}, other)).toEqual([]);
  });

  test('the trace names each retriever with its candidates, the fusion, and why the first is first', async () => {
    const { body } = await client.post('/v1/recall', { cue: 'Alice jazz', include_trace: true, max_results: 1 });
    const trace = JSON.parse(body.trace);
    expect(trace.terms).toEqual(['alic', 'jazz']);
    expect(trace.retrievers.map((r: { name: string }) => r.name)).toEqual([
      'lexical',
      'dense',
      'entity_graph',
      'time',
      'recency',
    ]);
    expect(trace.retrievers[0].candidates[0]).toEqual({
      ...{ memory_id: expect.any(String), score: expect.any(Number), support: expect.any(Number) },
      because: expect.any(String),
    });
    expect(trace.dropped.beyond_max_results).toBe(trace.fusion.length - 1);
    expect(trace.first).toMatch(/^found by /);
  });

  test('what was recalled is counted, in time', async () => {
    const id = await client.remember('The lighthouse keeper waved at us.');
    await recalled('lighthouse');
    await recalled('lighthouse keeper');
    const listed = await until(async () => {
      const { items } = (await client.get('/v1/memories?limit=1')).body;
      return items[0].access_count === 2 && items[0];
    });
    expect(listed.memory_id).toBe(id);
    expect(listed.last_accessed_at_unix_nanos).toBeGreaterThanOrEqual(listed.created_at_unix_nanos);
  });
});

test.each([
  ['no question', {}, 400],
  ['null', { query: null }, 400],
  ['a blank question', { query: ' \n' }, 400],
  ['a number', { query: 5 }, 400],
  ['a NUL', { query: 'a\u0000b' }, 400],
  ['a fraction of results', { query: 'x', max_results: 1.5 }, 400],
  ['a text of results', { query: 'x', max_results: '5' }, 400],
  ['a negative session', { query: 'x', session: -1 }, 400],
  ['a time in seconds', { query: 'x', since: 1_700_000_000 }, 400],
  ['a time without a zone', { query: 'x', since: '2024-01-04T12:00:00' }, 400],
  ['a negative time', { query: 'x', since: -1 }, 400],
  ['a time past 2^63', { query: 'x', until: 9_223_372_036_854_775_808n }, 400],
  ['an unknown retriever', { query: 'x', retrievers: ['psychic'] }, 400],
  ['no retriever', { query: 'x', retrievers: [] }, 400],
  ['retrievers that are no list', { query: 'x', retrievers: 'lexical' }, 400],
  ['neighbours that are no boolean', { query: 'x', neighbours: 1 }, 400],
  ['a confidence past 1', { query: 'x', min_confidence: 1.5 }, 400],
  ['a confidence that is no number', { query: 'x', min_confidence: '0.5' }, 400],
  ['a kind that there is not', { query: 'x', kind: 7 }, 400],
  ['a format that there is not', { query: 'x', format: 'xml' }, 400],
  ['a fraction of tokens', { query: 'x', format: 'context', max_tokens: 1.5 }, 400],
  ['a context of tokens beyond the bounds', { query: 'jazz', format: 'context', max_tokens: -5 }, 200],
  ['a trace that is no boolean', { query: 'x', include_trace: 'yes' }, 400],
  ['a blank subject', { query: 'x', subject: '' }, 400],
  ['an entity that does not exist', { query: 'x', subject: '00000000-0000-4000-8000-000000000000' }, 404],
  ['stop words alone', { query: 'what is it that they have been?' }, 200],
  ['emoji alone', { query: '🎉🎉🎉' }, 200],
  ['operators of a query language', { query: `jazz & !('or' | :*) -- "; DROP TABLE memories` }, 200],
  ['a mebibyte', { query: 'word '.repeat(209_000) }, 200],
  ['an alias of query', { cue: 'jazz' }, 200],
])('recall of %s is answered with its status', async (_, body, status) => {
  const answer = await client.post('/v1/recall', body);
  expect([answer.status, answer.body.error?.code]).toEqual([
    status,
    { 200: undefined, 400: 'bad_request', 404: 'not_found' }[status],
  ]);
  expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
});

test('recall needs a key that may recall, and a body that is an object', async () => {
  const anonymous = await fetch(`${engraph.baseUrl}/v1/recall`, { method: 'POST' });
  expect(anonymous.status).toBe(401);
  const writer = await engraph.client('recall', 'one', ['encode']);
  expect((await writer.post('/v1/recall', { query: 'x' })).status).toBe(403);
  expect((await client.post('/v1/recall', '[]')).status).toBe(400);
});
