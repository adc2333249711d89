import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Client } from '../path/client.js';
import { runEngraph, type RunningEngraph } from '../path/run-engraph.js';

/** The whole pipeline in one process, on real Postgres, with the real stages. */
let engraph: RunningEngraph;
let client: Client;

beforeAll(async () => {
  engraph = await runEngraph('log');
  client = await engraph.client('short', 'forms');
});
afterAll(async () => {
  await engraph.stop();
});

test('a fact stated of a person by first name is found from the full name, over two hops', async () => {
  await client.remember('I had lunch with Alice today, she reports to Bob Martinez.');
  await client.remember('Alice Chen works at Acme Corp in Lisbon.');
  await client.remember('Bob is based in Porto.');
  const { body } = await client.get('/v1/entities?prefix=alice');
  expect(body).toMatchObject({
    count: 1,
    entities: [{ canonical_name: 'Alice Chen', aliases: ['Alice'], mention_count: 2 }],
  });
  const alice = String((body.entities as { entity_id: string }[])[0]?.entity_id);
  const walked = await client.post(`/v1/entities/${alice}/traverse`, { max_depth: 2 });
  const paths = walked.body.paths as { steps: { relation_type: string }[] }[];
  expect(paths.map(({ steps }) => steps.map((step) => step.relation_type).join(' '))).toEqual(
    expect.arrayContaining(['core:works_at', 'core:reports_to', 'core:reports_to core:lives_in']),
  );
  const question = { query: "Where does Alice Chen's manager live?", retrievers: ['entity_graph'] };
  const { body: recalled } = await client.post('/v1/recall', question);
  const texts = (recalled.memories as { text: string }[]).map(({ text }) => text);
  expect(texts[0]).toContain('she reports to Bob Martinez');
  expect(texts).toContain('Bob is based in Porto.');
});
