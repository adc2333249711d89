import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { runEngraph, type RunningEngraph } from '../path/run-engraph.js';

let engraph: RunningEngraph;

beforeAll(async () => {
  engraph = await runEngraph('log');
});
afterAll(async () => {
  await engraph.stop();
});

test('a session may be a text: it links, filters and comes back as it was given', async () => {
  const scope = await engraph.client('recall', 'sessions');
  const said: [string, object][] = [
    ['The kettle is blue.', { session: 'thread-é1' }],
    ['The kettle whistles.', { session: 'thread-é1' }],
    ['The kettle is old.', { session: 'thread-2' }],
    ['The kettle is loud.', { session: '42' }],
    ['The kettle is hot.', { session: 42 }],
  ];
  const edges: number[] = [];
  for (const [text, more] of said) {
    const { body } = await scope.post('/v1/memories', { text, ...more }, { prefer: 'wait=30' });
    edges.push(body.auto_edges_added);
  }
  expect(edges).toEqual([0, 1, 0, 0, 1]);
  const shown = (memories: { text: string; session: unknown }[]) =>
    memories.map(({ text, session }) => [text, session]);
  const thread = [
    ['The kettle is blue.', 'thread-é1'],
    ['The kettle whistles.', 'thread-é1'],
  ];
  const number = [
    ['The kettle is hot.', 42],
    ['The kettle is loud.', '42'],
  ];
  const listed = async (query: string) => shown((await scope.get(`/v1/memories?dir=asc&${query}`)).body.items).sort();
  expect(await listed('session=thread-%C3%A91')).toEqual(thread);
  expect(await listed('session=42')).toEqual(number);
  expect(await listed('session=thread')).toEqual([]);
  const found = async (session: unknown) =>
    shown((await scope.post('/v1/recall', { query: 'kettle', session })).body.memories).sort();
  expect(await found('thread-é1')).toEqual(thread);
  expect(await found('42')).toEqual(number);
});
