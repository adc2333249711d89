import type { Sql } from '#database/sql.js';
import { EmbedderUnavailable, TextRefused, type Embedder } from '#embeddings/embedder.js';
import { quantiseVector } from '#embeddings/quantise-vector.js';
import { filterSql } from '../filter-sql.js';
import type { Candidate, RecallFilter, Retriever } from '../retriever.js';
import { withoutPersons } from './names-in-question.js';
import type { Near, ScopeVectors } from './scope-vectors.js';
import type { VectorCache } from './vector-cache.js';

/** Cosines at which a memory supports nothing, and all that is asked for. */
const NO_SUPPORT = 0.2;
const FULL_SUPPORT = 0.8;
/** What a question waits for an endpoint; then it is answered without this retriever. */
const MAX_WAIT_MS = 2_000;
/** Nearest memories that a filter is held against before all that pass it are read. */
const BEFORE_FILTER = 1_000;

/** Memories whose vectors point the way of the question's: found by what they mean, whatever their words. */
export function denseRetriever(embedder: Embedder, cache: VectorCache): Retriever {
  return async (sql, scopeId, { text }, filter, limit) => {
    const asked = await withoutPersons(sql, scopeId, text);
    const [vector] = await embed(embedder, asked);
    if (!vector) return { candidates: [], notes: { model: embedder.version, unavailable: true } };
    const vectors = await cache.read(sql, scopeId, embedder.version, vector.length);
    const near = await nearest(sql, scopeId, vectors, quantiseVector(vector), filter, limit);
    return { candidates: near.map(candidate), notes: { model: embedder.version, vectors: vectors.size, text: asked } };
  };
}

async function embed(embedder: Embedder, text: string): Promise<readonly Float32Array[]> {
  try {
    return await embedder.embed([text], AbortSignal.timeout(MAX_WAIT_MS));
  } catch (error) {
    if (error instanceof EmbedderUnavailable || error instanceof TextRefused) return [];
    throw error;
  }
}

async function nearest(
  sql: Sql,
  scopeId: string,
  vectors: ScopeVectors,
  vector: Int8Array,
  filter: RecallFilter,
  limit: number,
): Promise<Near[]> {
  if (Object.keys(filter).length === 0) return vectors.nearest(vector, limit);
  const first = vectors.nearest(vector, BEFORE_FILTER);
  const passing = await passingOf(
    sql,
    scopeId,
    filter,
    first.map(({ memoryId }) => memoryId),
  );
  const passed = first.filter(({ memoryId }) => passing.has(memoryId));
  if (passed.length >= limit || first.length < BEFORE_FILTER) return passed.slice(0, limit);
  return vectors.nearest(vector, limit, await passingOf(sql, scopeId, filter, null));
}

/** Which memories pass the filter, of some or of all. */
async function passingOf(
  sql: Sql,
  scopeId: string,
  filter: RecallFilter,
  memoryIds: readonly string[] | null,
): Promise<Set<string>> {
  const values: unknown[] = [scopeId];
  const among = memoryIds === null ? '' : ` AND found.memory_id = ANY ($${String(values.push(memoryIds))}::uuid[])`;
  const { rows } = await sql.query<{ memory_id: string }>(
    `SELECT memory_id FROM memories AS found
     WHERE found.scope_id = $1 AND found.state = 0${among}${filterSql(filter, 'found.memory_id', values)}`,
    values,
  );
  return new Set(rows.map((row) => row.memory_id));
}

function candidate({ memoryId, cosine }: Near): Candidate {
  const support = Math.min(1, Math.max(0, (cosine - NO_SUPPORT) / (FULL_SUPPORT - NO_SUPPORT)));
  return { memoryId, score: cosine, support, because: `cosine ${cosine.toFixed(2)}` };
}
