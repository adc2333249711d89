import { entityTypeOfId, qualified } from '#contracts/ontology.js';
import type { Sql } from '#database/sql.js';
import { survivorIdSql } from '#database/survivor-id-sql.js';

/** An entity that a memory mentions. */
export interface InspectedNode {
  readonly id: string;
  readonly name: string;
  readonly kind: 'entity';
  readonly type_qname: string;
}

/** Entities that a memory mentions, with or without a span, as survivors in id order. */
export async function inspectNodes(sql: Sql, scopeId: string, memoryUuid: string): Promise<InspectedNode[]> {
  const { rows } = await sql.query<{ id: string; name: string; type_id: number }>(
    `SELECT DISTINCT s.entity_id AS id, s.canonical_name AS name, s.type_id
     FROM mentions AS m
     JOIN entities AS e ON e.scope_id = $1 AND e.entity_id = m.entity_id
     JOIN entities AS s ON s.scope_id = $1 AND s.entity_id = ${survivorIdSql('e')}
     WHERE m.scope_id = $1 AND m.memory_id = $2
     ORDER BY id`,
    [scopeId, memoryUuid],
  );
  return rows.map(({ id, name, type_id }) => ({
    id,
    name,
    kind: 'entity',
    type_qname: qualified(entityTypeOfId(type_id)),
  }));
}
