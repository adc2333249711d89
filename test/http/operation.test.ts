import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { uuidOfMemoryId } from '#contracts/memory-id.js';
import { PERMISSIONS } from '#access/permissions.js';
import { query } from '../harness/postgres.js';
import { until } from '../harness/until.js';
import { runEngraph, type RunningEngraph } from '../path/run-engraph.js';

/** Api and extractor on real Postgres; each test has its own scopes. */
let engraph: RunningEngraph;

beforeAll(async () => {
  engraph = await runEngraph('log', { EXTRACTION_STAGES: 'pattern', EMBEDDING_MODEL: 'off' });
});
afterAll(async () => {
  await engraph.stop();
});

/** Gives up the extraction of a memory, as after three deaths of workers. */
async function giveUp(memoryId: string): Promise<void> {
  const uuid = uuidOfMemoryId(memoryId) ?? '';
  await query(
    engraph.databaseUrl,
    `UPDATE memory_extractions SET state = 'failed', failure = 'crash', attempts = 3, parked_by_version = 'x'
     WHERE memory_id = '${uuid}'`,
  );
}

test('the figures are those of the scope alone', async () => {
  const [ours, theirs] = [await engraph.client('operation', 'ours'), await engraph.client('operation', 'theirs')];
  await ours.remember('Lena Fischer works at Initech.');
  const theirLetter = await theirs.remember('Omar Haddad lives in Oslo.');
  await theirs.remember('Zoë lives in Rome.');
  await giveUp(theirLetter);
  await until(async () => (await ours.get('/v1/operation')).body.log_reader.lag_events === 0, 30_000, 'no lag');
  const { body } = await ours.get('/v1/operation?storage=true');
  expect(body).toMatchObject({
    extraction: { pending: 0, oldest_pending_seconds: 0, parked: 0, llm_jobs_pending: 0 },
    log_reader: { reader: 'extractor', state: 'ok', lag_events: 0, lag_seconds: 0 },
    last_hour: { memories_encoded: 1, memories_extracted: 1, extractions_failed: 0 },
    dead_letters: [],
    storage: { memories: 1, text_bytes: 30, entities: 2, relations: 1 },
  });
  expect(body.storage.events).toBeGreaterThan(1);
  expect(body.storage.event_bytes).toBeGreaterThan(100);
  expect((await ours.get('/v1/operation')).body.storage).toBeNull();
});

test('a memory that was given up is listed with its reason, and extracted again on request, once', async () => {
  const client = await engraph.client('operation', 'redrive');
  const [first, second] = [await client.remember('Ana lives in Lisbon.'), await client.remember('Ben lives in Oslo.')];
  await giveUp(first);
  await giveUp(second);
  expect((await client.get('/v1/operation')).body).toMatchObject({
    extraction: { parked: 2 },
    dead_letters: [second, first].map((memory_id) => ({ memory_id, attempts: 3, reason: 'crash' })),
  });
  const key = { 'idempotency-key': 'again' };
  expect((await client.post('/v1/operation/redrive', { memory_id: first }, key)).body).toEqual({ redriven: 1 });
  const replay = await client.post('/v1/operation/redrive', { memory_id: first }, key);
  expect([replay.body, replay.headers.get('idempotency-replayed')]).toEqual([{ redriven: 1 }, 'true']);
  expect((await client.post('/v1/operation/redrive', {})).body).toEqual({ redriven: 1 });
  const isDone = async (): Promise<boolean> => {
    const { extraction, dead_letters } = (await client.get('/v1/operation')).body;
    return extraction.pending === 0 && extraction.parked === 0 && dead_letters.length === 0;
  };
  await until(isDone, 60_000, 'both are extracted');
  const rows = await query(
    engraph.databaseUrl,
    `SELECT a.actor, a.outcome, a.memory_id, a.origin, a.key_id = k.key_id AS by_its_key FROM audit_events AS a
     JOIN scopes AS s USING (scope_id) JOIN api_keys AS k USING (scope_id)
     WHERE operation = 'extraction.redrive' AND agent = 'redrive' ORDER BY entry_id`,
  );
  const entry = { actor: 'api', outcome: 'done', origin: '127.0.0.1', by_its_key: true };
  expect(rows).toEqual([
    { ...entry, memory_id: uuidOfMemoryId(first) },
    { ...entry, memory_id: null },
  ]);
});

test('another scope can neither redrive a memory nor see that it is there', async () => {
  const [ours, theirs] = [await engraph.client('operation', 'a'), await engraph.client('operation', 'b')];
  const letter = await theirs.remember('Cleo lives in Porto.');
  await giveUp(letter);
  expect((await ours.post('/v1/operation/redrive', { memory_id: letter })).status).toBe(404);
  expect((await ours.post('/v1/operation/redrive', {})).body).toEqual({ redriven: 0 });
  expect((await theirs.get('/v1/operation')).body.dead_letters).toHaveLength(1);
});

test('both routes need the permission admin', async () => {
  const rest = PERMISSIONS.filter((name) => name !== 'admin');
  const client = await engraph.client('operation', 'rest', rest);
  expect((await client.get('/v1/operation')).status).toBe(403);
  expect((await client.post('/v1/operation/redrive', {})).status).toBe(403);
});
