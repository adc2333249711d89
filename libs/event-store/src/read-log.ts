import type { ClientBase, Pool } from 'pg';
import type { EventType, LogPosition, StoredEvent } from '#contracts/events.js';
import type { Sql } from '#database/sql.js';
import { isEventType, UnknownEventVersion, upcast } from '#contracts/upcast.js';

/** The place before the first event of any log. */
export const LOG_START: LogPosition = { epoch: 0, txid: 0n, position: 0n };

interface EventRow {
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

/** Whether a place of the log comes after another. */
export function isAfter(at: LogPosition, place: LogPosition): boolean {
  if (at.epoch !== place.epoch) return at.epoch > place.epoch;
  return at.txid === place.txid ? at.position > place.position : at.txid > place.txid;
}

export interface LogPage {
  readonly events: readonly StoredEvent[];
  /** Place of the last event looked at, delivered or not; the page's start where there was none. */
  readonly end: LogPosition;
  /** What comes after the end, where this program cannot read it: nothing may pass it. */
  readonly unreadable: UnknownEventVersion | null;
}

/** Read in Postgres: a mebibyte of text is not sent and parsed for nothing. */
const TEXTLESS = `CASE WHEN e.type = 'MemoryEncoded' THEN data || '{"text": ""}' ELSE data END`;

/**
 * The next events after a place, in log order, none that a transaction still running could precede: only those
 * whose transaction is below the oldest running one. `bytes` cuts the page by the size of the data, after at
 * least one event; the size is read from its own column, so that cut-off texts are never fetched. An event that this
 * program does not know, by type or version, cuts it too.
 * @param withTexts false: the texts of memories are empty, for readers that look at the event alone
 * @param types those to deliver; null: every one, also of types that this program does not know
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

/** Every event of one memory's stream, of the given types, oldest first. */
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

/** @throws UnknownEventVersion when the row is newer than this program */
function storedEvent(row: EventRow): StoredEvent {
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
