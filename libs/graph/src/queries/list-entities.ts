import { fold } from '#contracts/fold.js';
import { ENTITY_COLUMNS, entityView, type EntityRow, type EntityView } from './entity-view.js';
import { PAGE_BYTES } from './page-bytes.js';
import type { Sql } from '#database/sql.js';

export interface EntityFilter {
  /** Prefix of any name of the entity, ignoring case and accents; blank matches any name. */
  readonly prefix?: string;
  readonly typeId?: number;
  readonly mentionCountMin?: number;
  /** Whether merged entities are listed as well as their survivors. */
  readonly includeMerged: boolean;
  readonly limit: number;
}

/** Lists the entities of a scope that pass the filter: most mentioned first, then by id. */
export async function listEntities(sql: Sql, scopeId: string, filter: EntityFilter): Promise<EntityView[]> {
  const prefix = foldPrefix(filter.prefix ?? '');
  const rows = prefix === '' ? mostMentioned(sql, scopeId, filter) : namedLike(sql, scopeId, prefix, filter);
  return (await rows).map(entityView);
}

/** The columns of an EntityRow as its table and `withinPageBytes` name them. */
const LISTED_COLUMNS = `entity_id, entity_type_id, canonical_name, aliases, mention_count, merged_into,
  created_at_unix_nanos, updated_at_unix_nanos`;

/**
 * Cuts a list after the entity at which its names reach the byte limit of a page, so that Postgres does not send the
 * names of later entities: an entity may have a hundred names of 1 KiB.
 * @param select a statement that gives the columns of an EntityRow, in the order of lists
 */
function withinPageBytes(select: string): string {
  return `SELECT ${LISTED_COLUMNS} FROM (
       SELECT listed.*, sum(octet_length(canonical_name) + octet_length(aliases::text)) OVER (
         ORDER BY mention_count DESC, entity_id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
       ) AS bytes_before
       FROM (${select}) AS listed
     ) AS sized
     WHERE bytes_before IS NULL OR bytes_before < ${String(PAGE_BYTES)}
     ORDER BY mention_count DESC, entity_id`;
}

/** Folds a prefix but keeps a trailing blank: after `new ` a new word must begin. */
function foldPrefix(prefix: string): string {
  const folded = fold(prefix);
  return folded !== '' && /\s$/.test(prefix) ? `${folded} ` : folded;
}

/**
 * Reads survivors from entities_by_mentions in the required order until the limit is reached; a type that is rare in
 * the scope takes longer. Merged entities are few and are sorted separately, from entities_merged.
 */
export async function mostMentioned(sql: Sql, scopeId: string, filter: EntityFilter): Promise<EntityRow[]> {
  const wanted = `SELECT ${ENTITY_COLUMNS} FROM entities AS e
    WHERE e.scope_id = $1 AND e.mention_count >= $2 AND ($3::smallint IS NULL OR e.type_id = $3)`;
  const order = 'ORDER BY mention_count DESC, entity_id LIMIT $4';
  const survivors = `${wanted} AND e.merged_into IS NULL ${order}`;
  const merged = `${wanted} AND e.merged_into IS NOT NULL ${order}`;
  const { rows } = await sql.query<EntityRow>(
    withinPageBytes(filter.includeMerged ? `(${survivors}) UNION ALL (${merged}) ${order}` : survivors),
    [scopeId, filter.mentionCountMin ?? 0, filter.typeId ?? null, filter.limit],
  );
  return rows;
}

/** Largest code point, so that [prefix, prefix + LAST) contains everything that begins with the prefix. */
const LAST = '\u{10FFFF}';

/**
 * Finds entities by a range of entity_names_folded, and their survivors; only these are sorted. Work is proportional to
 * the names in the range, not to the scope.
 */
export async function namedLike(sql: Sql, scopeId: string, prefix: string, filter: EntityFilter): Promise<EntityRow[]> {
  const { rows } = await sql.query<EntityRow>(
    `WITH named AS (
       SELECT DISTINCT entity_id FROM entity_names WHERE scope_id = $1 AND folded >= $5 AND folded < $6
     ), found AS (
       SELECT n.entity_id, n.merged_into FROM named JOIN entities AS n ON n.scope_id = $1 AND n.entity_id = named.entity_id
     ), listed AS (
       SELECT coalesce(merged_into, entity_id) AS entity_id FROM found
       UNION
       SELECT entity_id FROM found WHERE $7
     )
     ${withinPageBytes(`SELECT ${ENTITY_COLUMNS} FROM listed JOIN entities AS e ON e.scope_id = $1 AND e.entity_id = listed.entity_id
       WHERE e.mention_count >= $2 AND ($3::smallint IS NULL OR e.type_id = $3)
       ORDER BY e.mention_count DESC, e.entity_id LIMIT $4`)}`,
    [
      ...[scopeId, filter.mentionCountMin ?? 0, filter.typeId ?? null, filter.limit],
      ...[prefix, `${prefix}${LAST}`, filter.includeMerged],
    ],
  );
  return rows;
}
