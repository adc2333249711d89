import { entityTypeOfId, qualified } from '#contracts/ontology.js';
import type { Sql } from '#database/sql.js';
import { isListedSql } from './listed-entities-sql.js';
import { survivorIdSql } from '#database/survivor-id-sql.js';

/** An entity that a memory mentions. */
export interface InspectedNode {
  readonly id: string;
  readonly name: string;
  readonly kind: 'entity';
  readonly type_qname: string;
  /** Whether lists leave it out, as it may be no named thing of its type. */
  readonly is_candidate: boolean;
}

/** Entities that a memory mentions, with or without a span, as survivors in id order. */
export async function inspectNodes(sql: Sql, scopeId: string, memoryUuid: string): Promise<InspectedNode[]> {
  const { rows } = await sql.query<{ id: string; name: string; type_id: number; is_candidate: boolean }>(
    `SELECT DISTINCT s.entity_id AS id, s.canonical_name AS name, s.type_id, NOT ${isListedSql('s')} AS is_candidate
     FROM mentions AS m
     JOIN entities AS e ON e.scope_id = $1 AND e.entity_id = m.entity_id
     JOIN entities AS s ON s.scope_id = $1 AND s.entity_id = ${survivorIdSql('e')}
     WHERE m.scope_id = $1 AND m.memory_id = $2
     ORDER BY id`,
    [scopeId, memoryUuid],
  );
  return rows.map(({ id, name, type_id, is_candidate }) => ({
    id,
    name,
    kind: 'entity',
    type_qname: qualified(entityTypeOfId(type_id)),
    is_candidate,
  }));
}
