import { withGenericPlan } from '#database/generic-plan.js';
import type { Sql } from '#database/sql.js';
import { TIME_WORDS } from '../postgres-index/feature-cache.js';
import type { IndexedNames } from './name-index.js';
import type { IndexedMemory } from './inverted-index.js';

/** Where the index of a scope stands. */
export interface IndexState {
  /** Of the tables: another one after a rebuild was switched to. Null where the scope has no words. */
  readonly epoch: string | null;
  /** The last change; 0 where none was noted. */
  readonly number: bigint;
}

/** What came into the index after a change, and what left it. */
export interface IndexChanges extends IndexState {
  /** Memories that are in the index now. */
  readonly documentCount: number;
  readonly changes: number;
  /** Whether these are all that there were behind the number. */
  readonly isComplete: boolean;
  readonly added: readonly IndexedMemory[];
  readonly removed: readonly string[];
  readonly named: readonly IndexedNames[];
  /** Entities around which the graph changed. */
  readonly invalidatedEntityIds: readonly string[];
}

interface IndexRow {
  readonly memory_id: string;
  /** Null where the memory is not in the index. */
  readonly terms: string | null;
  readonly frequencies: string | null;
  readonly length: number;
  readonly session: string | null;
  readonly speaker: string | null;
  readonly said: bigint;
  readonly kind: number;
  readonly tells_time: boolean;
  readonly asks: boolean;
}

/** The driver takes a text apart in a tenth of the time that it takes for an array. No term has a blank in it. */
const COLUMNS = `array_to_string(d.terms, ' ') AS terms, array_to_string(d.frequencies, ' ') AS frequencies, d.length,
  m.session::text, m.speaker, m.said_at_nanos AS said, m.kind,
  left(m.text, 1000) ~* '${TIME_WORDS}' AS tells_time, right(rtrim(m.text), 1) IN ('?', '？', '؟') AS asks`;

/** Where the index stands now. */
export async function readIndexState(sql: Sql, scopeId: string): Promise<IndexState> {
  const { rows } = await sql.query<{ epoch: string | null; number: bigint }>(
    withGenericPlan(`SELECT (SELECT tableoid::text FROM search_scopes WHERE scope_id = $1) AS epoch,
            coalesce((SELECT max(number) FROM search_changes WHERE scope_id = $1), 0) AS number`),
    [scopeId],
  );
  return rows[0] ?? { epoch: null, number: 0n };
}

/** The memories of the index behind one, in the order of their ids. */
export async function readIndexedMemories(
  sql: Sql,
  scopeId: string,
  after: string,
  limit: number,
): Promise<{ readonly memories: readonly IndexedMemory[]; readonly last: string | null }> {
  const { rows } = await sql.query<IndexRow>(
    `SELECT d.memory_id, ${COLUMNS}
     FROM search_documents AS d JOIN memories AS m ON m.scope_id = $1 AND m.memory_id = d.memory_id
     WHERE d.scope_id = $1 AND d.memory_id > $2 ORDER BY d.memory_id LIMIT $3`,
    [scopeId, after, limit],
  );
  return {
    memories: rows.map((row) => indexed(row.memory_id, row)),
    last: rows.length < limit ? null : (rows.at(-1)?.memory_id ?? null),
  };
}

interface NamesRow {
  readonly entity_id: string;
  /** Null where the entity is gone. */
  readonly type_id: number | null;
  /** One a line; null where there are none. */
  readonly names: string | null;
}

/** The names of an entity `e`, which have no line breaks in them. */
const NAMES = `(SELECT string_agg(DISTINCT n.folded, E'\\n') FROM entity_names AS n
  WHERE n.scope_id = $1 AND n.entity_id = e.entity_id) AS names`;

/** The entities behind one with their names, in the order of their ids. */
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
  /** Null in the one row of a scope where nothing changed. */
  readonly number: bigint | null;
  readonly memory_id: string | null;
  readonly entity_id: string | null;
  readonly around: string | null;
}

/**
 * What changed behind a number, at most so many changes: always one row, for where the index stands. Where the change of that
 * number itself is gone, others may be that nobody reads any more.
 */
export async function readChangesSince(sql: Sql, scopeId: string, after: bigint, limit: number): Promise<IndexChanges> {
  const { rows } = await sql.query<ChangeRow>(
    withGenericPlan(`SELECT s.epoch, s.documents, s.follows, c.number, c.memory_id, c.entity_id, c.around, memory.*, entity.*
     FROM (
       SELECT max(tableoid::text) AS epoch, coalesce(max(documents), 0) AS documents,
              $2::bigint = 0 OR EXISTS (SELECT FROM search_changes WHERE scope_id = $1 AND number = $2) AS follows
       FROM search_scopes WHERE scope_id = $1
     ) AS s
     LEFT JOIN (
       SELECT number, memory_id, entity_id, array_to_string(around, ' ') AS around FROM search_changes WHERE scope_id = $1 AND number > $2 ORDER BY number LIMIT $3
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
    // Behind no change at all, some are gone only where there are more than are read at once.
    isComplete: rows[0]?.follows !== false && (after > 0n || changes < limit),
    added: [...memories].filter(([, row]) => row.terms !== null).map(([id, row]) => indexed(id, row)),
    removed: [...memories].filter(([, row]) => row.terms === null).map(([id]) => id),
    named: [...entities].map(([id, row]) => named(id, row)),
    invalidatedEntityIds: rows.flatMap((row) => row.around?.split(' ') ?? []),
  };
}

function named(entityId: string, { type_id: typeId, names }: Omit<NamesRow, 'entity_id'>): IndexedNames {
  return { entityId, typeId: typeId ?? 0, names: names?.split('\n') ?? [] };
}

function indexed(memoryId: string, row: Omit<IndexRow, 'memory_id'>): IndexedMemory {
  const { terms, frequencies, tells_time: statesTime, ...turn } = row;
  return {
    ...{ memoryId, statesTime, terms: terms?.split(' ') ?? [], frequencies: frequencies?.split(' ').map(Number) ?? [] },
    ...{
      termCount: turn.length,
      session: turn.session,
      speaker: turn.speaker,
      eventTimeNanos: turn.said,
      kind: turn.kind,
    },
    isQuestion: turn.asks,
  };
}
