import { groupBy } from '#contracts/group-by.js';
import { relationTypeId, type RelationType } from '#contracts/ontology.js';
import { SYMMETRIC_TYPE_IDS } from './relation-view.js';
import type { Sql } from '#database/sql.js';
import { holdsSql } from './holds-sql.js';

/** A relation as it leads on from one of its ends. */
export interface Hop {
  readonly node: string;
  readonly at: 'from' | 'to';
  readonly relation_id: string;
  readonly type_id: number;
  /** Ends as stored. */
  readonly from_entity: string;
  readonly to_entity: string;
}

export interface HopFilter {
  readonly direction: 'outgoing' | 'incoming' | 'both';
  /** Relation types to follow; all when left out. */
  readonly relationTypes?: readonly RelationType[];
  readonly includeSuperseded: boolean;
}

/** Maximum number of relations read at each end of one entity. */
export const HUB_NEIGHBOURS = 1000;

/**
 * Maximum number of relations read per level: twice the number of paths that a traversal returns, so that the limit on
 * paths is reached first.
 */
export const LEVEL_HOPS = 20_000;

/**
 * Reads the relations that lead on from each of the given entities, in id order; `cut` is true when not all of them
 * were read. Symmetric relations lead both ways, whatever the direction.
 * @param cap maximum number of relations read at each end of one entity
 */
export async function neighbours(
  sql: Sql,
  scopeId: string,
  frontier: readonly string[],
  filter: HopFilter,
  cap: number,
): Promise<{ hops: Map<string, Hop[]>; cut: boolean }> {
  const read = await readHops(sql, scopeId, frontier, filter, { each: cap + 1, all: LEVEL_HOPS + 1 });
  const sides = [...groupBy(read.slice(0, LEVEL_HOPS), (hop) => `${hop.node} ${hop.at}`).values()];
  const kept = sides.flatMap((side) => side.sort(inIndexOrder).slice(0, cap));
  return {
    hops: groupBy(kept.sort(byRelation), (hop) => hop.node),
    cut: read.length > LEVEL_HOPS || sides.some((side) => side.length > cap),
  };
}

/**
 * Reads the relations of the whole frontier in one statement. LATERAL … LIMIT stops within the ordered index range of
 * each entity, so that a hub costs its cap and not its degree. The outer LIMIT bounds a level with many hubs; the last
 * entities of the frontier are cut first. From a hub of 107 k among 1 M relations a traversal takes 84–130 ms; an
 * uncapped recursive query takes 1.3–4.8 s. `type_id = ANY` keeps the order of the range from Postgres 17 on.
 */
export async function readHops(
  sql: Sql,
  scopeId: string,
  frontier: readonly string[],
  { direction, relationTypes, includeSuperseded }: HopFilter,
  limit: { readonly each: number; readonly all: number },
): Promise<Hop[]> {
  const probe = (end: 'from' | 'to', types: string): string =>
    `(SELECT '${end}' AS at, relation_id, type_id, from_entity, to_entity FROM relations
      WHERE scope_id = $1 AND ${end}_entity = node.id ${types} ${includeSuperseded ? '' : `AND ${holdsSql()}`}
      ORDER BY type_id, relation_id LIMIT $3)`;
  const values: unknown[] = [scopeId, frontier, limit.each, limit.all];
  // Types are parameters: as literals, every set of types would be another prepared statement.
  const typesOf = (types: readonly number[] | undefined): string =>
    types === undefined ? '' : `AND type_id = ANY ($${String(values.push(types))}::smallint[])`;
  const fromTypes = typesOf(typesAt(direction !== 'incoming', relationTypes));
  const toTypes = typesOf(typesAt(direction !== 'outgoing', relationTypes));
  const { rows } = await sql.query<Hop>(
    `SELECT node.id AS node, hop.*
     FROM unnest($2::uuid[]) AS node (id)
     CROSS JOIN LATERAL (${probe('from', fromTypes)} UNION ALL ${probe('to', toTypes)}) AS hop
     LIMIT $4`,
    values,
  );
  return rows;
}

/**
 * Relation types to follow at one end: along the direction all requested types, against it the symmetric ones;
 * undefined for all types. There is no condition when all types are requested: with `IS NULL OR`, the planner would not
 * use the index range.
 */
function typesAt(along: boolean, wanted: readonly RelationType[] | undefined): readonly number[] | undefined {
  const ids = wanted?.map(relationTypeId) ?? (along ? undefined : SYMMETRIC_TYPE_IDS);
  if (ids === undefined) return undefined;
  const walkable = along ? ids : ids.filter((id) => SYMMETRIC_TYPE_IDS.includes(id));
  return [...new Set(walkable)].sort((a, b) => a - b);
}

function inIndexOrder(a: Hop, b: Hop): number {
  return a.type_id - b.type_id || byRelation(a, b);
}

function byRelation(a: Hop, b: Hop): number {
  return a.relation_id < b.relation_id ? -1 : 1;
}
