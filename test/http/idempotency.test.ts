import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Answer, Client } from '../path/client.js';
import { runEngraph, type RunningEngraph } from '../path/run-engraph.js';

let engraph: RunningEngraph;

beforeAll(async () => {
  engraph = await runEngraph('log', { EXTRACTION: 'off' });
});
afterAll(async () => {
  await engraph.stop();
});

const under = (id: string): Record<string, string> => ({ 'idempotency-key': id });
const replayed = (answer: Answer): boolean => answer.headers.get('idempotency-replayed') === 'true';

async function count(client: Client, query = ''): Promise<number> {
  return ((await client.get(`/v1/memories?limit=100${query}`)).body.items as unknown[]).length;
}

/** Sends one request a hundred times concurrently; each must succeed. */
async function hundredfold(send: () => Promise<Answer>): Promise<Answer[]> {
  const answers = await Promise.all(Array.from({ length: 100 }, send));
  expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
  expect(answers.filter((answer) => !replayed(answer))).toHaveLength(1);
  return answers;
}

test('a hundred concurrent writes under one request id make one memory, and all get its result', async () => {
  const client = await engraph.client('idempotency', 'encode');
  const answers = await hundredfold(() => client.post('/v1/memories', { text: 'once', session: 7 }, under('k')));
  expect(await count(client)).toBe(1);
  for (const answer of answers)
    expect(answer.body).toEqual({ ...answers[0]?.body, was_deduplicated: replayed(answer) });
});

test('a hundred concurrent removals under one request id remove once, and all are told so', async () => {
  const client = await engraph.client('idempotency', 'forget');
  const { memory_id } = (await client.post('/v1/memories', { text: 'gone' })).body as { memory_id: string };
  const answers = await hundredfold(() => client.delete('/v1/memories', { memory_id }, under('k')));
  for (const { body } of answers) expect(body).toEqual({ memory_id, was_already_forgotten: false, edges_removed: 0 });
  const later = await client.delete('/v1/memories', { memory_id });
  expect([later.body.was_already_forgotten, replayed(later)]).toEqual([true, false]);
});

test('one request id is refused for another operation, and what it was refused for is not done', async () => {
  const client = await engraph.client('idempotency', 'operations');
  const first = await client.post('/v1/memories', { text: 'kept' }, under('k'));
  const { memory_id } = first.body as { memory_id: string };
  const refused = await client.delete('/v1/memories', { memory_id }, under('k'));
  expect([refused.status, refused.body.error.code]).toEqual([409, 'conflict']);
  expect(await count(client)).toBe(1);
  const removed = await client.delete('/v1/memories', { memory_id }, under('other'));
  expect(removed.status).toBe(200);
  expect((await client.post('/v1/memories', { text: 'kept' }, under('other'))).status).toBe(409);
});

test('key order, white space and aliases make no other request; a field that counts does', async () => {
  const client = await engraph.client('idempotency', 'bodies');
  const send = (body: string): Promise<Answer> => client.post('/v1/memories', body, under('k'));
  const first = await send('{"text": "a", "session": 1, "metadata": {"x": 1, "y": [2]}}');
  for (const same of [
    '{ "metadata":{"y":[2],"x":1},  "session":1,"text":"a"}',
    '{"context": 1, "text": "a", "metadata": {"x": 1, "y": [2]}, "kind": 0}',
  ]) {
    const answer = await send(same);
    expect([answer.status, answer.body.memory_id, replayed(answer)]).toEqual([200, first.body.memory_id, true]);
  }
  for (const differing of [
    '{"text": "a ", "session": 1, "metadata": {"x": 1, "y": [2]}}',
    '{"text": "a", "session": 2, "metadata": {"x": 1, "y": [2]}}',
    '{"text": "a", "session": 1, "metadata": {"x": 1, "y": [3]}}',
    '{"text": "a", "session": 1, "metadata": {"x": 1, "y": [2]}, "speaker": "Ada"}',
  ])
    expect((await send(differing)).status).toBe(409);
  expect(await count(client)).toBe(1);
});

test('two scopes may use one request id; without one, equal texts are two memories', async () => {
  const one = await engraph.client('idempotency', 'one');
  const two = await engraph.client('idempotency', 'two');
  const answers = [
    await one.post('/v1/memories', { text: 'a' }, under('k')),
    await two.post('/v1/memories', { text: 'a' }, under('k')),
  ];
  expect(answers.map(replayed)).toEqual([false, false]);
  for (let i = 0; i < 2; i += 1)
    expect((await one.post('/v1/memories', { text: 'a' })).body.was_deduplicated).toBe(false);
  expect(await count(one)).toBe(3);
});

test('the replay of a write whose memory was erased says so, and makes no other', async () => {
  const client = await engraph.client('idempotency', 'erased');
  const { memory_id } = (await client.post('/v1/memories', { text: 'a' }, under('k'))).body as { memory_id: string };
  await client.delete('/v1/memories', { memory_id, hard: true });
  const replay = await client.post('/v1/memories', { text: 'a' }, under('k'));
  expect([replay.status, replay.body.error.code]).toEqual([404, 'not_found']);
  expect(await count(client, '&include_tombstoned=true')).toBe(0);
});

test.each([
  ['an empty one', ''],
  ['one of 256 characters', 'x'.repeat(256)],
  ['one that is not visible ASCII', 'caf\u00e9'],
])('%s is no request id', async (_, id) => {
  const client = await engraph.client('idempotency', 'bad');
  const answer = await client.post('/v1/memories', { text: 'a' }, under(id));
  expect([answer.status, answer.body.error?.code]).toEqual([400, 'bad_request']);
  expect(await count(client)).toBe(0);
});

test('a request id of 255 characters is one', async () => {
  const client = await engraph.client('idempotency', 'long');
  const send = () => client.post('/v1/memories', { text: 'a' }, under('~'.repeat(255)));
  expect([replayed(await send()), replayed(await send())]).toEqual([false, true]);
});
