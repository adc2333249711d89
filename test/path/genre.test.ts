import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Client } from './client.js';
import { runEngraph, type RunningEngraph } from './run-engraph.js';

let engraph: RunningEngraph;

beforeAll(async () => {
  engraph = await runEngraph('log', { EXTRACTION_STAGES: 'pattern', EMBEDDING_MODEL: 'off' });
}, 240_000);
afterAll(async () => {
  await engraph.stop();
});

async function edgesOf(client: Client): Promise<string[]> {
  const { body } = await client.get('/v1/graph');
  const labelOf = (id: string): string => body.nodes.find((node: { id: string }) => node.id === id)?.label ?? '';
  return body.edges.map((edge: { from_id: string; to_id: string; label: string }) =>
    [labelOf(edge.from_id), edge.label, labelOf(edge.to_id)].join(' '),
  );
}

test('a text is read by the genre that its caller gives', async () => {
  const text = 'Moved to Oslo last week.';
  const [chat, note] = [await engraph.client('genre', 'chat'), await engraph.client('genre', 'note')];
  await chat.remember(text, { speaker: 'Maya', genre: 'chat' });
  await note.remember(text, { speaker: 'Maya', genre: 'note' });
  expect(await edgesOf(chat)).toEqual(['Maya core:lives_in Oslo']);
  expect(await edgesOf(note)).toEqual([]);
});

test('what a tool prints is stored by its role, and says nothing of a user', async () => {
  const client = await engraph.client('genre', 'tool');
  await client.remember('I live in Lisbon.', { role: 'tool' });
  await client.remember('{"name":"Alice Chen","company":"Acme Corp","role":"curator"}', { role: 'tool' });
  expect(await edgesOf(client)).toEqual(['Alice Chen core:works_at Acme Corp']);
});
