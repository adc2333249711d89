import { memoryIdOfUuid } from '#contracts/memory-id.js';
import { plannedOnce } from '#database/planned-once.js';
import type { Sql } from '#database/sql.js';
import { PAGE_BYTES } from '#graph/queries/page-bytes.js';
import { survivorIdSql } from '#graph/queries/entity-view.js';

/** A memory as an answer shows it, without its place in the ranking. Times are unix nanoseconds, 0 where unset. */
export interface MemoryFields {
  /** Decimal. */
  readonly memory_id: string;
  readonly text: string;
  readonly salience: number;
  readonly kind: number;
  readonly created_at_unix_nanos: bigint;
  readonly occurred_at_unix_nanos: bigint;
  readonly session: bigint | null;
  readonly speaker: string | null;
  /** Entities that it names, by their survivors. */
  readonly entities: readonly { readonly entity_id: string; readonly canonical_name: string }[];
}

/**
 * The active ones of the given memories, by UUID: one that was forgotten meanwhile is not there, nor those behind the first
 * `PAGE_BYTES` of text, in the order of the ids.
 */
export async function loadRecalled(
  sql: Sql,
  scopeId: string,
  memoryIds: readonly string[],
): Promise<Map<string, MemoryFields>> {
  if (memoryIds.length === 0) return new Map();
  const { rows } = await sql.query<MemoryFields>(
    plannedOnce(`SELECT m.memory_id, m.text, m.salience, m.kind, m.created_at_nanos AS created_at_unix_nanos,
            m.occurred_at_nanos AS occurred_at_unix_nanos, m.session, m.speaker, named.entities
     FROM (
       SELECT m.*, sum(octet_length(m.text)) OVER (ORDER BY wanted.place) - octet_length(m.text) AS bytes_before
       FROM unnest($2::uuid[]) WITH ORDINALITY AS wanted (memory_id, place)
       JOIN memories AS m ON m.scope_id = $1 AND m.memory_id = wanted.memory_id AND m.state = 0
     ) AS m CROSS JOIN LATERAL (
       SELECT coalesce(jsonb_agg(jsonb_build_object('entity_id', entity_id, 'canonical_name', canonical_name)
                                 ORDER BY place, entity_id), '[]') AS entities
       FROM (
         SELECT s.entity_id, s.canonical_name, min(n.start_offset) AS place
         FROM mentions AS n
         JOIN entities AS e ON e.scope_id = $1 AND e.entity_id = n.entity_id
         JOIN entities AS s ON s.scope_id = $1 AND s.entity_id = ${survivorIdSql('e')}
         WHERE n.scope_id = $1 AND n.memory_id = m.memory_id
         GROUP BY s.entity_id, s.canonical_name
       ) AS e
     ) AS named
     WHERE m.bytes_before <= $3::bigint`),
    [scopeId, memoryIds, PAGE_BYTES],
  );
  return new Map(rows.map((row) => [row.memory_id, { ...row, memory_id: memoryIdOfUuid(row.memory_id) }]));
}
