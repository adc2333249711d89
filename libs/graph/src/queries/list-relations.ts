import { relationTypeId, type RelationType } from '#contracts/ontology.js';
import {
  RELATION_COLUMNS,
  relationView,
  SYMMETRIC_TYPE_IDS,
  type RelationView,
  type RelationViewRow,
} from './relation-view.js';
import type { Sql } from '#database/sql.js';
import { holdsSql } from './holds-sql.js';

export interface RelationFilter {
  /** Which end the entity is; for symmetric relations always both. */
  readonly direction: 'from' | 'to' | 'both';
  readonly type?: RelationType;
  /** Whether ended (valid_to has come) and unsettled relations are listed. */
  readonly includeSuperseded: boolean;
  readonly limit: number;
}

/**
 * Lists the relations of a survivor: current ones first, then by confidence, then by id.
 *
 * Reads two index ranges, of relations_from and of relations_to. No relation leads from an entity to itself, so they
 * share no row. All relations of the entity are read, but only the best are kept.
 */
export async function listRelations(
  sql: Sql,
  scopeId: string,
  entityId: string,
  filter: RelationFilter,
): Promise<RelationView[]> {
  const shown = `($3::smallint IS NULL OR type_id = $3) AND ($4 OR ${holdsSql()})`;
  const { rows } = await sql.query<RelationViewRow>(
    `SELECT ${RELATION_COLUMNS} FROM (
       SELECT * FROM relations
       WHERE scope_id = $1 AND from_entity = $2 AND ${shown} AND ($5 OR type_id = ANY ($7::smallint[]))
       UNION ALL
       SELECT * FROM relations
       WHERE scope_id = $1 AND to_entity = $2 AND ${shown} AND ($6 OR type_id = ANY ($7::smallint[]))
     ) AS r
     ORDER BY NOT ${holdsSql()}, confidence DESC, relation_id LIMIT $8`,
    [
      ...[scopeId, entityId, filter.type === undefined ? null : relationTypeId(filter.type), filter.includeSuperseded],
      ...[filter.direction !== 'to', filter.direction !== 'from', SYMMETRIC_TYPE_IDS, filter.limit],
    ],
  );
  return rows.map(relationView);
}

/** Reads one relation; null when the scope has none of that id. */
export async function getRelation(sql: Sql, scopeId: string, relationId: string): Promise<RelationView | null> {
  const { rows } = await sql.query<RelationViewRow>(
    `SELECT ${RELATION_COLUMNS} FROM relations AS r WHERE scope_id = $1 AND relation_id = $2`,
    [scopeId, relationId],
  );
  return rows[0] ? relationView(rows[0]) : null;
}
