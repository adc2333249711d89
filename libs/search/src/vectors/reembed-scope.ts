import { inScope } from '#database/in-scope.js';
import type { Embedder } from '#embeddings/embedder.js';
import type { Pool } from 'pg';
import { isLongSql } from '../passages/split-passages.js';
import { embedMemories } from './embed-memories.js';

/** Number of memories read at once; ten times as many rows are deleted at once. */
const BATCH = 200;

/**
 * Embeds every extracted memory of a scope that has no vector of the model, or is long and has none of its passages, as
 * earlier versions stored them. Other vectors are kept, so a run after a crash continues where the last one ended.
 * @param onStored called with the number of memories embedded, batch by batch
 * @throws EmbedderUnavailable
 */
export async function reembedScope(
  pool: Pool,
  scopeId: string,
  embedder: Embedder,
  onStored: (vectors: number) => void,
): Promise<void> {
  const sql = inScope(pool, scopeId);
  for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
    const { rows } = await sql.query<{ memory_id: string }>(
      `SELECT m.memory_id FROM memories AS m JOIN memory_extractions AS x USING (scope_id, memory_id)
       WHERE scope_id = $1 AND memory_id > $2 AND m.state = 'active' AND x.state <> 'pending' AND NOT EXISTS (
         SELECT FROM memory_vectors AS v
         WHERE v.scope_id = $1 AND v.memory_id = m.memory_id AND v.model = $3 AND v.vector IS NOT NULL
           AND (v.passage > 0 OR NOT ${isLongSql('m.text')}))
       ORDER BY memory_id LIMIT $4`,
      [scopeId, after, embedder.version, BATCH],
    );
    const last = rows.at(-1);
    if (!last) return;
    const ids = rows.map((row) => row.memory_id);
    onStored(await embedMemories(sql, scopeId, embedder, ids));
    after = last.memory_id;
  }
}

/**
 * Deletes the vectors of all other models of a scope.
 * @returns number of rows deleted
 */
export async function pruneVectors(pool: Pool, scopeId: string, { version }: Embedder): Promise<number> {
  const sql = inScope(pool, scopeId);
  for (let deleted = 0; ;) {
    const { rowCount } = await sql.query(
      `DELETE FROM memory_vectors WHERE scope_id = $1 AND (memory_id, model) IN (
         SELECT memory_id, model FROM memory_vectors WHERE scope_id = $1 AND model <> $2 LIMIT $3)`,
      [scopeId, version, BATCH * 10],
    );
    if (rowCount === 0) return deleted;
    deleted += rowCount ?? 0;
  }
}
