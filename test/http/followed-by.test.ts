import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Client } from '../path/client.js';
import { runEngraph, type RunningEngraph } from '../path/run-engraph.js';

let engraph: RunningEngraph;

beforeAll(async () => {
  engraph = await runEngraph('log', { EXTRACTION: 'off' });
});
afterAll(async () => {
  await engraph.stop();
});

interface Turn {
  memory_id: string;
  auto_edges_added: number;
}

const say = async (as: Client, session: number | undefined, headers = {}): Promise<Turn> =>
  (await as.post('/v1/memories', { text: 'a turn', session }, headers)).body;

async function chainOf(as: Client): Promise<string[]> {
  const page = await as.get('/v1/graph?include_memories=true&include_memory_edges=true&limit=500');
  const edges = page.body.edges as { from_id: string; to_id: string; label: string }[];
  return edges.map((edge) => `${edge.from_id} ${edge.label} ${edge.to_id}`).sort();
}

test('each turn follows the one before it in its session, and a replay says so too', async () => {
  const client = await engraph.client('followed', 'chain');
  const a = await say(client, 1);
  const b = await say(client, 1, { 'idempotency-key': 'b' });
  const elsewhere = await say(client, 2);
  const without = await say(client, undefined);
  const replay = await say(client, 1, { 'idempotency-key': 'b' });
  const c = await say(client, 1);
  expect([a, b, elsewhere, without, replay, c].map((turn) => turn.auto_edges_added)).toEqual([0, 1, 0, 0, 1, 1]);
  expect(await chainOf(client)).toEqual(
    [`${a.memory_id} core:followed_by ${b.memory_id}`, `${b.memory_id} core:followed_by ${c.memory_id}`].sort(),
  );
});

test('concurrent turns of many scopes make one unbroken chain in each', async () => {
  const clients = await Promise.all(['p', 'q', 'r'].map((agent) => engraph.client('followed', agent)));
  await Promise.all(clients.flatMap((client) => Array.from({ length: 60 }, () => say(client, 7))));
  for (const client of clients) {
    const links = (await chainOf(client)).map((link) => link.split(' core:followed_by '));
    expect(links).toHaveLength(59);
    expect(new Set(links.map(([source]) => source)).size).toBe(59);
    expect(new Set(links.map(([, target]) => target)).size).toBe(59);
  }
});

test('no turn follows a forgotten one', async () => {
  const client = await engraph.client('followed', 'forgotten');
  const [, b] = [await say(client, 1), await say(client, 1)];
  expect((await client.delete('/v1/memories', { memory_id: b.memory_id })).body.edges_removed).toBe(1);
  expect((await say(client, 1)).auto_edges_added).toBe(0);
  expect(await chainOf(client)).toEqual([]);
});
