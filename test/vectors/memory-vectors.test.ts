import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { DataSource } from 'typeorm';
import type { Pool } from 'pg';
import { uuidOfMemoryId } from '#contracts/memory-id.js';
import { scopeOf } from '#contracts/scope.js';
import { createDataSource, poolOf } from '#database/data-source.js';
import { inTransaction } from '#database/transaction.js';
import { EmbedderUnavailable, type Embedder } from '#embeddings/embedder.js';
import { MiniLmEmbedder } from '#embeddings/minilm-embedder.js';
import { lockScope } from '#database/in-locked-scope.js';
import { restoreMemory } from '#memories/restore/restore-memory.js';
import { pruneVectors, reembedScope } from '#search/vectors/reembed-scope.js';
import { until } from '../harness/until.js';
import type { Client } from '../path/client.js';
import { runEngraph, type RunningEngraph } from '../path/run-engraph.js';

let engraph: RunningEngraph;
let source: DataSource;
let pool: Pool;

beforeAll(async () => {
  engraph = await runEngraph('log');
  source = createDataSource({ url: engraph.databaseUrl, poolSize: 4, connectTimeoutMs: 5_000, statementTimeoutMs: 0 });
  await source.initialize();
  pool = poolOf(source);
});
afterAll(async () => {
  await source.destroy();
  await engraph.stop();
});

/** For each vector row of a scope: model, vector length in bytes, and number of token embeddings. */
async function vectorsOf(agent: string): Promise<string[]> {
  const { rows } = await pool.query<{ row: string }>(
    `SELECT model || ' ' || coalesce(octet_length(vector) || ' + ' || octet_length(token_embeddings) / 48, 'none') AS row FROM memory_vectors
     WHERE scope_id = $1 ORDER BY memory_id, model`,
    [scopeOf('vectors', agent).scopeId],
  );
  return rows.map(({ row }) => row);
}

async function found(client: Client, query: string): Promise<string[]> {
  const { body } = await client.post('/v1/recall', { query, retrievers: ['dense'] });
  return body.memories.map((memory: { memory_id: string }) => memory.memory_id);
}

test('a vector is removed and restored with its memory', async () => {
  const client = await engraph.client('vectors', 'restored');
  const { scopeId } = scopeOf('vectors', 'restored');
  const memory_id = await client.remember('The kettle whistles every morning.');
  expect(await vectorsOf('restored')).toEqual(['minilm-4 384 + 7']);
  expect(await found(client, 'tea water')).toEqual([memory_id]);
  await client.delete('/v1/memories', { memory_id });
  expect(await vectorsOf('restored')).toEqual(['minilm-4 none']);
  expect(await found(client, 'tea water')).toEqual([]);
  await inTransaction(pool, async (tx) => {
    await lockScope(tx, scopeId);
    await restoreMemory(tx, scopeId, uuidOfMemoryId(memory_id) ?? '', new Date());
  });
  await until(async () => (await vectorsOf('restored'))[0] === 'minilm-4 384 + 7');
  expect(await found(client, 'tea water')).toEqual([memory_id]);
  await client.delete('/v1/memories', { memory_id, hard: true });
  expect(await vectorsOf('restored')).toEqual(['minilm-4 none']);
});

/** The bundled model under another version; fails on texts that contain `failsAt`. */
function otherModel(failsAt?: string): Embedder {
  const minilm = new MiniLmEmbedder();
  return {
    ...{ model: 'other', version: 'other-1', dimensions: 384, local: true, languages: null, hasTokenEmbeddings: true },
    embed: (texts) =>
      texts.some((text) => failsAt !== undefined && text.includes(failsAt))
        ? Promise.reject(new EmbedderUnavailable('stopped'))
        : minilm.embed(texts),
  };
}

test('a model change embeds again, resumes after a failure, and prunes old vectors', async () => {
  const client = await engraph.client('vectors', 'again');
  const { scopeId } = scopeOf('vectors', 'again');
  const first = await client.remember('Nina plays the cello.');
  const gone = await client.remember('A memory that is forgotten.');
  await client.delete('/v1/memories', { memory_id: gone });
  const stored: number[] = [];
  const note = (vectors: number) => stored.push(vectors);
  await reembedScope(pool, scopeId, otherModel(), note);
  const last = await client.remember('Nina broke a string.');
  await expect(reembedScope(pool, scopeId, otherModel('string'), note)).rejects.toThrow(EmbedderUnavailable);
  await reembedScope(pool, scopeId, otherModel(), note);
  await reembedScope(pool, scopeId, otherModel(), note);
  expect(stored).toEqual([1, 1]);
  expect(await vectorsOf('again')).toEqual([
    ...['minilm-4 384 + 4', 'other-1 384 + 4', 'minilm-4 none', 'minilm-4 384 + 4', 'other-1 384 + 4'],
  ]);
  expect((await found(client, 'music')).sort()).toEqual([first, last].sort());
  expect(await pruneVectors(pool, scopeId, otherModel())).toBe(3);
  expect(await vectorsOf('again')).toEqual(['other-1 384 + 4', 'other-1 384 + 4']);
});

test('vectors of a scope are not visible without access to it, whatever the statement', async () => {
  const client = await engraph.client('vectors', 'hidden');
  await client.remember('Nobody else may see this.');
  expect(await vectorsOf('hidden')).toHaveLength(1);
  const session = await pool.connect();
  try {
    await session.query('BEGIN; SET LOCAL ROLE engraph_service');
    const { rows } = await session.query('SELECT FROM memory_vectors');
    expect(rows).toHaveLength(0);
  } finally {
    await session.query('ROLLBACK');
    session.release();
  }
});
