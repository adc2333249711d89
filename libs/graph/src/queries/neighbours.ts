import { groupBy } from '#contracts/group-by.js';
import { relationTypeId, type RelationType } from '#contracts/ontology.js';
import { SYMMETRIC_TYPE_IDS } from './relation-view.js';
import type { Sql } from '#database/sql.js';

/** One relation, as it leads on from one of its ends. */
export interface Hop {
  readonly node: string;
  readonly at: 'from' | 'to';
  readonly relation_id: string;
  readonly type_id: number;
  /** The ends as they are stored. */
  readonly from_entity: string;
  readonly to_entity: string;
}

export interface HopFilter {
  readonly direction: 'outgoing' | 'incoming' | 'both';
  /** Types to walk along; all where it is left out. */
  readonly relationTypes?: readonly RelationType[];
  readonly includeSuperseded: boolean;
}

/** Most relations read at each end of one entity. */
export const HUB_NEIGHBOURS = 1000;

/** Most relations read of a level: twice the paths that a traversal returns, so that the paths run out first. */
export const LEVEL_HOPS = 20_000;

/**
 * The relations that lead on from each of the given entities, in id order; `cut` says that not all of them were read.
 * A symmetric relation leads both ways, whatever the direction.
 * @param cap relations read at most at each end of one entity
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
 * One statement for the whole frontier. LATERAL … LIMIT stops within the ordered index range of each entity, so that
 * a hub costs its cap and not its degree, and the outer LIMIT stops a level of many hubs, the last of the frontier
 * first. From a hub of 107 k among 1 M relations a traversal takes 84–130 ms; an uncapped recursive query takes
 * 1.3–4.8 s. `type_id = ANY` keeps the order of the range from Postgres 17 on.
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
      WHERE scope_id = $1 AND ${end}_entity = node.id ${types} ${includeSuperseded ? '' : 'AND valid_to_nanos = 0'}
      ORDER BY type_id, relation_id LIMIT $3)`;
  const values: unknown[] = [scopeId, frontier, limit.each, limit.all];
  // Types are parameters: in the text, every set of them would be a prepared statement of its own.
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
 * Types that may be walked at one end: along its direction all wanted, against it symmetric ones; undefined for all.
 * Without a condition where all are wanted: on `IS NULL OR` the planner would give up the range of the index.
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
