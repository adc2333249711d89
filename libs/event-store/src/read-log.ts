import type { ClientBase, Pool } from 'pg';
import type { EventType, LogPosition, StoredEvent } from '#contracts/events.js';
import type { Sql } from '#database/sql.js';
import { isEventType, UnknownEventVersion, upcast } from '#contracts/upcast.js';

/** Position before the first event of any log. */
export const LOG_START: LogPosition = { epoch: 0, txid: 0n, position: 0n };

/** An event of the log with its scope, as Postgres gives it. */
export interface EventRow {
  readonly scope_id: string;
  readonly namespace: string;
  readonly agent: string;
  readonly stream_id: string;
  readonly position: bigint;
  readonly epoch: number;
  readonly txid: bigint;
  readonly event_id: string;
  readonly type: string;
  readonly schema_version: number;
  readonly recorded_at: Date;
  readonly traceparent: string | null;
  readonly data: unknown;
}

/** Whether one position of the log comes after another. */
export function isAfter(at: LogPosition, place: LogPosition): boolean {
  if (at.epoch !== place.epoch) return at.epoch > place.epoch;
  return at.txid === place.txid ? at.position > place.position : at.txid > place.txid;
}

export interface LogPage {
  readonly events: readonly StoredEvent[];
  /** Position of the last event examined, delivered or not; the start of the page when there was none. */
  readonly end: LogPosition;
  /** The event after `end`, when this version cannot read it: no reader may go past it. */
  readonly unreadable: UnknownEventVersion | null;
}

/** Empties texts inside Postgres, so that up to a mebibyte of text is not sent and parsed in vain. */
const TEXTLESS = `CASE e.type WHEN 'MemoryEncoded' THEN data || '{"text": ""}' WHEN 'MemoryRevised'
  THEN CASE WHEN data ? 'text' THEN data || '{"text": ""}' ELSE data END ELSE data END`;

/**
 * Reads the next events after a position, in log order. Only events of transactions below the oldest running one are
 * returned, so no event can later appear before them. `limits.bytes` ends the page by the size of the event data, after
 * at least one event; the size has its own column, so the data of events beyond the limit is not fetched. An event
 * whose type or version this version does not know ends the page too.
 * @param withTexts when false, the texts of memories are empty, for readers that do not need them
 * @param types event types to deliver; null for all types, including those that this version does not know
 */
export async function readLog(
  sql: ClientBase | Pool,
  after: LogPosition,
  limits: { readonly events: number; readonly bytes: number },
  types: readonly EventType[] | null,
  withTexts = true,
): Promise<LogPage> {
  const { rows } = await sql.query<EventRow & { wanted: boolean }>({
    name: withTexts ? 'read-log' : 'read-log-without-texts',
    text: `WITH page AS (
       SELECT scope_id, stream_id, position, epoch, txid, data_bytes, $6::text[] IS NULL OR type = ANY ($6) AS wanted
       FROM events
       WHERE (epoch, txid, position) > ($1, $2::xid8, $3)
         AND (epoch < (SELECT max(epoch) FROM log_epochs) OR txid < pg_snapshot_xmin(pg_current_snapshot()))
       ORDER BY epoch, txid, position
       LIMIT $4
     ), sized AS (
       SELECT *, CASE WHEN wanted THEN data_bytes ELSE 0 END AS size FROM page
     ), cut AS (
       -- Never less than at the row before: what follows a row that is cut is cut too, so no end passes it.
       SELECT *, sum(size) OVER (ORDER BY epoch, txid, position) - size AS before FROM sized
     )
     SELECT cut.scope_id, cut.stream_id, cut.position, cut.epoch, cut.txid, wanted,
            namespace, agent, event_id, e.type, schema_version, recorded_at, traceparent,
            CASE WHEN wanted THEN ${withTexts ? 'data' : TEXTLESS} END AS data
     FROM cut JOIN events AS e USING (scope_id, stream_id, position) JOIN scopes USING (scope_id)
     WHERE before < $5
     ORDER BY cut.epoch, cut.txid, cut.position`,
    values: [after.epoch, after.txid.toString(), after.position, limits.events, limits.bytes, types],
  });
  return pageOf(rows, after);
}

/**
 * Page of the rows that were examined, in log order.
 * @param after start of the page
 */
export function pageOf(rows: readonly (EventRow & { readonly wanted: boolean })[], after: LogPosition): LogPage {
  const events: StoredEvent[] = [];
  let end = after;
  for (const row of rows) {
    const event = row.wanted ? readable(row) : null;
    if (event instanceof UnknownEventVersion) return { events, end, unreadable: event };
    if (event) events.push(event);
    end = { epoch: row.epoch, txid: row.txid, position: row.position };
  }
  return { events, end, unreadable: null };
}

function readable(row: EventRow): StoredEvent | UnknownEventVersion {
  try {
    return storedEvent(row);
  } catch (error) {
    if (error instanceof UnknownEventVersion) return error;
    throw error;
  }
}

/** Reads all events of the given types of some streams of a scope, by stream and then oldest first. */
export async function readStreams(
  sql: Sql,
  scopeId: string,
  streamIds: readonly string[],
  types: readonly EventType[],
): Promise<StoredEvent[]> {
  const { rows } = await sql.query<EventRow>(
    `SELECT events.*, namespace, agent FROM events JOIN scopes USING (scope_id)
     WHERE scope_id = $1 AND stream_id = ANY ($2::uuid[]) AND type = ANY ($3)
     ORDER BY stream_id, epoch, txid, position`,
    [scopeId, streamIds, types],
  );
  return rows.map(storedEvent);
}

/**
 * Builds the event of a row, upcast to the newest schema version.
 * @throws UnknownEventVersion when the type or version is not known
 */
export function storedEvent(row: EventRow): StoredEvent {
  if (!isEventType(row.type)) throw new UnknownEventVersion(row.type, row.schema_version);
  return {
    id: row.event_id,
    type: row.type,
    schemaVersion: row.schema_version,
    scope: { scopeId: row.scope_id, namespace: row.namespace, agent: row.agent },
    streamId: row.stream_id,
    at: { epoch: row.epoch, txid: row.txid, position: row.position },
    recordedAt: row.recorded_at,
    ...(row.traceparent !== null && { traceparent: row.traceparent }),
    data: upcast(row.type, row.schema_version, row.data),
  } as StoredEvent;
}
