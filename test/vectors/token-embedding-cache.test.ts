import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Pool } from 'pg';
import type { DataSource } from 'typeorm';
import { createDataSource, poolOf } from '#database/data-source.js';
import { migrate } from '#database/migrate.js';
import { inTransaction } from '#database/transaction.js';
import { loadTokenEmbeddingsCached, passageKey } from '#search/token-embeddings/token-embedding-cache.js';
import { dropVectors, storeVectors } from '#search/vectors/memory-vectors.js';
import { testDatabase } from '../harness/services.js';

let source: DataSource;
let pool: Pool;

beforeAll(async () => {
  const url = await testDatabase();
  await migrate(url);
  source = createDataSource({ url, poolSize: 2, connectTimeoutMs: 5_000, statementTimeoutMs: 0, entities: [] });
  await source.initialize();
  pool = poolOf(source);
});
afterAll(async () => {
  await source.destroy();
});

const vectorOf = (memoryId: string, passage: number, token: number) => ({
  ...{ memoryId, passage, vector: new Int8Array(8), tokenEmbeddings: new Uint8Array(48).fill(token) },
});

/** A scope, and what reads and changes its token embeddings, which are told by their first byte. */
function newScope(version: string | null = null) {
  const scopeId = randomUUID();
  return {
    store: (...vectors: ReturnType<typeof vectorOf>[]) =>
      inTransaction(pool, (tx) => storeVectors(tx, scopeId, 'model-1', vectors, new Date())),
    drop: (memoryId: string) => inTransaction(pool, (tx) => dropVectors(tx, scopeId, [memoryId])),
    load: async (...passages: { memoryId: string; passage: number }[]) => {
      const loaded = await loadTokenEmbeddingsCached(pool, { scopeId, model: 'model-1', version }, passages);
      return passages.flatMap((passage) => loaded.get(passageKey(passage))?.[0] ?? []);
    },
  };
}

test('a changed text is never compared by the token embeddings of the text before', async () => {
  const { store, drop, load } = newScope();
  const [edited, other] = [randomUUID(), randomUUID()];
  const [first, second] = [0, 1].map((passage) => ({ memoryId: edited, passage })) as [never, never];
  await store(vectorOf(edited, 0, 1), vectorOf(edited, 1, 2), vectorOf(other, 0, 3));
  expect(await load(first)).toEqual([1]);
  expect(await load(first, second, { memoryId: other, passage: 0 })).toEqual([1, 2, 3]);
  await drop(edited);
  expect(await load(first, second, { memoryId: other, passage: 0 })).toEqual([3]);
  await store(vectorOf(edited, 0, 4));
  expect(await load(first, second)).toEqual([4]);
});

test('while the version of the index is the same, nothing is read again', async () => {
  const { store, drop, load } = newScope('version 1');
  const memoryId = randomUUID();
  await store(vectorOf(memoryId, 0, 1));
  expect(await load({ memoryId, passage: 0 })).toEqual([1]);
  await drop(memoryId);
  expect(await load({ memoryId, passage: 0 })).toEqual([1]);
});
