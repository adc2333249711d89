import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Pool } from 'pg';
import { memoryIdOfUuid } from '#contracts/memory-id.js';
import { scopeOf } from '#contracts/scope.js';
import { createServicePool } from '#database/data-source.js';
import { inScope } from '#database/in-scope.js';
import { MiniLmEmbedder } from '#embeddings/minilm-embedder.js';
import { quantizeVector } from '#embeddings/quantize-vector.js';
import { denseRetriever } from '#recall/retrievers/dense/dense-retriever.js';
import { VectorCache } from '#search/vectors/vector-cache.js';
import { analyzeQuery } from '#recall/query/analyze-query.js';
import { postgresScopeIndex } from '#search/postgres-index/postgres-scope-index.js';
import type { SearchFilter } from '#search/filter/search-filter.js';
import type { RetrieverResult } from '#recall/retrievers/retriever.js';
import type { Client } from '../path/client.js';
import { runEngraph, type RunningEngraph } from '../path/run-engraph.js';

const { scopeId } = scopeOf('vectors', 'large');
const MEBIBYTE = 1_048_576;
/** Cache size for one scope: the initial capacity is 256 vectors of 404 bytes. */
const ROOM_FOR_ONE = 150_000;
const TURNS = [
  ...['The kettle whistles every morning.', 'Our train was two hours late.', 'He painted the fence blue.'],
  ...['The soup needs more salt.', 'She won the chess final.', 'The printer is out of paper.'],
];

let engraph: RunningEngraph;
let client: Client;
let pool: Pool;
const ids: string[] = [];

beforeAll(async () => {
  engraph = await runEngraph('log');
  client = await engraph.client('vectors', 'large');
  for (const [session, text] of TURNS.entries()) ids.push(await client.remember(text, { session: session % 2 }));
  const limits = { poolSize: 4, connectTimeoutMs: 5_000, statementTimeoutMs: 0 };
  pool = createServicePool({ url: engraph.databaseUrl, ...limits });
});
afterAll(async () => {
  await pool.end();
  await engraph.stop();
});

/** Queries the dense retriever with its own cache; records the statements sent to Postgres. */
function asker(cache: VectorCache) {
  const statements: string[] = [];
  const sql = inScope(pool, scopeId);
  const retrieve = denseRetriever(new MiniLmEmbedder(), cache);
  const counted: typeof sql = {
    ...sql,
    query: (text, values) => {
      statements.push(text);
      return sql.query(text, values);
    },
  };
  const ask = async (text: string, filter: SearchFilter = {}): Promise<RetrieverResult> =>
    retrieve(
      counted,
      scopeId,
      analyzeQuery(sql, scopeId, text, Promise.resolve(postgresScopeIndex(sql, scopeId))),
      filter,
      3,
    );
  return { ask, statements };
}

const named = ({ candidates }: RetrieverResult): string[] => candidates.map(({ memoryId }) => memoryIdOfUuid(memoryId));

test('a large scope is ranked like a small one, by quantized vectors and then by exact ones', async () => {
  const small = asker(new VectorCache(MEBIBYTE));
  const large = asker(new VectorCache(MEBIBYTE, 2));
  for (const question of ['Who is good at board games?', 'food and seasoning', 'railway delay']) {
    const [wanted, found] = [await small.ask(question), await large.ask(question)];
    expect(found.notes).toMatchObject({ exact: false, vectors: 6 });
    expect(named(found)).toEqual(named(wanted));
    expect(found.candidates[0]?.score).toBeCloseTo(wanted.candidates[0]?.score ?? 0, 6);
  }
  expect(named(await large.ask('railway delay', { session: 0n })).sort()).toEqual([ids[0], ids[2], ids[4]].sort());
});

test('cached vectors are not read again, and new ones are found', async () => {
  const { ask } = asker(new VectorCache(MEBIBYTE));
  expect(await ask('hot water')).toMatchObject({ notes: { vectors: 6 } });
  const added = await client.remember('I boiled water for tea.');
  const found = await ask('hot water');
  expect(found.notes).toMatchObject({ vectors: 7 });
  expect(named(found)[0]).toBe(added);
  await client.delete('/v1/memories', { memory_id: added });
  expect(named(await ask('hot water'))).not.toContain(added);
});

test('a scope that does not fit in the cache is not read for every question', async () => {
  const { ask, statements } = asker(new VectorCache(1_000));
  expect(await ask('hot water')).toMatchObject({ candidates: [], notes: { too_large: true } });
  const before = statements.filter((text) => text.includes('memory_vectors')).length;
  await ask('hot water');
  expect(statements.filter((text) => text.includes('memory_vectors')).length).toBe(before);
});

test('the least recently used scope is evicted if two scopes do not fit together', async () => {
  const other = await engraph.client('vectors', 'beside');
  await other.remember('The tram is late.');
  const otherId = scopeOf('vectors', 'beside').scopeId;
  const cache = new VectorCache(ROOM_FOR_ONE);
  const model = new MiniLmEmbedder().version;
  const read = async (of: string): Promise<void> => {
    expect(await cache.read(inScope(pool, of), of, model, 384, null)).not.toBeNull();
  };
  await read(scopeId);
  expect(cache.isCached(scopeId, model)).toBe(true);
  await read(otherId);
  expect([scopeId, otherId].map((of) => cache.isCached(of, model))).toEqual([false, true]);
});

test('concurrent questions share reads of vectors', async () => {
  const { ask, statements } = asker(new VectorCache(MEBIBYTE));
  const answers = await Promise.all(Array.from({ length: 20 }, () => ask('hot water')));
  expect(new Set(answers.map((answer) => named(answer).join())).size).toBe(1);
  expect(statements.filter((text) => text.includes('memory_vectors')).length).toBeLessThan(20);
});

test('memories that pass a filter are found, however many nearer ones do not', async () => {
  const [nearest] = await new MiniLmEmbedder().embed(['railway delay']);
  await inScope(pool, scopeId).query(
    `INSERT INTO memory_vectors (scope_id, memory_id, model, vector)
     SELECT $1, gen_random_uuid(), 'minilm-4', $2 FROM generate_series(1, 1500)`,
    [scopeId, Buffer.from(quantizeVector(nearest?.vector ?? new Float32Array()).buffer)],
  );
  for (const cache of [new VectorCache(4 * MEBIBYTE), new VectorCache(4 * MEBIBYTE, 2)]) {
    const found = await asker(cache).ask('railway delay', { session: 1n });
    expect(found.notes).toMatchObject({ vectors: expect.any(Number) });
    expect(named(found).sort()).toEqual([ids[1], ids[3], ids[5]].sort());
    expect(named(found)[0]).toBe(ids[1]);
  }
});
