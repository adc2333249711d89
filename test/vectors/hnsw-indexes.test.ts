import { afterEach, beforeAll, expect, test } from '@jest/globals';
import type { Client } from 'pg';
import { VectorIndexWorker } from '#extraction-jobs/vectors/vector-index-worker.js';
import { createSession } from '#database/data-source.js';
import { compactTables } from '#memories/erase/compact-tables.js';
import { maintainVectorIndexes, type MaintainOptions } from '#search/pgvector/maintain-vector-indexes.js';
import { findVectorIndex, indexNameOf } from '#search/pgvector/vector-index.js';
import { useStore } from '../event-store/store-setup.js';
import { offerPgvector } from '../harness/pgvector.js';
import { until } from '../harness/until.js';
import { addFarMemories } from './far-memories.js';

const store = useStore();
const MODEL = 'model-1';
const FROM = 60;
const sessions: Client[] = [];

beforeAll(async () => {
  await offerPgvector(store.url());
});

/** Each test starts without indexes and large scopes. */
afterEach(async () => {
  await endSessions();
  await store.pool().query('DELETE FROM search_stats');
  await maintain();
  await endSessions();
  expect(await indexes()).toEqual([]);
});

async function endSessions(): Promise<void> {
  for (const session of sessions.splice(0)) await session.end();
}

async function newSession(url = store.url()): Promise<Client> {
  const session = createSession({ url, connectTimeoutMs: 5_000 });
  await session.connect();
  sessions.push(session);
  return session;
}

async function maintain(options: Partial<MaintainOptions> = {}): Promise<void> {
  await maintainVectorIndexes(await newSession(), { minVectors: FROM, model: MODEL, ...options });
}

/** Creates a scope with this many vectors. */
async function newLargeScope(vectors: number, model = MODEL): Promise<string> {
  const { scopeId } = await store.newScope();
  await addFarMemories(store.pool(), scopeId, model, vectors);
  return scopeId;
}

async function indexes(): Promise<{ name: string; whole: boolean }[]> {
  const { rows } = await store.pool().query<{ name: string; whole: boolean }>(
    `SELECT relname AS name, indisvalid AS whole FROM pg_index JOIN pg_class AS c ON c.oid = indexrelid
     WHERE relname LIKE 'memory\\_vectors\\_near%' ORDER BY relname`,
  );
  return rows;
}

const nameOf = (scopeId: string, model = MODEL): string => indexNameOf({ scopeId, model });

test('scopes above the minimum size get an index for the current model, largest first, up to the maximum number', async () => {
  const [, large, largest] = [await newLargeScope(59), await newLargeScope(60), await newLargeScope(61)];
  await newLargeScope(70, 'model-of-before');
  await maintain({ maxIndexes: 1 });
  expect(await indexes()).toEqual([{ name: nameOf(largest), whole: true }]);
  const built: string[] = [];
  await maintain({ onBuilt: ({ name }) => built.push(name) });
  expect(built).toEqual([nameOf(large)]);
  expect(await findVectorIndex(store.pool(), { scopeId: large, model: MODEL })).toEqual({
    ...{ bits: 3 * 384, size: 60, schema: 'public' },
  });
});

test('a scope gets no index while its vectors are incomplete', async () => {
  const scopeId = await newLargeScope(60);
  await store.pool().query('UPDATE memory_vectors SET vector = NULL WHERE scope_id = $1 AND number % 2 = 0', [scopeId]);
  await maintain();
  expect(await indexes()).toEqual([]);
});

test('an index is dropped when its scope shrinks below half the minimum, or its vectors are deleted', async () => {
  const [shrinking, pruned] = [await newLargeScope(60), await newLargeScope(60)];
  const pool = store.pool();
  await maintain();
  await pool.query('UPDATE search_stats SET documents = 30 WHERE scope_id = $1', [shrinking]);
  await maintain();
  expect(await indexes()).toHaveLength(2);
  await pool.query('UPDATE search_stats SET documents = 29 WHERE scope_id = $1', [shrinking]);
  await maintain();
  expect(await indexes()).toEqual([{ name: nameOf(pruned), whole: true }]);
  await pool.query('DELETE FROM memory_vectors WHERE scope_id = $1', [pruned]);
  await maintain();
  expect(await indexes()).toEqual([]);
});

test('a minimum of 0 disables indexes', async () => {
  await newLargeScope(60);
  await maintain();
  await maintain({ minVectors: 0 });
  expect(await indexes()).toEqual([]);
});

/** A scope with a due index, and a session whose open transaction blocks CREATE INDEX CONCURRENTLY. */
async function holdUpBuilding() {
  const scopeId = await newLargeScope(60);
  await maintain();
  await store.pool().query(`DROP INDEX ${nameOf(scopeId)}`);
  const holder = await newSession();
  await holder.query(
    'BEGIN; INSERT INTO memory_vectors (scope_id, memory_id, model) VALUES (gen_random_uuid(), gen_random_uuid(), $$x$$)',
  );
  return { scopeId, holder };
}

test('an index left unfinished by a crash is ignored and rebuilt', async () => {
  const { scopeId, holder } = await holdUpBuilding();
  const builder = await newSession();
  const cutOff = expect(maintainVectorIndexes(builder, { minVectors: FROM, model: MODEL })).rejects.toThrow();
  await until(async () => (await indexes()).length === 1);
  await store.pool().query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE query LIKE 'CREATE INDEX%' AND pid <> pg_backend_pid() AND datname = current_database()`,
  );
  await cutOff;
  await holder.query('ROLLBACK');
  expect(await indexes()).toEqual([{ name: nameOf(scopeId), whole: false }]);
  expect(await findVectorIndex(store.pool(), { scopeId, model: MODEL })).toBeNull();
  await maintain();
  expect(await indexes()).toEqual([{ name: nameOf(scopeId), whole: true }]);
});

test('only one process maintains indexes at a time', async () => {
  await newLargeScope(60);
  const other = await newSession();
  await other.query(`SELECT pg_advisory_lock(hashtextextended('engraph vector indexes', 0))`);
  await maintain();
  expect(await indexes()).toEqual([]);
  await other.query(`SELECT pg_advisory_unlock_all()`);
  await maintain();
  expect(await indexes()).toHaveLength(1);
});

test('a worker builds missing indexes and closes its connection; a compaction drops the indexes first', async () => {
  const scopeId = await newLargeScope(60);
  let open = 0;
  const worker = new VectorIndexWorker({
    ...{ system: store.pool(), minVectors: FROM, model: MODEL, intervalMs: 20 },
    session: async () => {
      const session = await newSession();
      open += 1;
      session.once('end', () => (open -= 1));
      return session;
    },
    onError: (error) => {
      throw error;
    },
  });
  worker.start();
  await until(async () => (await indexes())[0]?.whole === true);
  await until(() => Promise.resolve(open === 0));
  await worker.stop();
  await compactTables(store.pool(), {});
  expect(await indexes()).toEqual([]);
  await maintain();
  expect(await indexes()).toEqual([{ name: nameOf(scopeId), whole: true }]);
});

test('a worker stopped during a build does not wait, and Postgres finishes the index', async () => {
  const { holder } = await holdUpBuilding();
  const worker = new VectorIndexWorker({
    ...{ system: store.pool(), minVectors: FROM, model: MODEL, session: () => newSession(), onError: () => undefined },
  });
  worker.start();
  await until(async () => (await indexes()).length === 1);
  await worker.stop();
  await holder.query('ROLLBACK');
  await until(async () => (await indexes())[0]?.whole === true, 60_000, 'the index that Postgres finishes');
});
