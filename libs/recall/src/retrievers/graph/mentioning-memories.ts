import { withGenericPlan } from '#database/generic-plan.js';
import type { Sql } from '#database/sql.js';
import type { ScopeIndex } from '#search/scope-index/scope-index.js';

/** Maximum number of memories read per entity row of a cluster, and of merged rows per entity. */
const MAX_MEMORIES_PER_NAME = 100;
const MAX_NAMES_PER_ENTITY = 20;

/**
 * SQL of the newest memories that mention the entity `node.id` or one merged into it. Ids are returned as one string:
 * parsing hundreds of rows takes the driver longer than Postgres needs to find them.
 */
export const MENTIONING_MEMORIES_SQL = `(
  SELECT string_agg(named.memory_id::text, ' ')
  FROM (
    SELECT node.id AS entity_id
    UNION ALL
    (SELECT entity_id FROM entities WHERE scope_id = $1 AND merged_into = node.id
     ORDER BY entity_id LIMIT ${String(MAX_NAMES_PER_ENTITY)})
  ) AS member
  CROSS JOIN LATERAL (
    SELECT memory_id FROM mentions WHERE scope_id = $1 AND entity_id = member.entity_id
    ORDER BY created_at_nanos DESC LIMIT ${String(MAX_MEMORIES_PER_NAME)}
  ) AS named) AS memory_ids`;

/** The newest memories that mention each of the entities, from the cache or Postgres. */
export async function mentioningMemories(
  sql: Sql,
  scopeId: string,
  index: ScopeIndex,
  entityIds: readonly string[],
): Promise<Map<string, readonly string[]>> {
  const found = new Map<string, readonly string[]>();
  const unknown: string[] = [];
  for (const entityId of entityIds) {
    const known = index.neighbourhoods?.get(entityId);
    if (known?.entityId === entityId) found.set(entityId, known.mentioningMemories);
    else unknown.push(entityId);
  }
  if (unknown.length === 0) return found;
  const { rows } = await sql.query<{ node: string; memory_ids: string | null }>(
    withGenericPlan(`SELECT node.id AS node, ${MENTIONING_MEMORIES_SQL} FROM unnest($2::uuid[]) AS node (id)`),
    [scopeId, unknown],
  );
  for (const { node, memory_ids } of rows) found.set(node, distinctIds(memory_ids));
  return found;
}

/** Distinct ids: a memory may mention an entity by several of its names. */
export function distinctIds(memoryIds: string | null): string[] {
  return [...new Set(idsOf(memoryIds))];
}

/** Splits a string of ids. */
export function idsOf(text: string | null): string[] {
  return text === null || text === '' ? [] : text.split(' ');
}
