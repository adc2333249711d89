import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Client } from '../path/client.js';
import { runEngraph, type RunningEngraph } from '../path/run-engraph.js';

let engraph: RunningEngraph;
let client: Client;
const ids: Record<string, string> = {};

const MINUTE = 60_000_000_000n;
const START = 1_700_000_000_000_000_000n;

beforeAll(async () => {
  engraph = await runEngraph('log');
  client = await engraph.client('dense', 'one');
  const turns = [
    ['cat', 'Tell Rosa that our tabby had four kittens last night.', { speaker: 'Dana', session: 1 }],
    ['job', 'Rosa, I finally quit the bakery and now drive a bus.', { speaker: 'Omar', session: 1 }],
    ['knee', 'My knee hurts since the marathon.', { speaker: 'Dana', session: 2 }],
    ['roof', 'Water drips through the ceiling whenever there is a storm.', { speaker: 'Omar', session: 2 }],
  ] as const;
  for (const [i, [name, text, more]] of turns.entries())
    ids[name] = await client.remember(text, { ...more, occurred_at: START + BigInt(i) * MINUTE });
});
afterAll(async () => {
  await engraph.stop();
});

/** Names of the memories that the dense retriever returns, best first. */
async function recalled(query: string, more: object = {}, by: Client = client): Promise<string[]> {
  const { status, body } = await by.post('/v1/recall', { query, retrievers: ['dense'], ...more });
  expect(status).toBe(200);
  return body.memories.map(({ memory_id }: { memory_id: string }) => {
    return Object.keys(ids).find((name) => ids[name] === memory_id) ?? memory_id;
  });
}

test.each([
  ['How many baby animals were born?', 'cat'],
  ['What is the new occupation?', 'job'],
  ['Was anyone injured by running?', 'knee'],
  ['Is the house leaking?', 'roof'],
])('finds by what is meant where no word is shared: %s', async (question, expected) => {
  expect((await recalled(question))[0]).toBe(expected);
});

test('the name of a person is left out of what is compared', async () => {
  const { body } = await client.post('/v1/recall', {
    ...{ query: 'Which pets does Rosa hear about?', retrievers: ['dense'], include_trace: true },
  });
  const [dense] = JSON.parse(body.trace).retrievers;
  expect(dense.notes).toEqual({ model: 'minilm-4', vectors: 4, exact: true, text: 'Which pets does hear about?' });
  expect(dense.candidates).toHaveLength(4);
  expect(dense.candidates[0]).toEqual({
    ...{ memory_id: ids['cat'], score: expect.any(Number), support: expect.any(Number) },
    because: expect.stringMatching(/^cosine 0\.\d\d$/),
  });
});

interface Traced {
  readonly first: string;
  readonly fusion: readonly { readonly memory_id: string; readonly words: number | null }[];
}

async function traced(query: string, more: object = {}): Promise<Traced> {
  const { body } = await client.post('/v1/recall', { query, include_trace: true, ...more });
  return JSON.parse(body.trace) as Traced;
}

test('what is near is compared word by word, with the turns around it, which the trace tells', async () => {
  const { first, fusion } = await traced('Whose knee hurts since the marathon?', { retrievers: ['dense'] });
  const words = new Map(fusion.map((row) => [row.memory_id, row.words ?? 0]));
  const [knee = 0, roof = 0, cat = 0] = ['knee', 'roof', 'cat'].map((name) => words.get(ids[name] ?? ''));
  expect(knee).toBeGreaterThan(0.6);
  expect(cat).toBeLessThan(knee - 0.2);
  // The adjacent turn of this session has these words; the other session has none of them.
  expect(roof).toBeGreaterThan(knee - 0.2);
  expect(roof).toBeLessThan(knee);
  expect(first).toContain(`; word by word, with the turns around it, ${knee.toFixed(2)} near`);
});

test('without vectors nothing is compared word by word', async () => {
  const { first, fusion } = await traced('knee', { retrievers: ['lexical'] });
  expect(fusion.map(({ words }) => words)).toEqual(fusion.map(() => null));
  expect(first).not.toContain('word by word');
});

test('of a forgotten turn no words are left around another', async () => {
  const other = await client.remember('The choir sings a requiem.', { session: 9, speaker: 'Dana' });
  ids['around'] = await client.remember('Yes, on Friday.', { session: 9, speaker: 'Omar' });
  const wordsOf = async (): Promise<number> => {
    const { fusion } = await traced('When does the choir sing?', { retrievers: ['dense'] });
    return fusion.find((row) => row.memory_id === ids['around'])?.words ?? 0;
  };
  const before = await wordsOf();
  await client.delete('/v1/memories', { memory_id: other });
  expect(await wordsOf()).toBeLessThan(before - 0.1);
  await client.delete('/v1/memories', { memory_id: ids['around'] });
});

test.each([
  ['session', { session: 2 }, ['knee', 'roof']],
  ['since', { since_unix_nanos: START + 3n * MINUTE }, ['roof']],
  ['until', { until: START }, ['cat']],
  ['subject', { subject: 'Rosa' }, ['cat', 'job']],
])('filters by %s', async (_, filter, expected) => {
  expect((await recalled('anything', filter)).sort()).toEqual(expected);
});

test('a forgotten memory leaves at once, and a stored one is there at once', async () => {
  ids['boat'] = await client.remember('We rented a sailing boat for the holidays.');
  expect((await recalled('vacation at sea'))[0]).toBe('boat');
  await client.delete('/v1/memories', { memory_id: ids['boat'] });
  expect(await recalled('vacation at sea')).not.toContain('boat');
  expect(await recalled('vacation at sea')).toHaveLength(4);
});

test.each([
  ['Where does the knee hurt?', undefined],
  ['Wo tut mir das Knie seit dem Marathon weh?', 0.35],
  ['Où est-ce que le genou me fait mal ?', 0.35],
  ['膝が痛いのは誰ですか', 0.35],
])('the model is trusted less in a language that it does not read: %s', async (query, trust) => {
  const { body } = await client.post('/v1/recall', { query, retrievers: ['dense'], include_trace: true });
  expect(JSON.parse(body.trace).retrievers[0].notes.trust).toBe(trust);
});

test('another scope has none of it', async () => {
  expect(await recalled('kittens', {}, await engraph.client('dense', 'other'))).toEqual([]);
});
