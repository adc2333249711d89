import type { EventType, StoredEvent } from '#contracts/events.js';
import type { Sql } from '#database/sql.js';
import { storedEvent, type EventRow } from './read-log.js';

/** Place in the events of a scope, which are read stream by stream. */
export interface ScopePlace {
  readonly streamId: string;
  readonly position: string;
}

/** Place before the first event of every scope. */
export const SCOPE_START: ScopePlace = { streamId: '00000000-0000-0000-0000-000000000000', position: '0' };

/** What had been committed at one time: events of earlier epochs, and those visible in a snapshot of this one. */
export interface LogSnapshot {
  readonly epoch: number;
  /** Text of a pg_snapshot. */
  readonly snapshot: string;
}

/** The log as it is now. */
export async function logSnapshot(sql: Sql): Promise<LogSnapshot> {
  const { rows } = await sql.query<LogSnapshot>(
    `SELECT pg_current_snapshot()::text AS snapshot, (SELECT max(epoch) FROM log_epochs) AS epoch`,
  );
  const [row] = rows;
  if (!row) throw new Error('the log has no epoch');
  return row;
}

export interface ScopePage {
  readonly events: readonly StoredEvent[];
  /** Whether no event follows. */
  readonly isLast: boolean;
}

const VISIBLE = (events: string): string =>
  `(${events}.epoch < $4 OR ${events}.epoch = $4 AND pg_visible_in_snapshot(${events}.txid, $5::pg_snapshot))`;

/**
 * Reads the next events of a scope as of a snapshot, stream by stream and oldest first in each: the order of the
 * primary key, so a page costs what it returns, however much other scopes write. A MemoryForgotten that was undone is
 * left out. Only `streams`, a `uuid[]` in the binary format, are read, if given. `limits.bytes` ends the page by the
 * size of the event data, after at least one event.
 * @throws UnknownEventVersion
 */
export async function readScope(
  sql: Sql,
  scopeId: string,
  after: ScopePlace,
  {
    at,
    types,
    limits,
    streams,
  }: {
    readonly at: LogSnapshot;
    readonly types: readonly EventType[];
    readonly limits: { readonly events: number; readonly bytes: number };
    readonly streams?: Buffer | undefined;
  },
): Promise<ScopePage> {
  const ofStreams = streams ? ' AND stream_id = ANY ($9::uuid[])' : '';
  const { rows } = await sql.query<EventRow & { found: number }>(
    `WITH page AS (
       SELECT stream_id, position, data_bytes FROM events AS e
       WHERE scope_id = $1 AND (stream_id, position) > ($2::uuid, $3::bigint) AND ${VISIBLE('e')} AND type = ANY ($6)${ofStreams}
         AND NOT (type = 'MemoryForgotten' AND EXISTS (
           SELECT FROM events AS later
           WHERE later.scope_id = $1 AND later.stream_id = e.stream_id AND later.position > e.position
             AND later.type = 'MemoryRestored' AND ${VISIBLE('later')}))
       ORDER BY stream_id, position LIMIT $7
     ), cut AS (
       SELECT *, sum(data_bytes) OVER (ORDER BY stream_id, position) - data_bytes AS before, count(*) OVER () AS found
       FROM page
     )
     SELECT events.*, namespace, agent, found::int AS found
     FROM cut JOIN events USING (stream_id, position) JOIN scopes USING (scope_id)
     WHERE scope_id = $1 AND before < $8
     ORDER BY stream_id, position`,
    [
      ...[scopeId, after.streamId, after.position, at.epoch, at.snapshot, types, limits.events, limits.bytes],
      ...(streams ? [streams] : []),
    ],
  );
  const found = rows[0]?.found ?? 0;
  return { events: rows.map(storedEvent), isLast: found < limits.events && found === rows.length };
}
