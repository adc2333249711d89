import { entityTypeOfId, type EntityType } from '#contracts/ontology.js';
import type { Sql } from '#database/sql.js';

/** Name and type of an entity. */
export interface NamedEntity {
  readonly name: string;
  readonly type: EntityType;
}

/** Names and types of entities, by id. */
export async function loadEntityNames(
  sql: Sql,
  scopeId: string,
  entityIds: readonly string[],
): Promise<Map<string, NamedEntity>> {
  if (entityIds.length === 0) return new Map();
  const { rows } = await sql.query<{ entity_id: string; canonical_name: string; type_id: number }>(
    'SELECT entity_id, canonical_name, type_id FROM entities WHERE scope_id = $1 AND entity_id = ANY ($2::uuid[])',
    [scopeId, entityIds],
  );
  return new Map(rows.map((row) => [row.entity_id, { name: row.canonical_name, type: entityTypeOfId(row.type_id) }]));
}
