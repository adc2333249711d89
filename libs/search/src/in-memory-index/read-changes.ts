import { withGenericPlan } from '#database/generic-plan.js';
import type { Sql } from '#database/sql.js';
import { statesTimeIn, TIME_WITHIN } from '../postgres-index/feature-cache.js';
import type { IndexedNames } from './name-index.js';
import type { IndexedMemory } from './inverted-index.js';

/** Position of a scope's index in the change feed. */
export interface IndexState {
  /** Identifies the tables: it changes when a rebuild is switched in. Null if the scope has no indexed terms. */
  readonly epoch: string | null;
  /** Number of the last change; 0 if there is none. */
  readonly number: bigint;
}

/** Changes of the index since a given change number. */
export interface IndexChanges extends IndexState {
  /** Number of memories now in the index. */
  readonly documentCount: number;
  readonly changes: number;
  /** Whether it is certain that no change between `after` and `number` was pruned unread. */
  readonly isComplete: boolean;
  readonly added: readonly IndexedMemory[];
  readonly removed: readonly string[];
  readonly named: readonly IndexedNames[];
  /** Entities whose neighbourhoods changed. */
  readonly invalidatedEntityIds: readonly string[];
}

interface IndexRow {
  readonly memory_id: string;
  /** Null if the memory is not in the index. */
  readonly terms: string | null;
  readonly frequencies: string | null;
  readonly length: number;
  readonly session: string | null;
  readonly speaker: string | null;
  readonly role: string | null;
  readonly said: bigint;
  readonly kind: number;
  readonly beginning: string;
  readonly asks: boolean;
  readonly is_long: boolean;
  readonly pinned: boolean;
  /** As JSON. */
  readonly metadata: string | null;
  readonly tags: string | null;
}

/**
 * Columns of an indexed memory. Arrays are read as text joined by blanks, because the driver parses that in a tenth of
 * the time; no term contains a blank.
 */
const COLUMNS = `array_to_string(d.terms, ' ') AS terms, array_to_string(d.frequencies, ' ') AS frequencies, d.length,
  m.session::text, m.speaker, m.role, m.event_time_nanos AS said, m.kind,
  left(m.text, ${String(TIME_WITHIN)}) AS beginning, right(rtrim(m.text), 1) IN ('?', '？', '؟') AS asks,
  d.passages > 1 AS is_long, m.pinned, m.metadata::text AS metadata, array_to_json(m.tags)::text AS tags`;

/** Reads the current position of the index in the change feed. */
export async function readIndexState(sql: Sql, scopeId: string): Promise<IndexState> {
  const { rows } = await sql.query<{ epoch: string | null; number: bigint }>(
    withGenericPlan(`SELECT (SELECT tableoid::text FROM search_stats WHERE scope_id = $1) AS epoch,
            coalesce((SELECT max(number) FROM search_changes WHERE scope_id = $1), 0) AS number`),
    [scopeId],
  );
  return rows[0] ?? { epoch: null, number: 0n };
}

/**
 * Next page of indexed memories with an id above `after`, in id order. The condition stands for both tables: Postgres
 * does not derive the second one, and would go through the memories from the first one on for every page.
 */
export async function readIndexedMemories(
  sql: Sql,
  scopeId: string,
  after: string,
  limit: number,
): Promise<{ readonly memories: readonly IndexedMemory[]; readonly last: string | null }> {
  const { rows } = await sql.query<IndexRow>(
    `SELECT d.memory_id, ${COLUMNS}
     FROM search_documents AS d JOIN memories AS m ON m.scope_id = $1 AND m.memory_id = d.memory_id
     WHERE d.scope_id = $1 AND d.memory_id > $2 AND m.memory_id > $2 ORDER BY d.memory_id LIMIT $3`,
    [scopeId, after, limit],
  );
  return {
    memories: rows.map((row) => indexed(row.memory_id, row)),
    last: rows.length < limit ? null : (rows.at(-1)?.memory_id ?? null),
  };
}

interface NamesRow {
  readonly entity_id: string;
  /** Null if the entity no longer exists. */
  readonly type_id: number | null;
  /** One name per line; null if there are none. */
  readonly names: string | null;
}

/** SQL expression of the names of an entity `e`, joined by line breaks. Names contain no line breaks. */
const NAMES = `(SELECT string_agg(DISTINCT n.folded, E'\\n') FROM entity_names AS n
  WHERE n.scope_id = $1 AND n.entity_id = e.entity_id) AS names`;

