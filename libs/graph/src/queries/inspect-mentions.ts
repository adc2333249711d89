import type { Sql } from '#database/sql.js';

/** A span of a memory's text that mentions an entity. */
export interface InspectedMention {
  /** Id of the survivor. */
  readonly entity_id: string;
  readonly text: string;
  /** In code points; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
  readonly stage: string;
  readonly confidence: number;
}

/** Mentions of a memory that have a span, in text order. */
export async function inspectMentions(sql: Sql, scopeId: string, memoryUuid: string): Promise<InspectedMention[]> {
  const { rows } = await sql.query<InspectedMention>(
    `SELECT coalesce(e.merged_into, e.entity_id) AS entity_id, m.surface AS text, m.start_offset AS start,
            m.end_offset AS "end", m.stage, m.confidence
     FROM mentions AS m JOIN entities AS e ON e.scope_id = $1 AND e.entity_id = m.entity_id
     WHERE m.scope_id = $1 AND m.memory_id = $2 AND m.start_offset >= 0
     ORDER BY m.start_offset, entity_id`,
    [scopeId, memoryUuid],
  );
  return rows;
}
