import { createServicePool, createSession } from '#database/data-source.js';
import { inScope } from '#database/in-scope.js';
import type { Sql } from '#database/sql.js';
import { quantizeVector } from '#embeddings/quantize-vector.js';
import { MiniLmEmbedder } from '#embeddings/minilm-embedder.js';
import { maintainVectorIndexes } from '#search/pgvector/maintain-vector-indexes.js';
import { findVectorIndex, indexNameOf, type IndexedVectors, type VectorIndex } from '#search/pgvector/vector-index.js';
import { nearestByIndex } from '#search/pgvector/nearest-by-index.js';
import { nearestMemories } from '#search/vectors/nearest-memories.js';
import type { VectorMatch } from '#search/vectors/scope-vectors.js';
import { VectorCache } from '#search/vectors/vector-cache.js';
import { median } from '../statistics.js';
import type { Question } from './questions.js';

/** A pgvector index over the vectors of a scope. */
export interface IndexedScope {
  readonly seconds: number;
  /** Per vector. */
  readonly bytes: number;
  /** Recall at 10 against exact search: of the index, and of quantized vectors in memory. */
  readonly recall: number;
  readonly recallInMemory: number;
  /** Median duration of the index search in milliseconds. */
  readonly ms: number;
}

/** As VECTOR_INDEX_MIN_VECTORS unless set. */
const FROM = 100_000;
const LIMITS = { connectTimeoutMs: 5_000, statementTimeoutMs: 0 };
const QUESTIONS = 60;
const NEAREST = 10;
/** Number of candidates that recall requests from a retriever. */
const CANDIDATES = 100;
const NO_LIMIT = 1e11;

/** Builds the index of a large scope and compares its results with exact search; null for a small scope. */
export async function indexScope(
  url: string,
  vectors: IndexedVectors & { readonly size: number },
  questions: readonly Question[],
): Promise<IndexedScope | null> {
  if (vectors.size < FROM) return null;
  const session = createSession({ url, ...LIMITS });
  await session.connect();
  const pool = createServicePool({ url, poolSize: 1, ...LIMITS });
  try {
    let seconds = NaN;
    const onBuilt = (_: unknown, ms: number): void => {
      seconds = ms / 1000;
    };
    await maintainVectorIndexes(session, { minVectors: FROM, model: vectors.model, onBuilt });
    const index = await findVectorIndex(session, vectors);
    // Some memories have no words, and no vector.
    if (index === null) return null;
    await session.query('CHECKPOINT');
    const { rows } = await session.query<{ bytes: number }>('SELECT pg_relation_size($1)::float8 AS bytes', [
      indexNameOf(vectors),
    ]);
    const found = await recallOf(inScope(pool, vectors.scopeId), vectors, index, questions.slice(0, QUESTIONS));
    return { seconds, bytes: (rows[0]?.bytes ?? NaN) / vectors.size, ...found };
  } finally {
    await pool.end();
    await session.end();
  }
}

async function recallOf(
  sql: Sql,
  { scopeId, model }: IndexedVectors,
  index: VectorIndex,
  questions: readonly Question[],
): Promise<Pick<IndexedScope, 'recall' | 'recallInMemory' | 'ms'>> {
  const made = await new MiniLmEmbedder().embed(questions.map(({ text }) => text));
  const dimensions = made[0]?.vector.length ?? 0;
  const exact = await new VectorCache(NO_LIMIT, NO_LIMIT).read(sql, scopeId, model, dimensions, null);
  const held = await new VectorCache(NO_LIMIT, FROM).read(sql, scopeId, model, dimensions, null);
  if (!exact || !held) throw new Error('the vectors do not fit');
  const [byIndex, inMemory, times]: [number[], number[], number[]] = [[], [], []];
  for (const vector of made.map((embedding) => quantizeVector(embedding.vector))) {
    const query = { scopeId, model, vector, filter: {}, limit: CANDIDATES };
    const wanted = new Set(idsOf(exact.nearest(vector, NEAREST)));
    const from = performance.now();
    const near = await nearestByIndex(sql, index, query);
    times.push(performance.now() - from);
    byIndex.push(shareOf(wanted, near));
    inMemory.push(shareOf(wanted, await nearestMemories(sql, held, query)));
  }
  return { recall: mean(byIndex), recallInMemory: mean(inMemory), ms: median(times) };
}

function idsOf(near: readonly VectorMatch[]): string[] {
  return near.slice(0, NEAREST).map(({ memoryId }) => memoryId);
}

function shareOf(wanted: ReadonlySet<string>, near: readonly VectorMatch[]): number {
  return idsOf(near).filter((id) => wanted.has(id)).length / wanted.size;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
