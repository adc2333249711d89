import type { ClientBase } from 'pg';
import { newMemoryUuid } from '#contracts/memory-id.js';

const DIMENSIONS = 384;

/** Adds extracted memories without terms to session 9 of a scope, with deterministic vectors of random directions. */
export async function addFarMemories(
  owner: Pick<ClientBase, 'query'>,
  scopeId: string,
  model: string,
  count: number,
): Promise<void> {
  const ids = Array.from({ length: count }, newMemoryUuid);
  let state = 1;
  const component = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state >>> 24) - 128;
  };
  const vectors = ids.map(() => Buffer.from(Int8Array.from({ length: DIMENSIONS }, component).buffer));
  await owner.query(
    `WITH added AS (
       INSERT INTO memories (scope_id, memory_id, kind, salience, session, created_at_nanos, occurred_at_nanos)
       SELECT $1, memory_id, 0, 0.5, 9, 1, 1 FROM unnest($2::uuid[]) AS row (memory_id)
     ), counted AS (
       INSERT INTO search_stats AS s (scope_id, documents, length) VALUES ($1, $4, 0)
       ON CONFLICT (scope_id) DO UPDATE SET documents = s.documents + $4
     )
     INSERT INTO memory_vectors (scope_id, memory_id, model, vector)
     SELECT $1, memory_id, $5, vector FROM unnest($2::uuid[], $3::bytea[]) AS row (memory_id, vector)`,
    [scopeId, ids, vectors, count, model],
  );
  await owner.query('ANALYZE memory_vectors');
}
