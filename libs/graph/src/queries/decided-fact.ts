import type { Sql } from '#database/sql.js';
import { claimIdsOf } from '../ids.js';

/** Id of the relation or statement that has the claim of a caller's decision; null when it was taken back. */
export async function decidedFactId(
  sql: Sql,
  scopeId: string,
  table: 'relations' | 'statements',
  decisionId: string,
): Promise<string | null> {
  const { rows } = await sql.query<{ id: string }>(
    `SELECT i.${table.slice(0, -1)}_id AS id FROM evidence AS e CROSS JOIN LATERAL (
       SELECT * FROM ${table} AS i WHERE i.scope_id = $1 AND i.pair_id = e.pair_id
         AND (i.first_at_nanos, i.first_memory, i.first_ordinal) <= (e.event_at_nanos, e.memory_id, e.ordinal)
       ORDER BY i.first_at_nanos DESC, i.first_memory DESC, i.first_ordinal DESC LIMIT 1) AS i
     WHERE e.scope_id = $1 AND e.memory_id = $2 AND e.ordinal = 0`,
    [scopeId, claimIdsOf(decisionId).begins],
  );
  return rows[0]?.id ?? null;
}
