import { MAX_MEMORIES_IN_ROW } from '../projection/timelines/interval-rows.js';

/** Memories of one relation or statement that an answer lists, those that told it first; `mention_count` counts all claims. */
export const MEMORIES_LISTED = 1_000;

/**
 * The memories that are evidence of a relation or statement, in the order of their ids. Its own row has those of a few;
 * of more they are read from the evidence.
 * @param interval name of the row in the statement
 */
export function intervalMemoriesSql(interval: string): string {
  return `CASE WHEN ${interval}.mention_count <= ${String(MAX_MEMORIES_IN_ROW)} THEN ${interval}.memory_ids
    ELSE ARRAY(SELECT DISTINCT memory_id FROM (${evidenceOfSql(interval, 'ASC')} LIMIT ${String(MEMORIES_LISTED)}) AS told
               ORDER BY memory_id) END`;
}

/** The memories of the claims of an interval, in the order of events. */
export function evidenceOfSql(interval: string, order: 'ASC' | 'DESC'): string {
  return `SELECT e.memory_id FROM evidence AS e
    WHERE e.scope_id = $1 AND e.pair_id = ${interval}.pair_id
      AND (e.event_at_nanos, e.memory_id, e.ordinal) >= (${interval}.first_at_nanos, ${interval}.first_memory, ${interval}.first_ordinal)
      AND (e.event_at_nanos, e.memory_id, e.ordinal) <= (${interval}.last_at_nanos, ${interval}.last_memory, ${interval}.last_ordinal)
    ORDER BY e.event_at_nanos ${order}, e.memory_id ${order}, e.ordinal ${order}`;
}
