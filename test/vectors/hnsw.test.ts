import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Client as PgClient, Pool } from 'pg';
import { memoryIdOfUuid, uuidOfMemoryId } from '#contracts/memory-id.js';
import { scopeOf } from '#contracts/scope.js';
import { createServicePool, createSession } from '#database/data-source.js';
import { inScope } from '#database/in-scope.js';
import { MiniLmEmbedder } from '#embeddings/minilm-embedder.js';
import { quantizeVector } from '#embeddings/quantize-vector.js';
import { lockScope } from '#database/in-locked-scope.js';
import { restoreMemory } from '#memories/restore/restore-memory.js';
import { maintainVectorIndexes } from '#search/pgvector/maintain-vector-indexes.js';
import { indexNameOf } from '#search/pgvector/vector-index.js';
import { denseRetriever } from '#recall/retrievers/dense/dense-retriever.js';
import type { VectorIndexLookup } from '#search/pgvector/vector-index-lookup.js';
import { VectorCache } from '#search/vectors/vector-cache.js';
import { postgresScopeIndex } from '#search/postgres-index/postgres-scope-index.js';
import { analyzeQuery } from '#recall/query/analyze-query.js';
import type { SearchFilter } from '#search/filter/search-filter.js';
import type { RetrieverResult } from '#recall/retrievers/retriever.js';
import { offerPgvector } from '../harness/pgvector.js';
import { until } from '../harness/until.js';
import type { Client } from '../path/client.js';
import { runEngraph, type RunningEngraph } from '../path/run-engraph.js';
import { addFarMemories } from './far-memories.js';

const { scopeId } = scopeOf('vectors', 'indexed');
const MODEL = 'minilm-4';
const FAR = 2_000;
const ROOM = 8 * 1_048_576;
/** Cache too small for the vectors, so that the index is used for each question. */
const NO_ROOM = 1_000;
const TURNS = [
  ...['The kettle whistles every morning.', 'Our train was two hours late.', 'He painted the fence blue.'],
  ...['The soup needs more salt.', 'She won the chess final.', 'The printer is out of paper.'],
];
const QUESTIONS = ['Who is good at board games?', 'food and seasoning', 'railway delay'];

let engraph: RunningEngraph;
let client: Client;
let pool: Pool;
let owner: PgClient;
const ids: string[] = [];
/** Results of exhaustive comparison, before the index existed. */
const exact = new Map<string, RetrieverResult>();

beforeAll(async () => {
  engraph = await runEngraph('log');
  client = await engraph.client('vectors', 'indexed');
  for (const [session, text] of TURNS.entries()) ids.push(await client.remember(text, { session: session % 2 }));
  const limits = { connectTimeoutMs: 5_000, statementTimeoutMs: 0 };
  pool = createServicePool({ url: engraph.databaseUrl, poolSize: 4, ...limits });
  await offerPgvector(engraph.databaseUrl);
  owner = createSession({ url: engraph.databaseUrl, ...limits });
  await owner.connect();
  await addFarMemories(owner, scopeId, MODEL, FAR);
  for (const question of QUESTIONS) exact.set(question, await asker({ cacheBytes: ROOM }).ask(question));
  await maintainVectorIndexes(owner, { minVectors: FAR, model: MODEL });
});
afterAll(async () => {
  await owner.end();
  await pool.end();
  await engraph.stop();
});

/** Queries the dense retriever like a newly started process; records the statements on vectors and their indexes. */
function asker({
  indexes,
  cacheBytes = NO_ROOM,
}: { indexes?: Pick<VectorIndexLookup, 'find'>; cacheBytes?: number } = {}) {
  const statements: { text: string; values: unknown[] }[] = [];
  const sql = inScope(pool, scopeId);
  const retrieve = denseRetriever(new MiniLmEmbedder(), new VectorCache(cacheBytes), indexes);
  const counted: typeof sql = {
    ...sql,
    query: (text, values = []) => {
      if (/\bmemory_vectors\b|pg_index/.test(text)) statements.push({ text, values });
      return sql.query(text, values);
    },
  };
  const ask = async (text: string, filter: SearchFilter = {}, limit = 3): Promise<RetrieverResult> =>
    retrieve(
      counted,
      scopeId,
      analyzeQuery(sql, scopeId, text, Promise.resolve(postgresScopeIndex(sql, scopeId))),
      filter,
      limit,
    );
  return { ask, statements };
}

const named = ({ candidates }: RetrieverResult): string[] => candidates.map(({ memoryId }) => memoryIdOfUuid(memoryId));

