import type { Sql } from '#database/sql.js';
import { filterSql } from './filter-sql.js';
import type { RecallFilter } from './retriever.js';

/** Where a memory stands among others. */
export interface Place {
  readonly memoryId: string;
  readonly session: string | null;
  readonly speaker: string | null;
  /** Unix nanoseconds: when it was said, or stored where that is unset. */
  readonly said: bigint;
  /** Whether its text tells a time: a date, a weekday, "yesterday"; false where no time is asked for. */
  readonly tellsTime: boolean;
  /** Words of its text that are terms of the index. */
  readonly words: number;
  /** Whether its text ends with a question mark. */
  readonly asks: boolean;
  /** The turns around it in its session, whether they pass the filter or not; null at either end. */
  readonly before: string | null;
  readonly after: string | null;
}

/** Of which memories' surroundings how much is wanted. */
export interface Surroundings {
  readonly filter: RecallFilter;
  /** Whether the question asks for a time: else no text is searched for one, which takes most of the time. */
  readonly when: boolean;
  /** Whether the places of the turns next to them are wanted too, of those that pass the filter. */
  readonly neighbours: boolean;
}

/**
 * Places of the given memories, and of the turns next to them in their sessions. Ids follow the time of storing, so a
 * session's turns stand in the order of their ids.
 */
export async function placesOf(
  sql: Sql,
  scopeId: string,
  memoryIds: readonly string[],
  { filter, when, neighbours }: Surroundings,
): Promise<Map<string, Place>> {
  if (memoryIds.length === 0) return new Map();
  const values: unknown[] = [scopeId, memoryIds];
  const found = `SELECT memory_id, session, speaker, m.said_at_nanos AS said, ${formOf('m', when)}, before.id AS before, after.id AS after
    FROM memories AS m
    LEFT JOIN LATERAL (${neighbour('<', 'DESC')}) AS before ON true
    LEFT JOIN LATERAL (${neighbour('>', 'ASC')}) AS after ON true
    WHERE scope_id = $1 AND memory_id = ANY ($2::uuid[]) AND state = 0`;
  const { rows } = await sql.query<PlaceRow>(
    neighbours ? withNeighbours(found, when, filterSql(filter, 'turn.memory_id', values)) : found,
    values,
  );
  return new Map(rows.map((row) => [row.memory_id, placeOf(row)]));
}

/** The neighbours as one array, which an index takes in one pass; joined, all of the scope's memories would be read. */
function withNeighbours(found: string, when: boolean, passes: string): string {
  return `WITH found AS MATERIALIZED (${found}), near AS MATERIALIZED (
      SELECT ARRAY (
        SELECT before FROM found WHERE before <> ALL ($2::uuid[])
        UNION SELECT after FROM found WHERE after <> ALL ($2::uuid[])
      ) AS ids
    )
    SELECT * FROM found
    UNION ALL
    SELECT turn.memory_id, turn.session, turn.speaker, turn.said_at_nanos, ${formOf('turn', when)}, NULL::uuid, NULL::uuid
    FROM memories AS turn
    WHERE turn.scope_id = $1 AND turn.memory_id = ANY ((SELECT ids FROM near)::uuid[])${passes}`;
}

/** Without spreads: five hundred are made for one question. */
function placeOf({ memory_id, session, speaker, said, tells_time, words, asks, before, after }: PlaceRow): Place {
  return {
    memoryId: memory_id,
    session: session === null ? null : String(session),
    speaker,
    said,
    tellsTime: tells_time,
    words,
    asks,
    before,
    after,
  };
}

interface PlaceRow {
  readonly memory_id: string;
  readonly session: bigint | null;
  readonly speaker: string | null;
  readonly said: bigint;
  readonly tells_time: boolean;
  readonly words: number;
  readonly asks: boolean;
  readonly before: string | null;
  readonly after: string | null;
}

function neighbour(beyond: '<' | '>', order: 'ASC' | 'DESC'): string {
  return `SELECT n.memory_id AS id FROM memories AS n
    WHERE n.scope_id = $1 AND n.session_key = m.session_key AND n.memory_id ${beyond} m.memory_id AND n.state = 0
    ORDER BY n.memory_id ${order} LIMIT 1`;
}

/** Columns that tell of a memory's text; of its beginning only, whether it tells a time: a mebibyte is not searched. */
function formOf(memory: 'm' | 'turn', when: boolean): string {
  return `${when ? `left(${memory}.text, 1000) ~* '${TIME_WORDS}'` : 'false'} AS tells_time,
    coalesce((SELECT d.length FROM search_documents AS d WHERE d.scope_id = $1 AND d.memory_id = ${memory}.memory_id), 0) AS words,
    right(rtrim(${memory}.text), 1) IN ('?', '？', '؟') AS asks`;
}

const TIME_WORDS = [
  '\\m(yesterday|today|tonight|tomorrow|ago|weekend|last (night|week|month|year|summer|winter|spring|fall|autumn)',
  'next (week|month|year|summer|winter|spring|fall|autumn)|this (week|month|year|morning|summer|winter)',
  '(mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|june|july|august|september|october|november',
  'december|(19|20)\\d\\d|since|years? old|birthday|anniversary)\\M',
].join('|');
