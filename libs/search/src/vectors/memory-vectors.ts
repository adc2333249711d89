import type { ClientBase } from 'pg';
import type { Embedding } from '#embeddings/embedder.js';
import { binarizeTokenEmbeddings } from '#embeddings/binarize-token-embeddings.js';
import { quantizeVector } from '#embeddings/quantize-vector.js';
import { IS_TIME_TO_PRUNE, pruneChanges } from '../changes/search-changes.js';

/** Stored vectors of a memory, or of a passage of a long one. */
export interface MemoryVector {
  readonly memoryId: string;
  /** Number of the passage, see `splitPassages`; 0 if absent. */
  readonly passage?: number;
  /** Quantized to 8 bits per dimension; null if it is yet to be computed. */
  readonly vector: Int8Array | null;
  /** Binarized token embeddings, see `binarizeTokenEmbeddings`; null if the model has none. */
  readonly tokenEmbeddings: Uint8Array | null;
}

/**
 * Maximum number of tokens stored of a passage, 6 KB. Nearly all have fewer, and the longest must not slow down a
 * question.
 */
const MAX_TOKENS = 128;

/** Quantizes an embedding for storage. */
export function quantizeEmbedding({ vector, tokenEmbeddings }: Embedding): Omit<MemoryVector, 'memoryId' | 'passage'> {
  return {
    vector: quantizeVector(vector),
    tokenEmbeddings: tokenEmbeddings
      ? binarizeTokenEmbeddings(tokenEmbeddings.subarray(0, MAX_TOKENS * vector.length))
      : null,
  };
}

/** Placeholder of a vector that is yet to be computed. */
export const PENDING_VECTOR = { vector: null, tokenEmbeddings: null };

/**
 * Stores vectors of a model in the caller's transaction. The caller holds the lock of the scope and has checked that
 * the memories are active. An existing vector is kept: that of a former text was dropped.
 * @param model name with version
 */
export async function storeVectors(
  tx: ClientBase,
  scopeId: string,
  model: string,
  vectors: readonly MemoryVector[],
  now: Date,
): Promise<void> {
  if (vectors.length === 0) return;
  const { rows } = await tx.query<{ is_time: boolean }>(
    `WITH changed AS (
       INSERT INTO search_changes (scope_id) VALUES ($1) RETURNING number
     ), stored AS (
     INSERT INTO memory_vectors AS v (scope_id, memory_id, model, passage, vector, token_embeddings, due_at)
     SELECT $1, memory_id, $2, passage, vector, token_embeddings, CASE WHEN vector IS NULL THEN $6::timestamptz END
     FROM unnest($3::uuid[], $4::bytea[], $5::bytea[], $7::smallint[])
       AS row (memory_id, vector, token_embeddings, passage) ORDER BY memory_id, passage
     ON CONFLICT (scope_id, memory_id, model, passage) DO UPDATE
     SET vector = excluded.vector, token_embeddings = excluded.token_embeddings, due_at = excluded.due_at, number = nextval('memory_vector_numbers')
     WHERE v.vector IS NULL
     ) SELECT ${IS_TIME_TO_PRUNE} AS is_time FROM changed`,
    [
      scopeId,
      model,
      vectors.map(({ memoryId }) => memoryId),
      vectors.map(({ vector }) => vector && bytesOf(vector)),
      vectors.map(({ tokenEmbeddings }) => tokenEmbeddings && bytesOf(tokenEmbeddings)),
      now,
      vectors.map(({ passage = 0 }) => passage),
    ],
  );
  if (rows[0]?.is_time) await pruneChanges(tx, scopeId);
}

/**
 * Removes the vectors of memories for all models, in the caller's transaction, which holds the lock of the scope. The
 * row of the first passage stays, so that readers notice.
 */
export async function dropVectors(tx: ClientBase, scopeId: string, memoryIds: readonly string[]): Promise<void> {
  await tx.query(
    `WITH changed AS (
       INSERT INTO search_changes (scope_id) VALUES ($1)
     ), passages AS (
       DELETE FROM memory_vectors WHERE scope_id = $1 AND memory_id = ANY ($2::uuid[]) AND passage > 0
     )
     UPDATE memory_vectors SET vector = NULL, token_embeddings = NULL, due_at = NULL, number = nextval('memory_vector_numbers')
     WHERE scope_id = $1 AND memory_id = ANY ($2::uuid[]) AND passage = 0 AND (vector IS NOT NULL OR due_at IS NOT NULL)`,
    [scopeId, memoryIds],
  );
}

/**
 * Removes vectors that an earlier version computed of the beginning of a long text, so that those of its passages take
 * their place. In the caller's transaction, which holds the lock of the scope.
 * @param model name with version
 * @param memoryIds memories with several passages
 */
export async function dropWholeVectors(
  tx: ClientBase,
  scopeId: string,
  model: string,
  memoryIds: readonly string[],
): Promise<void> {
  if (memoryIds.length === 0) return;
  await tx.query(
    `UPDATE memory_vectors AS v SET vector = NULL
     WHERE scope_id = $1 AND model = $2 AND memory_id = ANY ($3::uuid[]) AND passage = 0 AND vector IS NOT NULL
       AND NOT EXISTS (SELECT FROM memory_vectors AS p WHERE p.scope_id = $1 AND p.model = $2
                       AND p.memory_id = v.memory_id AND p.passage > 0)`,
    [scopeId, model, memoryIds],
  );
}

/** Schedules the vectors of a restored memory, in the caller's transaction, which holds the lock of the scope. */
export async function scheduleVectors(tx: ClientBase, scopeId: string, memoryId: string, now: Date): Promise<void> {
  await tx.query(
    `UPDATE memory_vectors SET due_at = $3 WHERE scope_id = $1 AND memory_id = $2 AND passage = 0 AND vector IS NULL`,
    [scopeId, memoryId, now],
  );
}

function bytesOf({ buffer, byteOffset, length }: Int8Array | Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, length);
}
