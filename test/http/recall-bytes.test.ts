import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { PAGE_BYTES } from '#graph/queries/page-bytes.js';
import type { Client } from '../path/client.js';
import { runEngraph, type RunningEngraph } from '../path/run-engraph.js';

const MEMORIES = 40;
const NAMES = 200;

let engraph: RunningEngraph;
let client: Client;

beforeAll(async () => {
  engraph = await runEngraph('log', { EMBEDDING_MODEL: 'off', EXTRACTION_STAGES: 'pattern' });
  client = await engraph.client('recall', 'bytes');
  for (let i = 0; i < MEMORIES; i += 1) await client.remember(`Note ${String(i)} tells of green tea.`);
  await nameEverywhere();
});
afterAll(async () => {
  await engraph.stop();
});

/** Each memory mentions the same entities with names of maximum length, 40 times the size of its text. */
async function nameEverywhere(): Promise<void> {
  const database = new pg.Client({ connectionString: engraph.databaseUrl });
  await database.connect();
  await database.query(
    `INSERT INTO entities (scope_id, entity_id, type_id, normal_form, canonical_name)
     SELECT scope_id, gen_random_uuid(), 1, 'n' || i, repeat('n', 1000) || i
     FROM scopes, generate_series(1, $1::int) AS i WHERE agent = 'bytes'`,
    [NAMES],
  );
  await database.query(
    `INSERT INTO mentions
     SELECT scope_id, memory_id, row_number() OVER (PARTITION BY memory_id), 1, entity_id, 'n', 'pattern', 1, 0
     FROM memories JOIN entities USING (scope_id) WHERE length(canonical_name) > 1000`,
  );
  await database.end();
}

/** A response as received, in bytes. */
async function recalled(more: object): Promise<string> {
  const response = await fetch(`${engraph.baseUrl}/v1/recall`, {
    method: 'POST',
    headers: { 'x-api-key': client.key, 'content-type': 'application/json' },
    body: JSON.stringify({ query: 'What is said of green tea?', max_results: 1000, ...more }),
  });
  expect(response.status).toBe(200);
  return response.text();
}

test.each([{}, { include_trace: true, format: 'context', max_tokens: 100_000 }])(
  'an answer with %j ends at its bytes, the names in its memories counted',
  async (more) => {
    const text = await recalled(more);
    expect(Buffer.byteLength(text)).toBeLessThan(PAGE_BYTES);
    const { memories, truncated } = JSON.parse(text) as { memories: { entities: unknown[] }[]; truncated?: true };
    expect(memories.length).toBeGreaterThan(10);
    expect(memories.length).toBeLessThan(MEMORIES);
    expect(memories.every(({ entities }) => entities.length >= NAMES)).toBe(true);
    expect(truncated).toBe(true);
  },
);

test('an answer that was cut says in its trace why memories are missing', async () => {
  const { memories, trace } = JSON.parse(await recalled({ include_trace: true })) as {
    memories: unknown[];
    trace: string;
  };
  const { dropped } = JSON.parse(trace) as { dropped: Record<string, number> };
  expect(dropped['forgotten_meanwhile']).toBe(0);
  expect(dropped['beyond_page']).toBe(MEMORIES - memories.length);
});
