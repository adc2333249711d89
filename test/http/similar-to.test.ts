import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Client } from '../path/client.js';
import { runEngraph, type RunningEngraph } from '../path/run-engraph.js';

let engraph: RunningEngraph;

beforeAll(async () => {
  engraph = await runEngraph('log');
});
afterAll(async () => {
  await engraph.stop();
});

/** Links of kind similar_to in the graph, as pairs of memory ids. */
async function similar(client: Client): Promise<[string, string][]> {
  const { body } = await client.get('/v1/graph?limit=500&include_memories=true&include_memory_edges=true');
  return (body.edges as { kind: string; from_id: string; to_id: string }[])
    .filter((edge) => edge.kind === 'similar_to')
    .map((edge) => [edge.from_id, edge.to_id]);
}

const FILLER = [
  'The garden needs water before the weekend.',
  'Omar fixed the printer on the second floor.',
  'Tickets for the concert are sold out already.',
  'We painted the kitchen wall in light blue.',
  'My train was forty minutes late this morning.',
];

test('a memory that says nearly the same is linked, from the newer to the older, with its likeness', async () => {
  const client = await engraph.client('similar', 'alike');
  for (const text of FILLER) await client.remember(text);
  const older = await client.remember('We adopted a grey kitten named Pixel from the animal shelter.');
  const newer = await client.remember('Last week we adopted Pixel, a grey kitten, at the animal shelter.');
  await client.remember('The shelter of the bus stop is broken again.');
  expect(await similar(client)).toEqual([[newer, older]]);
  const again = await client.post('/v1/links', { source: newer, target: older, kind: 'similar_to' });
  expect(again.body.already_existed).toBe(true);
  expect(again.body.weight).toBeGreaterThanOrEqual(0.5);
  expect(again.body.weight).toBeLessThan(1);
});

test('short phrases are like nothing, whoever says them', async () => {
  const client = await engraph.client('similar', 'short');
  for (const text of FILLER) await client.remember(text);
  for (let i = 0; i < 3; i += 1) await client.remember('Sounds great, thanks!', { speaker: 'Ana Lopez Garcia' });
  expect(await similar(client)).toEqual([]);
});

test('the link goes with either memory, and counts among the edges removed', async () => {
  const client = await engraph.client('similar', 'gone');
  for (const text of FILLER) await client.remember(text);
  const older = await client.remember('Hiking boots and a rain jacket are packed for Norway.');
  await client.remember('Packed for Norway: hiking boots, rain jacket.');
  expect(await similar(client)).toHaveLength(1);
  const answer = await client.delete('/v1/memories', { memory_id: older });
  expect(answer.body.edges_removed).toBe(1);
  expect(await similar(client)).toEqual([]);
});

test('another scope is like nothing of ours', async () => {
  const ours = await engraph.client('similar', 'ours');
  const theirs = await engraph.client('similar', 'theirs');
  const text = 'The quarterly budget review moved to the boardroom upstairs.';
  for (const client of [ours, theirs]) {
    for (const filler of FILLER) await client.remember(filler);
    await client.remember(text);
  }
  expect([await similar(ours), await similar(theirs)]).toEqual([[], []]);
});
