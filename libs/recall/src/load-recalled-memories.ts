import type { ExactJson } from '#contracts/exact-json.js';
import { withIsoTimes, type IsoTimesOf } from '#contracts/iso-times.js';
import { memoryIdOfUuid } from '#contracts/memory-id.js';
import { withGenericPlan } from '#database/generic-plan.js';
import { notExpiredSql } from '#database/expiry-sql.js';
import type { Sql } from '#database/sql.js';
import { PAGE_BYTES } from '#graph/queries/page-bytes.js';
import { isListedSql } from '#graph/queries/listed-entities-sql.js';
import { survivorIdSql } from '#database/survivor-id-sql.js';

/** Fields of a memory in an answer, without its ranking. Times are unix nanoseconds, 0 if unset. */
export interface MemoryFields {
  /** Decimal id. */
  readonly memory_id: string;
  readonly text: string;
  readonly salience: number;
  readonly kind: number;
  readonly created_at_unix_nanos: bigint;
  readonly occurred_at_unix_nanos: bigint;
  /** As the caller gave it. */
  readonly session: bigint | string | null;
  readonly speaker: string | null;
  /** Role of the speaker, such as `user`; null if unknown. */
  readonly role: string | null;
  readonly metadata: { [key: string]: ExactJson } | null;
  readonly tags: readonly string[];
  /** Entities that the memory mentions, by their survivors. */
  readonly entities: readonly { readonly entity_id: string; readonly canonical_name: string }[];
}

type MemoryFieldsRow = MemoryFields & { readonly session_text: string | null };

/** SQL of the bytes of text and metadata of a memory `m`. */
const BYTES_SQL = `(octet_length(m.text) + coalesce(octet_length(m.metadata::text), 0))`;

/** Loaded memories by UUID. `isFull` is set if the size limit was reached, so that memories may be missing. */
export interface LoadedMemories {
  readonly fields: ReadonlyMap<string, MemoryFields>;
  readonly isFull: boolean;
}

/**
 * Loads the active ones of the given memories, in the given order, until texts, metadata and entity names exceed
 * `PAGE_BYTES`. Memories that were forgotten meanwhile are missing.
 */
export async function loadRecalledMemories(
  sql: Sql,
  scopeId: string,
  memoryIds: readonly string[],
): Promise<LoadedMemories> {
  if (memoryIds.length === 0) return { fields: new Map(), isFull: false };
  const { rows } = await sql.query<MemoryFieldsRow & { bytes: string }>(
    withGenericPlan(`SELECT m.memory_id, m.text, m.salience, m.kind, m.created_at_nanos AS created_at_unix_nanos,
            m.occurred_at_nanos AS occurred_at_unix_nanos, m.session, m.session_text, m.speaker, m.role, m.metadata,
            coalesce(m.tags, '{}') AS tags, m.entities, m.bytes
     FROM (
       SELECT m.*, named.entities, size.own, sum(size.own) OVER (ORDER BY m.place) AS bytes
       FROM (
         SELECT m.*, wanted.place,
                sum(${BYTES_SQL}) OVER (ORDER BY wanted.place) - ${BYTES_SQL} AS text_before
         FROM unnest($2::uuid[]) WITH ORDINALITY AS wanted (memory_id, place)
         JOIN memories AS m ON m.scope_id = $1 AND m.memory_id = wanted.memory_id AND m.state = 'active'
           AND ${notExpiredSql('m')}
       ) AS m CROSS JOIN LATERAL (
         SELECT coalesce(jsonb_agg(jsonb_build_object('entity_id', entity_id, 'canonical_name', canonical_name)
                                   ORDER BY place, entity_id), '[]') AS entities
         FROM (
           SELECT s.entity_id, s.canonical_name, min(n.start_offset) AS place
           FROM mentions AS n
           JOIN entities AS e ON e.scope_id = $1 AND e.entity_id = n.entity_id
           JOIN entities AS s ON s.scope_id = $1 AND s.entity_id = ${survivorIdSql('e')}
           WHERE n.scope_id = $1 AND n.memory_id = m.memory_id AND ${isListedSql('s')}
           GROUP BY s.entity_id, s.canonical_name
         ) AS e
       ) AS named
       CROSS JOIN LATERAL (SELECT ${BYTES_SQL} + octet_length(named.entities::text) - 2 AS own) AS size
       WHERE m.text_before <= $3::bigint
     ) AS m WHERE m.bytes - m.own <= $3::bigint`),
    [scopeId, memoryIds, PAGE_BYTES],
  );
  const isFull = rows.some(({ bytes }) => Number(bytes) > PAGE_BYTES);
  const fields = new Map<string, MemoryFields>();
  for (const { memory_id, ...row } of rows) fields.set(memory_id, memoryFields(memory_id, row));
  return { fields, isFull };
}

function memoryFields(
  memoryUuid: string,
  row: Omit<MemoryFieldsRow, 'memory_id'>,
): MemoryFields & IsoTimesOf<MemoryFields> {
  const { text, salience, kind, created_at_unix_nanos, occurred_at_unix_nanos, speaker, role } = row;
  const session = row.session_text ?? row.session;
  return withIsoTimes({
    ...{ memory_id: memoryIdOfUuid(memoryUuid), text, salience, kind },
    ...{ created_at_unix_nanos, occurred_at_unix_nanos, session, speaker, role },
    ...{ metadata: row.metadata, tags: row.tags, entities: row.entities },
  });
}
