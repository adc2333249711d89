import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Client } from '../path/client.js';
import { runEngraph, type RunningEngraph } from '../path/run-engraph.js';

let engraph: RunningEngraph;

const DAY = 86_400_000_000_000n;
const START = 1_700_000_000_000_000_000n;

beforeAll(async () => {
  engraph = await runEngraph('log');
});
afterAll(async () => {
  await engraph.stop();
});

/** Ids of the memories that a question returns, best first. */
async function recalled(scope: Client, query: string): Promise<string[]> {
  const { status, body } = await scope.post('/v1/recall', { query });
  expect(status).toBe(200);
  return body.memories.map(({ memory_id }: { memory_id: string }) => memory_id);
}

test('a question about the present gets the newest statement first, and one about the past the oldest', async () => {
  const scope = await engraph.client('recall', 'states');
  const homes = ['Ruth lives in Croydon near the park.', 'Ruth moved, she lives in Leeds.', 'Ruth lives in Hull.'];
  const stored: string[] = [];
  for (const [i, text] of homes.entries())
    stored.push(await scope.remember(text, { occurred_at: START + BigInt(i * 60) * DAY }));
  const first = async (query: string) => (await recalled(scope, query))[0];
  expect(await first('Where does Ruth live now?')).toBe(stored[2]);
  expect(await first('Where does Ruth live?')).toBe(stored[2]);
  expect(await first('Where did Ruth live originally?')).toBe(stored[0]);
});

test("a question in the first person gets the user's words, and one about what the assistant said the assistant's", async () => {
  const scope = await engraph.client('recall', 'roles');
  const said = (role: string, text: string) => scope.remember(text, { role, session: 1 });
  const own = await said('user', 'Never put coriander in my recipes, grams only.');
  const reply = await said('assistant', 'Understood: no coriander in your recipes, and your recipes in grams only!');
  const first = async (query: string) => (await recalled(scope, query))[0];
  expect(await first('What did I say about coriander in my recipes?')).toBe(own);
  expect(await first('What did you say about coriander in my recipes?')).toBe(reply);
});

test('a question about two gets evidence of each among the first, and says many', async () => {
  const scope = await engraph.client('recall', 'sides');
  const ana = await scope.remember('Ana repairs violins in a workshop by the harbour.', { session: 1 });
  for (const text of [
    'Bo teaches chemistry.',
    'Bo teaches at a school in Bergen.',
    'Bo is a teacher, and Bo likes it.',
  ])
    await scope.remember(text, { session: 2 });
  const { body } = await scope.post('/v1/recall', { query: 'What work do Ana and Bo do?', include_trace: true });
  expect(body.memories.slice(0, 2).map(({ memory_id }: { memory_id: string }) => memory_id)).toContain(ana);
  expect(body.memories.slice(0, 2)).toMatchObject([{ similarity_score: 1 }, { similarity_score: 1 }]);
  expect(body.answer_kind).toBe('many');
  expect(JSON.parse(body.trace).sides).toEqual(['What work do Ana do?', 'What work do Bo do?']);
});

test('a subject is any name that resolves', async () => {
  const scope = await engraph.client('recall', 'subjects');
  const fall = await scope.remember('Mr. Petrov fell by his bed at night.');
  await scope.remember('Mrs. Hallam fell asleep early.');
  const about = async (subject: string) => {
    const { body } = await scope.post('/v1/recall', { query: 'Who fell?', subject });
    return body.memories.map(({ memory_id }: { memory_id: string }) => memory_id);
  };
  expect(await about('Mr. Petrov')).toEqual([fall]);
  expect(await about('Petrov')).toEqual([fall]);
  expect(await about('petrow')).toEqual([fall]);
  expect(await about('Nobody Known')).toEqual([]);
  expect((await scope.get('/v1/entities')).body.entities).toHaveLength(2);
});
