import { relationTypeId, type RelationType } from '#contracts/ontology.js';
import {
  RELATION_COLUMNS,
  relationView,
  SYMMETRIC_TYPE_IDS,
  type RelationView,
  type RelationViewRow,
} from './relation-view.js';
import type { Sql } from '#database/sql.js';

export interface RelationFilter {
  /** Which end the entity is; of a symmetric relation it is always both. */
  readonly direction: 'from' | 'to' | 'both';
  readonly type?: RelationType;
  /** Lists also what has ended (valid_to is set). */
  readonly includeSuperseded: boolean;
  readonly limit: number;
}

/**
 * Relations of one entity (a survivor's id): those that still hold first, then the most confident, then by id.
 *
 * Two index ranges, of relations_from and of relations_to; no relation leads from an entity to itself, so they share
 * no row. Only the best rows are kept while reading, but all relations of the entity are read.
 */
export async function listRelations(
  sql: Sql,
  scopeId: string,
  entityId: string,
  filter: RelationFilter,
): Promise<RelationView[]> {
  const shown = '($3::smallint IS NULL OR type_id = $3) AND ($4 OR valid_to_nanos = 0)';
  const { rows } = await sql.query<RelationViewRow>(
    `SELECT ${RELATION_COLUMNS} FROM (
       SELECT * FROM relations
       WHERE scope_id = $1 AND from_entity = $2 AND ${shown} AND ($5 OR type_id = ANY ($7::smallint[]))
       UNION ALL
       SELECT * FROM relations
       WHERE scope_id = $1 AND to_entity = $2 AND ${shown} AND ($6 OR type_id = ANY ($7::smallint[]))
     ) AS r
     ORDER BY valid_to_nanos <> 0, confidence DESC, relation_id LIMIT $8`,
    [
      ...[scopeId, entityId, filter.type === undefined ? null : relationTypeId(filter.type), filter.includeSuperseded],
      ...[filter.direction !== 'to', filter.direction !== 'from', SYMMETRIC_TYPE_IDS, filter.limit],
    ],
  );
  return rows.map(relationView);
}

/** One relation, or null where the scope has none of that id. */
export async function getRelation(sql: Sql, scopeId: string, relationId: string): Promise<RelationView | null> {
  const { rows } = await sql.query<RelationViewRow>(
    `SELECT ${RELATION_COLUMNS} FROM relations AS r WHERE scope_id = $1 AND relation_id = $2`,
    [scopeId, relationId],
  );
  return rows[0] ? relationView(rows[0]) : null;
}
