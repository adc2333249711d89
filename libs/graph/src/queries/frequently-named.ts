import type { Sql } from '#database/sql.js';
import { LAST, nameColumns, ofListedSql, ofTypeSql, withinPageBytes, type EntityFilter } from './entity-filter.js';
import { ENTITY_COLUMNS, type EntityRow } from './entity-view.js';

/** Names with a prefix up to which sorting their entities is fast: some 50 ms. */
const MAX_SORTED = 10_000;
/** Entities that are tried, the most mentioned first: some 200 ms. */
const MAX_TRIED = 30_000;

/**
 * Finds entities by a prefix that many names have, such as a single letter: of the most mentioned entities, those of
 * which a name begins so, until there are enough. Sorting all that have it would take time with the size of the scope.
 * @returns null where few names have the prefix, or few of the most mentioned entities have such a name, and where
 * merged entities are asked for too
 */
export async function frequentlyNamed(
  sql: Sql,
  scopeId: string,
  prefix: string,
  filter: EntityFilter,
): Promise<EntityRow[] | null> {
  if (filter.includeMerged || !(await isFrequent(sql, scopeId, prefix, filter))) return null;
  const rows = await triedByMentions(sql, scopeId, prefix, filter);
  return rows.length < filter.limit ? null : rows;
}

async function isFrequent(sql: Sql, scopeId: string, prefix: string, filter: EntityFilter): Promise<boolean> {
  const ranges = nameColumns(filter).map(
    (column) => `SELECT 1 FROM entity_names WHERE scope_id = $1 AND ${column} >= $2 AND ${column} < $3`,
  );
  const { rows } = await sql.query<{ names: number }>(
    `SELECT count(*)::int AS names FROM (
       ${ranges.join(' UNION ALL ')} LIMIT ${String(MAX_SORTED + 1)}
     ) AS named`,
    [scopeId, prefix, `${prefix}${LAST}`],
  );
  return (rows[0]?.names ?? 0) > MAX_SORTED;
}

/** LIMIT 1 keeps the planner to one look-up per entity, in the order of their index. */
export async function triedByMentions(
  sql: Sql,
  scopeId: string,
  prefix: string,
  filter: EntityFilter,
): Promise<EntityRow[]> {
  const begins = nameColumns(filter).map((column) => `n.${column} >= $5 AND n.${column} < $6`);
  const { rows } = await sql.query<EntityRow>(
    withinPageBytes(
      `SELECT tried.* FROM (
         SELECT ${ENTITY_COLUMNS} FROM entities AS e
         WHERE e.scope_id = $1 AND e.merged_into IS NULL AND e.mention_count >= $2 AND ${ofTypeSql(filter)}
           AND ${ofListedSql(filter)}
         ORDER BY mention_count DESC, entity_id LIMIT ${String(MAX_TRIED)}
       ) AS tried
       CROSS JOIN LATERAL (
         SELECT FROM (
           SELECT tried.entity_id AS id
           UNION ALL SELECT entity_id FROM entities WHERE scope_id = $1 AND merged_into = tried.entity_id
         ) AS row
         JOIN entity_names AS n ON n.scope_id = $1 AND n.entity_id = row.id AND (${begins.join(' OR ')}) LIMIT 1
       ) AS named
       ORDER BY mention_count DESC, entity_id LIMIT $4`,
    ),
    [...[scopeId, filter.mentionCountMin ?? 0, filter.typeId ?? null, filter.limit], ...[prefix, `${prefix}${LAST}`]],
  );
  return rows;
}
