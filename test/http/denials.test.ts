import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Pool } from 'pg';
import { createOwnerPool } from '#database/data-source.js';
import { rebuildGraph } from '#graph/rebuild/rebuild-graph.js';
import type { Client } from '../path/client.js';
import { runEngraph, type RunningEngraph } from '../path/run-engraph.js';

/** Api and extractor on real Postgres; each test has its own scope. */
let engraph: RunningEngraph;
let pool: Pool;
let scopes = 0;

beforeAll(async () => {
  engraph = await runEngraph('log', { FACT_MIN_CONFIDENCE: '0.5' });
  pool = createOwnerPool({ url: engraph.databaseUrl, poolSize: 2, connectTimeoutMs: 5_000, statementTimeoutMs: 0 });
});
afterAll(async () => {
  await pool.end();
  await engraph.stop();
});

function newClient(): Promise<Client> {
  scopes += 1;
  return engraph.client('denials', String(scopes));
}

interface Fact {
  readonly text?: string;
  readonly relation_type?: string;
  readonly unsettled: boolean;
  readonly valid_to_unix_nanos: bigint | number;
}

/** Facts about Maya: the current ones, or all, with what has become of them. */
async function factsOf(client: Client, which: 'current' | 'all'): Promise<string[]> {
  const { entity_id: id } = (await client.get('/v1/entities?prefix=maya')).body.entities[0] as { entity_id: string };
  const all = which === 'all';
  const { relations } = (await client.get(`/v1/entities/${id}/relations?include_superseded=${String(all)}`)).body;
  const { statements } = (await client.get(`/v1/statements?subject=${id}&only_current=${String(!all)}`)).body;
  return [...(relations as Fact[]), ...(statements as Fact[])].map(
    ({ text, relation_type: type, unsettled, valid_to_unix_nanos }) => {
      const state = unsettled ? 'unsettled' : BigInt(valid_to_unix_nanos) === 0n ? 'current' : 'ended';
      return `${text ?? type ?? '?'} ${state}`;
    },
  );
}

const SAID = { text: "I'm allergic to peanuts.", occurred_at: '2026-03-01T10:00:00Z' };
const DENIED = { text: "I'm not allergic to peanuts.", occurred_at: '2026-03-02T10:00:00Z' };

test.each([
  ['after', [SAID, DENIED]],
  ['before', [DENIED, SAID]],
])('a fact that a later message denies, stored %s it, is not given as current', async (_, messages) => {
  const client = await newClient();
  for (const { text, ...more } of messages) await client.remember(text, { ...more, speaker: 'Maya', role: 'user' });
  expect(await factsOf(client, 'current')).toEqual([]);
  expect(await factsOf(client, 'all')).toEqual(["I'm allergic to peanuts unsettled"]);
  expect((await rebuildGraph(pool, 'verify')).tables).toEqual([]);
});

test('what a speaker denies in the same session was a mistake, and no former fact', async () => {
  const client = await newClient();
  const more = { speaker: 'Maya', role: 'user', session: 7 };
  await client.remember('I live in Utrecht.', { ...more, occurred_at: '2026-03-01T10:00:00Z' });
  const denial = await client.remember('I never lived in Utrecht!', { ...more, occurred_at: '2026-03-01T10:01:00Z' });
  expect(await factsOf(client, 'all')).toEqual([]);
  expect((await rebuildGraph(pool, 'verify')).tables).toEqual([]);
  await client.delete('/v1/memories', { memory_id: denial });
  expect(await factsOf(client, 'all')).toEqual(['core:lives_in current']);
});
