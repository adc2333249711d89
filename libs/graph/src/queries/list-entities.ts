import { fold } from '#contracts/fold.js';
import { LAST, nameColumns, ofListedSql, ofTypeSql, withinPageBytes, type EntityFilter } from './entity-filter.js';
import { ENTITY_COLUMNS, entityView, type EntityRow, type EntityView } from './entity-view.js';
import { frequentlyNamed } from './frequently-named.js';
import type { Sql } from '#database/sql.js';

/** Lists the entities of a scope that pass the filter: most mentioned first, then by id. */
export async function listEntities(sql: Sql, scopeId: string, filter: EntityFilter): Promise<EntityView[]> {
  const prefix = foldPrefix(filter.words ?? filter.prefix ?? '');
  if (filter.ids) return (await entitiesOf(sql, scopeId, filter.ids, filter)).map(entityView);
  if (prefix === '') return (await mostMentioned(sql, scopeId, filter)).map(entityView);
  const frequent = await frequentlyNamed(sql, scopeId, prefix, filter);
  return (frequent ?? (await namedLike(sql, scopeId, prefix, filter))).map(entityView);
}

/** Folds a prefix but keeps a trailing blank: after `new ` a new word must begin. */
function foldPrefix(prefix: string): string {
  const folded = fold(prefix);
  return folded !== '' && /\s$/.test(prefix) ? `${folded} ` : folded;
}

/**
 * Reads survivors from entities_by_mentions, or those of a type from entities_by_type, in the required order until the
 * limit is reached. Merged entities are few and are sorted separately, from entities_merged.
 */
export async function mostMentioned(sql: Sql, scopeId: string, filter: EntityFilter): Promise<EntityRow[]> {
  const wanted = `SELECT ${ENTITY_COLUMNS} FROM entities AS e
    WHERE e.scope_id = $1 AND e.mention_count >= $2 AND ${ofTypeSql(filter)} AND ${ofListedSql(filter)}`;
  const order = 'ORDER BY mention_count DESC, entity_id LIMIT $4';
  const survivors = `${wanted} AND e.merged_into IS NULL ${order}`;
  const merged = `${wanted} AND e.merged_into IS NOT NULL ${order}`;
  const { rows } = await sql.query<EntityRow>(
    withinPageBytes(filter.includeMerged ? `(${survivors}) UNION ALL (${merged}) ${order}` : survivors),
    [scopeId, filter.mentionCountMin ?? 0, filter.typeId ?? null, filter.limit],
  );
  return rows;
}

/** Reads survivors by the ids of theirs. */
export async function entitiesOf(
  sql: Sql,
  scopeId: string,
  ids: readonly string[],
  filter: EntityFilter,
): Promise<EntityRow[]> {
  const { rows } = await sql.query<EntityRow>(
    `WITH asked AS (
       SELECT DISTINCT coalesce(n.merged_into, n.entity_id) AS entity_id FROM unnest($5::uuid[]) AS own (id)
       JOIN entities AS n ON n.scope_id = $1 AND n.entity_id = own.id
     )
     ${withinPageBytes(`SELECT ${ENTITY_COLUMNS} FROM asked JOIN entities AS e ON e.scope_id = $1 AND e.entity_id = asked.entity_id
       WHERE e.mention_count >= $2 AND ($3::smallint IS NULL OR e.type_id = $3)
       ORDER BY e.mention_count DESC, e.entity_id LIMIT $4`)}`,
    [scopeId, filter.mentionCountMin ?? 0, filter.typeId ?? null, filter.limit, ids],
  );
  return rows;
}

/**
 * Finds entities by a range of each column, which has an index of its own, and their survivors; only these are sorted.
 * Work is proportional to the names in the ranges, not to the scope.
 */
export async function namedLike(sql: Sql, scopeId: string, prefix: string, filter: EntityFilter): Promise<EntityRow[]> {
  const ranges = nameColumns(filter).map(
    (column) => `SELECT entity_id FROM entity_names WHERE scope_id = $1 AND ${column} >= $5 AND ${column} < $6`,
  );
  const { rows } = await sql.query<EntityRow>(
    `WITH named AS (
       SELECT DISTINCT entity_id FROM (${ranges.join(' UNION ALL ')}) AS ranges
     ), found AS (
       SELECT n.entity_id, n.merged_into FROM named JOIN entities AS n ON n.scope_id = $1 AND n.entity_id = named.entity_id
     ), listed AS (
       SELECT coalesce(merged_into, entity_id) AS entity_id FROM found
       UNION
       SELECT entity_id FROM found WHERE $7
     )
     ${withinPageBytes(`SELECT ${ENTITY_COLUMNS} FROM listed JOIN entities AS e ON e.scope_id = $1 AND e.entity_id = listed.entity_id
       WHERE e.mention_count >= $2 AND ($3::smallint IS NULL OR e.type_id = $3) AND ${ofListedSql(filter)}
       ORDER BY e.mention_count DESC, e.entity_id LIMIT $4`)}`,
    [
      ...[scopeId, filter.mentionCountMin ?? 0, filter.typeId ?? null, filter.limit],
      ...[prefix, `${prefix}${LAST}`, filter.includeMerged],
    ],
  );
  return rows;
}