test('a large scope is searched by its index in one statement, with the results of exhaustive comparison', async () => {
  const { ask, statements } = asker();
  for (const question of QUESTIONS) {
    const [wanted, found] = [exact.get(question), await ask(question)];
    expect(wanted?.notes).toMatchObject({ exact: true, vectors: FAR + TURNS.length });
    expect(found.notes).toMatchObject({ model: MODEL, index: 'hnsw', exact: false });
    expect(named(found)).toEqual(wanted && named(wanted));
    expect(found.candidates[0]?.score).toBeCloseTo(wanted?.candidates[0]?.score ?? 0, 6);
  }
  // The first statement looks up the index.
  expect(statements).toHaveLength(1 + QUESTIONS.length);
});

test('the plan of that statement is an index scan without a sort', async () => {
  const { ask, statements } = asker();
  await ask('railway delay');
  const { text, values } = statements.at(-1) ?? { text: '', values: [] };
  const { rows } = await inScope(pool, scopeId).query<{ 'QUERY PLAN': string }>(`EXPLAIN ${text}`, values);
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).toContain(`Index Scan using ${indexNameOf({ scopeId, model: MODEL })}`);
  expect(plan).not.toContain('Sort');
  // More results than pgvector returns by default.
  expect((await ask('railway delay', {}, 300)).candidates).toHaveLength(300);
});

test('the first question uses the index, and later ones cached vectors if they fit', async () => {
  const { ask } = asker({ cacheBytes: ROOM });
  expect((await ask('railway delay')).notes).toMatchObject({ index: 'hnsw' });
  await until(async () => (await ask('railway delay')).notes['exact'] === true, 60_000, 'the vectors in memory');
  const [wanted, found] = [exact.get('railway delay'), await ask('railway delay')];
  expect(found.notes).toMatchObject({ vectors: FAR + TURNS.length });
  expect(found.candidates.map(({ memoryId }) => memoryId)).toEqual(wanted?.candidates.map(({ memoryId }) => memoryId));
});

test('no index is looked up for a scope with cached exact vectors', async () => {
  let looks = 0;
  const find = (): Promise<null> => {
    looks += 1;
    return Promise.resolve(null);
  };
  const { ask } = asker({ indexes: { find }, cacheBytes: ROOM });
  for (let asked = 0; asked < 3; asked += 1) expect((await ask('railway delay')).notes).toMatchObject({ exact: true });
  expect(looks).toBe(1);
});

test('the index does not reveal vectors of another scope', async () => {
  const other = await asker().ask('railway delay');
  expect(other.notes).toMatchObject({ index: 'hnsw' });
  const { statements, ask } = asker();
  await ask('railway delay');
  const { rows } = await inScope(pool, scopeOf('vectors', 'other').scopeId).query(
    statements.at(-1)?.text ?? '',
    statements.at(-1)?.values,
  );
  expect(rows).toEqual([]);
});

test('stored memories are found at once, forgotten ones are not, and restored ones are found again', async () => {
  const { ask } = asker();
  const added = await client.remember('I boiled water for tea.');
  expect(named(await ask('hot water'))[0]).toBe(added);
  await client.delete('/v1/memories', { memory_id: added });
  expect(named(await ask('hot water'))).not.toContain(added);
  await owner.query('BEGIN');
  await lockScope(owner, scopeId);
  await restoreMemory(owner, scopeId, uuidOfMemoryId(added) ?? '', new Date());
  await owner.query('COMMIT');
  await until(async () => named(await ask('hot water'))[0] === added, 60_000, 'the restored memory');
  await client.delete('/v1/memories', { memory_id: added, hard: true });
  expect(named(await ask('hot water'))).not.toContain(added);
});

test('memories that pass a filter are found, however many nearer ones do not', async () => {
  const [nearest] = await new MiniLmEmbedder().embed(['railway delay']);
  await inScope(pool, scopeId).query(
    `INSERT INTO memory_vectors (scope_id, memory_id, model, vector)
     SELECT $1, gen_random_uuid(), $3, $2 FROM generate_series(1, 1500)`,
    [scopeId, Buffer.from(quantizeVector(nearest?.vector ?? new Float32Array()).buffer), MODEL],
  );
  const found = await asker().ask('railway delay', { session: 1n });
  expect(found.notes).toMatchObject({ index: 'hnsw' });
  expect(named(found)[0]).toBe(ids[1]);
  expect(named(found).sort()).toEqual([ids[1], ids[3], ids[5]].sort());
  const many = await asker().ask('railway delay', { session: 9n }, 100);
  expect(many.candidates).toHaveLength(100);
  expect(many.candidates.map(({ score }) => score)).toEqual(
    many.candidates.map(({ score }) => score).sort((a, b) => b - a),
  );
});
