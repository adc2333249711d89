import { MAX_MEMORIES_IN_ROW } from '../projection/timelines/interval-rows.js';

/**
 * Maximum number of memories listed for one relation or statement, those of the earliest claims; `mention_count` counts
 * all claims.
 */
export const MAX_LISTED_MEMORIES = 1_000;

/**
 * SQL of the memories that are evidence for a relation or statement, sorted by id. They come from the interval's row
 * when it lists all of them, else from the evidence.
 * @param interval alias of the row in the statement
 */
export function intervalMemoriesSql(interval: string): string {
  return `CASE WHEN ${interval}.mention_count <= ${String(MAX_MEMORIES_IN_ROW)} THEN ${interval}.memory_ids
    ELSE ARRAY(SELECT DISTINCT memory_id FROM (${evidenceOfSql(interval, 'ASC')} LIMIT ${String(MAX_LISTED_MEMORIES)}) AS told
               ORDER BY memory_id) END`;
}

/** SQL of the memories of an interval's claims, in event order. */
export function evidenceOfSql(interval: string, order: 'ASC' | 'DESC'): string {
  return `SELECT e.memory_id FROM evidence AS e
    WHERE e.scope_id = $1 AND e.pair_id = ${interval}.pair_id AND e.source IS NULL
      AND (e.event_at_nanos, e.memory_id, e.ordinal) >= (${interval}.first_at_nanos, ${interval}.first_memory, ${interval}.first_ordinal)
      AND (e.event_at_nanos, e.memory_id, e.ordinal) <= (${interval}.last_at_nanos, ${interval}.last_memory, ${interval}.last_ordinal)
    ORDER BY e.event_at_nanos ${order}, e.memory_id ${order}, e.ordinal ${order}`;
}

/** SQL of the number of claims of an interval that memories make, without those of callers. */
export function saidCountSql(interval: string): string {
  return `CASE ${interval}.source WHEN 'read' THEN ${interval}.mention_count ELSE ${interval}.mention_count - (
    SELECT count(*)::int FROM evidence AS e
    WHERE e.scope_id = $1 AND e.pair_id = ${interval}.pair_id AND e.source IS NOT NULL
      AND (e.event_at_nanos, e.memory_id, e.ordinal) >= (${interval}.first_at_nanos, ${interval}.first_memory, ${interval}.first_ordinal)
      AND (e.event_at_nanos, e.memory_id, e.ordinal) <= (${interval}.last_at_nanos, ${interval}.last_memory, ${interval}.last_ordinal)
    ) END`;
}

/** SQL of the canonical name of the entity at an end of an interval. */
export function nameSql(interval: string, end: 'from_entity' | 'to_entity' | 'subject' | 'object_entity'): string {
  return `(SELECT n.canonical_name FROM entities AS n WHERE n.scope_id = $1 AND n.entity_id = ${interval}.${end})`;
}
