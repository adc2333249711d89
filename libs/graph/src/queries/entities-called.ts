import type { Sql } from '#database/sql.js';
import { fold } from '../normal-form.js';
import { survivorIdSql } from './entity-view.js';

/** Ids of the survivors that have a name, whatever its case and accents; several where namesakes are two entities. */
export async function entitiesCalled(sql: Sql, scopeId: string, name: string): Promise<string[]> {
  const { rows } = await sql.query<{ entity_id: string }>(
    `SELECT DISTINCT ${survivorIdSql('e')} AS entity_id
     FROM entity_names AS n JOIN entities AS e ON e.scope_id = $1 AND e.entity_id = n.entity_id
     WHERE n.scope_id = $1 AND n.folded = $2 ORDER BY 1`,
    [scopeId, fold(name)],
  );
  return rows.map((row) => row.entity_id);
}
