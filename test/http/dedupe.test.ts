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

const TURN = { text: 'The kettle is on.', speaker: 'Ines', session: 7, role: 'user', kind: 0 };

const say = (as: Client, more: object = {}, headers = {}): Promise<Answer> =>
  as.post('/v1/memories', { ...TURN, dedupe: 'content', ...more }, headers);

async function texts(as: Client): Promise<string[]> {
  const page = await as.get('/v1/memories?limit=100');
  return (page.body.items as { text: string }[]).map((memory) => memory.text);
}

test('a write equal to an active memory is answered with that memory, however that one was written', async () => {
  const client = await engraph.client('dedupe', 'equal');
  await client.post('/v1/memories', { text: 'Before.', session: 7 });
  const first = await client.post('/v1/memories', TURN);
  const again = await say(client);
  expect(first.body).toMatchObject({ was_deduplicated: false, auto_edges_added: 1 });
  expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, null]);
  expect(again.body).toEqual({ ...first.body, was_deduplicated: true });
  expect((await say(client, { occurred_at: 1_700_000_000_000_000_005n, metadata: { other: true } })).body).toEqual(
    again.body,
  );
  expect(await texts(client)).toHaveLength(2);
});

test('a hundred concurrent equal writes make one memory, and all get its result', async () => {
  const client = await engraph.client('dedupe', 'concurrent');
  const answers = await Promise.all(Array.from({ length: 100 }, () => say(client)));
  expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
  expect(new Set(answers.map((answer) => answer.body.memory_id)).size).toBe(1);
  expect(answers.filter((answer) => !answer.body.was_deduplicated)).toHaveLength(1);
  expect(await texts(client)).toHaveLength(1);
});

test.each([
  ['text', { text: 'The kettle is on. ' }],
  ['speaker', { speaker: null }],
  ['session', { session: null }],
  ['session by one past 2^53', { session: 9_007_199_254_740_993n }],
  ['role', { role: 'assistant' }],
  ['kind', { kind: 1 }],
])('a write that differs in its %s is another memory, and its own duplicate later', async (field, more) => {
  const client = await engraph.client('dedupe', `differs ${field}`.replaceAll(/[ ^]/g, '-'));
  const ids = [await say(client, { session: 9_007_199_254_740_992n }), await say(client), await say(client, more)];
  const again = await say(client, more);
  expect(ids.map((answer) => answer.body.was_deduplicated)).toEqual([false, false, false]);
  expect([again.body.memory_id, again.body.was_deduplicated]).toEqual([ids[2]?.body.memory_id, true]);
});

test('a forgotten memory is no duplicate, nor is one of another scope', async () => {
  const [client, other] = [await engraph.client('dedupe', 'forgotten'), await engraph.client('dedupe', 'other')];
  for (const hard of [false, true]) {
    const { memory_id } = (await say(client)).body as { memory_id: string };
    await client.delete('/v1/memories', { memory_id, hard });
    const anew = await say(client);
    expect(anew.body.was_deduplicated).toBe(false);
    expect(anew.body.memory_id).not.toBe(memory_id);
    await client.delete('/v1/memories', { memory_id: anew.body.memory_id });
  }
  await say(client);
  expect((await say(other)).body.was_deduplicated).toBe(false);
});

test('content alone never deduplicates', async () => {
  const client = await engraph.client('dedupe', 'none');
  for (const dedupe of ['content', 'none', null, undefined])
    expect((await client.post('/v1/memories', { ...TURN, dedupe })).body.was_deduplicated).toBe(false);
  expect(await texts(client)).toHaveLength(4);
});

test('a request id stands for what it was answered with, and for the wish to deduplicate', async () => {
  const client = await engraph.client('dedupe', 'requests');
  const under = (id: string) => ({ 'idempotency-key': id });
  const first = await say(client, {}, under('a'));
  const second = await say(client, {}, under('b'));
  await client.delete('/v1/memories', { memory_id: first.body.memory_id });
  for (const id of ['a', 'b']) {
    const replay = await say(client, {}, under(id));
    expect([replay.body, replay.headers.get('idempotency-replayed')]).toEqual([second.body, 'true']);
  }
  expect((await say(client, { dedupe: 'none' }, under('a'))).status).toBe(409);
  expect((await say(client, { text: 'Other.' }, under('a'))).status).toBe(409);
  expect(await texts(client)).toEqual([]);
});
