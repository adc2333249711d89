import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { writeFileSync } from 'node:fs';
import type { Pool } from 'pg';
import { scopeOf } from '#contracts/scope.js';
import { createOwnerPool } from '#database/data-source.js';
import { rebuildGraph } from '#graph/rebuild/rebuild-graph.js';
import { eraseScope } from '#memories/erase/erase-scope.js';
import { createDatabase } from '../harness/postgres.js';
import { testDatabase } from '../harness/services.js';
import type { Client } from '../path/client.js';
import { runEngraph, type RunningEngraph } from '../path/run-engraph.js';
import { dumpFixture, fixtureFile, loadFixture } from './fixture.js';

/**
 * Databases of earlier versions, one for each version with migrations of its own. `ENGRAPH_WRITE_FIXTURE=NAME` with
 * this file writes one of the current version; it is then added here.
 */
const FIXTURES = ['0001-first-schema.sql'];

const LIGHT = { EXTRACTION_STAGES: 'pattern', EMBEDDING_MODEL: 'off' };

const ownerPool = (url: string): Pool =>
  createOwnerPool({ url, poolSize: 6, connectTimeoutMs: 30_000, statementTimeoutMs: 0 });

/**
 * Memories, relations that end, statements, links, a declared name, forgets and erasures, keys, and an erased scope.
 */
async function fill(engraph: RunningEngraph): Promise<void> {
  const client = await engraph.client('upgrade', 'kept');
  await client.remember('Alice Chen works at Acme Corp in Lisbon.', { session: 7, speaker: 'Bob', role: 'user' });
  await client.remember('Alice Chen works at Globex now.', { session: 7, occurred_at: 1_700_000_000_000_000_000n });
  await client.remember('Alice Chen is a nurse. She likes sailing.', { metadata: { origin: 'chat' } });
  await client.post('/v1/entities', { entity_type_id: 1, canonical_name: 'Alice Maria Chen', aliases: ['Alice Chen'] });
  const forgotten = await client.remember('Omar Haddad lives in Porto.');
  await client.delete('/v1/memories', { memory_id: forgotten });
  const erased = await client.remember('Gwendolyn Moor lives in Wuppertal.');
  await client.delete('/v1/memories', { memory_id: erased, hard: true });
  const gone = await engraph.client('upgrade', 'gone');
  await gone.remember('Bartholomew Quill works at Zenith Corp.');
  const pool = ownerPool(engraph.databaseUrl);
  await eraseScope(pool, scopeOf('upgrade', 'gone').scopeId, { now: new Date() });
  await pool.end();
}

const wanted = process.env['ENGRAPH_WRITE_FIXTURE'];
if (wanted !== undefined)
  test('writes the fixture', async () => {
    const engraph = await runEngraph('log', LIGHT);
    await fill(engraph);
    await engraph.stop();
    writeFileSync(fixtureFile(wanted), await dumpFixture(engraph.databaseUrl));
  });

describe.each(FIXTURES)('a database of %s', (fixture) => {
  let engraph: RunningEngraph;
  let client: Client;
  let pool: Pool;

  beforeAll(async () => {
    const databaseUrl = await createDatabase(await testDatabase());
    await loadFixture(databaseUrl, fixture);
    engraph = await runEngraph('log', LIGHT, { databaseUrl, brokers: [] });
    client = await engraph.client('upgrade', 'kept');
    pool = ownerPool(databaseUrl);
  }, 240_000);
  afterAll(async () => {
    await pool.end();
    await engraph.stop();
  });

  test('rebuilds to the graph that it has, but for the confidence of its entities, which a rebuild gives them', async () => {
    const confidences = async () =>
      (await pool.query('SELECT min(entity_confidence) AS least, bool_and(attested) AS attested FROM entities')).rows;
    expect(await confidences()).toEqual([{ least: 1, attested: true }]);
    const { tables } = await rebuildGraph(pool, 'verify');
    expect(tables.map(({ table }) => table)).toEqual(['entities']);
    await rebuildGraph(pool, 'switch');
    expect(await rebuildGraph(pool, 'verify')).toMatchObject({ differences: 0, tables: [] });
    expect(await confidences()).not.toEqual([{ least: 1, attested: true }]);
  });

  test('answers from what it stored', async () => {
    const { body } = await client.get('/v1/memories?include_tombstoned=true&dir=asc');
    expect(body.items.map(({ text, state }: { text: string; state: number }) => [text, state])).toEqual([
      ['Alice Chen works at Acme Corp in Lisbon.', 0],
      ['Alice Chen works at Globex now.', 0],
      ['Alice Chen is a nurse. She likes sailing.', 0],
      ['Omar Haddad lives in Porto.', 1],
    ]);
    const alice = (await client.get('/v1/entities?prefix=alice')).body;
    expect(alice.entities).toMatchObject([{ canonical_name: 'Alice Maria Chen', aliases: ['Alice Chen'] }]);
    const recalled = (await client.post('/v1/recall', { query: 'Where does Alice Chen work?' })).body;
    expect(
      JSON.stringify(recalled, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value)),
    ).toContain('Alice Chen works at Globex now.');
  });

  test('continues its sessions and the log, and accepts nothing for an erased scope', async () => {
    const { body } = await client.post('/v1/memories', { text: 'Ines Prado works at Borealis Corp.', session: 7 });
    expect(body).toMatchObject({ auto_edges_added: 1 });
    const { rows } = await pool.query('SELECT epoch FROM log_epochs ORDER BY epoch');
    expect(rows).toEqual([{ epoch: 1 }, { epoch: 2 }]);
    await expect(engraph.client('upgrade', 'gone')).rejects.toThrow();
  });
});
