import type { ClientBase } from 'pg';

/** A memory's vector, in 8 bits a dimension; null where it is yet to be made. */
export interface MemoryVector {
  readonly memoryId: string;
  readonly vector: Int8Array | null;
}

/**
 * Stores vectors of a model, in the caller's transaction; the caller holds the scope's lock and has checked that the
 * memories are active. A vector that stands stays: a memory's text does not change.
 * @param model with its version
 */
export async function storeVectors(
  tx: ClientBase,
  scopeId: string,
  model: string,
  vectors: readonly MemoryVector[],
  now: Date,
): Promise<void> {
  if (vectors.length === 0) return;
  await tx.query(
    `WITH changed AS (INSERT INTO search_changes (scope_id) VALUES ($1))
     INSERT INTO memory_vectors AS v (scope_id, memory_id, model, vector, due_at)
     SELECT $1, memory_id, $2, vector, CASE WHEN vector IS NULL THEN $5::timestamptz END
     FROM unnest($3::uuid[], $4::bytea[]) AS row (memory_id, vector) ORDER BY memory_id
     ON CONFLICT (scope_id, memory_id, model) DO UPDATE
     SET vector = excluded.vector, due_at = excluded.due_at, number = nextval('memory_vector_numbers')
     WHERE v.vector IS NULL`,
    [
      scopeId,
      model,
      vectors.map(({ memoryId }) => memoryId),
      vectors.map(({ vector }) => vector && Buffer.from(vector.buffer, vector.byteOffset, vector.length)),
      now,
    ],
  );
}

/** Takes the vectors of a memory out, of every model, in the caller's transaction, which holds the scope's lock. */
export async function dropVectors(tx: ClientBase, scopeId: string, memoryId: string): Promise<void> {
  await tx.query(
    `WITH changed AS (INSERT INTO search_changes (scope_id) VALUES ($1))
     UPDATE memory_vectors SET vector = NULL, due_at = NULL, number = nextval('memory_vector_numbers')
     WHERE scope_id = $1 AND memory_id = $2 AND (vector IS NOT NULL OR due_at IS NOT NULL)`,
    [scopeId, memoryId],
  );
}

/** Lets the vectors of a restored memory be made again, in the caller's transaction, which holds the scope's lock. */
export async function remakeVectors(tx: ClientBase, scopeId: string, memoryId: string, now: Date): Promise<void> {
  await tx.query(`UPDATE memory_vectors SET due_at = $3 WHERE scope_id = $1 AND memory_id = $2 AND vector IS NULL`, [
    scopeId,
    memoryId,
    now,
  ]);
}
