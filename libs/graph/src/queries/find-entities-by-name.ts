import type { Sql } from '#database/sql.js';
import { fold } from '#contracts/fold.js';
import { survivorIdSql } from '#database/survivor-id-sql.js';

/** Finds the survivors that have a name, ignoring case and accents; several when namesakes are different entities. */
export async function findEntitiesByName(sql: Sql, scopeId: string, name: string): Promise<string[]> {
  const { rows } = await sql.query<{ entity_id: string }>(
    `SELECT DISTINCT ${survivorIdSql('e')} AS entity_id
     FROM entity_names AS n JOIN entities AS e ON e.scope_id = $1 AND e.entity_id = n.entity_id
     WHERE n.scope_id = $1 AND n.folded = $2 ORDER BY 1`,
    [scopeId, fold(name)],
  );
  return rows.map((row) => row.entity_id);
}
