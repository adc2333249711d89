import type { Sql } from '#database/sql.js';
import { survivorIdSql } from '#database/survivor-id-sql.js';

/** Maximum number of entities per memory; the rarest are used. */
const MAX_ENTITIES_PER_MEMORY = 16;

/** Entities that memories (UUIDs) mention, a speaker included, as survivor ids. */
export async function entitiesIn(
  sql: Sql,
  scopeId: string,
  memoryIds: readonly string[],
): Promise<{ readonly memoryId: string; readonly entityId: string }[]> {
  const { rows } = await sql.query<{ memory_id: string; entity_id: string }>(
    `SELECT memory.id AS memory_id, named.entity_id FROM unnest($2::uuid[]) AS memory (id) CROSS JOIN LATERAL (
       SELECT DISTINCT s.entity_id, s.mention_count
       FROM mentions AS n
       JOIN entities AS e ON e.scope_id = $1 AND e.entity_id = n.entity_id
       JOIN entities AS s ON s.scope_id = $1 AND s.entity_id = ${survivorIdSql('e')}
       WHERE n.scope_id = $1 AND n.memory_id = memory.id
       ORDER BY s.mention_count, s.entity_id LIMIT ${String(MAX_ENTITIES_PER_MEMORY)}) AS named
     ORDER BY memory.id, named.entity_id`,
    [scopeId, memoryIds],
  );
  return rows.map(({ memory_id, entity_id }) => ({ memoryId: memory_id, entityId: entity_id }));
}

/** Name and type of an entity. */
export interface EntityName {
  readonly name: string;
  readonly typeId: number;
}

/** Names and types of entities, by id. */
export async function entityNames(
  sql: Sql,
  scopeId: string,
  entityIds: readonly string[],
): Promise<Map<string, EntityName>> {
  const { rows } = await sql.query<{ entity_id: string; canonical_name: string; type_id: number }>(
    'SELECT entity_id, canonical_name, type_id FROM entities WHERE scope_id = $1 AND entity_id = ANY ($2::uuid[])',
    [scopeId, entityIds],
  );
  return new Map(rows.map((row) => [row.entity_id, { name: row.canonical_name, typeId: row.type_id }]));
}