/** Next page of entities with an id above `after` with their names, in id order. */
export async function readIndexedEntities(
  sql: Sql,
  scopeId: string,
  after: string,
  limit: number,
): Promise<{ readonly entities: readonly IndexedNames[]; readonly last: string | null }> {
  const { rows } = await sql.query<NamesRow>(
    `SELECT e.entity_id, e.type_id, ${NAMES} FROM entities AS e
     WHERE e.scope_id = $1 AND e.entity_id > $2 ORDER BY e.entity_id LIMIT $3`,
    [scopeId, after, limit],
  );
  return {
    entities: rows.map((row) => named(row.entity_id, row)),
    last: rows.length < limit ? null : (rows.at(-1)?.entity_id ?? null),
  };
}

interface ChangeRow extends Omit<IndexRow, 'memory_id'>, Omit<NamesRow, 'entity_id'> {
  readonly epoch: string | null;
  readonly documents: bigint;
  readonly follows: boolean;
  /** Null in the single row returned when nothing changed. */
  readonly number: bigint | null;
  readonly memory_id: string | null;
  readonly entity_id: string | null;
  readonly invalidated: string | null;
}

/**
 * Reads up to `limit` changes after a change number. The statement always returns at least one row, which holds the
 * position of the index. If the change `after` itself was pruned, later changes may be missing too, and the result is
 * not complete.
 */
export async function readChangesSince(sql: Sql, scopeId: string, after: bigint, limit: number): Promise<IndexChanges> {
  const { rows } = await sql.query<ChangeRow>(
    withGenericPlan(`SELECT s.epoch, s.documents, s.follows, c.number, c.memory_id, c.entity_id, c.invalidated, memory.*, entity.*
     FROM (
       SELECT max(tableoid::text) AS epoch, coalesce(max(documents), 0) AS documents,
              $2::bigint = 0 OR EXISTS (SELECT FROM search_changes WHERE scope_id = $1 AND number = $2) AS follows
       FROM search_stats WHERE scope_id = $1
     ) AS s
     LEFT JOIN (
       SELECT number, memory_id, entity_id, array_to_string(invalidated_entity_ids, ' ') AS invalidated
       FROM search_changes WHERE scope_id = $1 AND number > $2 ORDER BY number LIMIT $3
     ) AS c ON true
     LEFT JOIN LATERAL ( -- the limit keeps it from being joined as a whole: mostly nothing is new
       SELECT ${COLUMNS} FROM search_documents AS d JOIN memories AS m ON m.scope_id = $1 AND m.memory_id = d.memory_id
       WHERE d.scope_id = $1 AND d.memory_id = c.memory_id LIMIT 1
     ) AS memory ON true
     LEFT JOIN LATERAL (
       SELECT e.type_id, ${NAMES} FROM entities AS e WHERE e.scope_id = $1 AND e.entity_id = c.entity_id LIMIT 1
     ) AS entity ON true
     ORDER BY c.number`),
    [scopeId, after, limit],
  );
  const memories = new Map<string, ChangeRow>();
  const entities = new Map<string, ChangeRow>();
  for (const row of rows) {
    if (row.memory_id !== null) memories.set(row.memory_id, row);
    if (row.entity_id !== null) entities.set(row.entity_id, row);
  }
  const changes = rows.filter((row) => row.number !== null).length;
  const [{ epoch, documents } = { epoch: null, documents: 0n }] = rows;
  return {
    epoch,
    documentCount: Number(documents),
    number: rows.at(-1)?.number ?? after,
    changes,
    // Counted from 0, changes can have been pruned only if there are more than one read returns.
    isComplete: rows[0]?.follows !== false && (after > 0n || changes < limit),
    added: [...memories].filter(([, row]) => row.terms !== null).map(([id, row]) => indexed(id, row)),
    removed: [...memories].filter(([, row]) => row.terms === null).map(([id]) => id),
    named: [...entities].map(([id, row]) => named(id, row)),
    invalidatedEntityIds: rows.flatMap((row) => row.invalidated?.split(' ') ?? []),
  };
}

function named(entityId: string, { type_id: typeId, names }: Omit<NamesRow, 'entity_id'>): IndexedNames {
  return { entityId, typeId: typeId ?? 0, names: names?.split('\n') ?? [] };
}

function indexed(memoryId: string, row: Omit<IndexRow, 'memory_id'>): IndexedMemory {
  const { terms, frequencies, beginning, ...features } = row;
  return {
    ...{ memoryId, statesTime: statesTimeIn(beginning) },
    ...{ terms: terms?.split(' ') ?? [], frequencies: frequencies?.split(' ').map(Number) ?? [] },
    ...{
      termCount: features.length,
      session: features.session,
      speaker: features.speaker,
      role: features.role,
      eventTimeNanos: features.said,
      kind: features.kind,
    },
    ...{ isQuestion: features.asks, isLong: features.is_long, isPinned: features.pinned },
    ...{ metadata: features.metadata, tags: features.tags },
  };
}
