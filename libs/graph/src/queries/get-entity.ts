import { ENTITY_COLUMNS, entityView, type EntityRow, type EntityView } from './entity-view.js';
import { survivorIdSql } from '#database/survivor-id-sql.js';
import type { Sql } from '#database/sql.js';

export interface ResolvedEntity extends EntityView {
  /** Ids merged into this entity, in id order; set when it was requested by one of them. */
  readonly resolved_from?: readonly string[];
}

/** Entity of an id, or the survivor when the id is merged; null when the scope has no such entity. */
export async function getEntity(sql: Sql, scopeId: string, entityId: string): Promise<ResolvedEntity | null> {
  const { rows } = await sql.query<EntityRow & { merged_ids: string[] }>(
    `SELECT ${ENTITY_COLUMNS}, ARRAY(
       SELECT m.entity_id FROM entities AS m
       WHERE m.scope_id = $1 AND m.merged_into = e.entity_id ORDER BY m.entity_id
     ) AS merged_ids
     FROM entities AS asked
     JOIN entities AS e ON e.scope_id = $1 AND e.entity_id = ${survivorIdSql('asked')}
     WHERE asked.scope_id = $1 AND asked.entity_id = $2`,
    [scopeId, entityId],
  );
  const [row] = rows;
  if (!row) return null;
  const { merged_ids, ...entity } = row;
  const wasMerged = merged_ids.includes(entityId.toLowerCase());
  return { ...entityView(entity), ...(wasMerged && { resolved_from: merged_ids }) };
}

/** Id of the survivor of an entity: its own id when it is not merged, null when the scope has no such entity. */
export async function resolveEntityId(sql: Sql, scopeId: string, entityId: string): Promise<string | null> {
  const { rows } = await sql.query<{ survivor: string }>(
    `SELECT coalesce(merged_into, entity_id) AS survivor FROM entities WHERE scope_id = $1 AND entity_id = $2`,
    [scopeId, entityId],
  );
  return rows[0]?.survivor ?? null;
}
