import type { Pool } from 'pg';
import type { EventType, LogPosition } from '#contracts/events.js';
import type { Sql } from '#database/sql.js';
import { LOG_START, pageOf, type EventRow, type LogPage } from './read-log.js';

/** Which events may be read: those that no event can later appear before. */
const IS_SETTLED = `(epoch < (SELECT max(epoch) FROM log_epochs) OR txid < pg_snapshot_xmin(pg_current_snapshot()))`;

interface PositionRow {
  readonly epoch: number;
  readonly txid: bigint;
  readonly position: bigint;
}

/** Position of the last event that a reader may see now, of any scope; LOG_START if there is none. */
export async function readLogEnd(pool: Pool): Promise<LogPosition> {
  const { rows } = await pool.query<PositionRow>(
    `SELECT epoch, txid, position FROM events WHERE ${IS_SETTLED}
     ORDER BY epoch DESC, txid DESC, position DESC LIMIT 1`,
  );
  return rows[0] ? positionOf(rows[0]) : LOG_START;
}

/**
 * Whether the log still has what it had when an event was last. It does not after a restore of a backup that is older:
 * then its end may have passed the position with other events.
 */
export async function hasPosition(pool: Pool, { epoch, txid, position }: LogPosition): Promise<boolean> {
  if (epoch === LOG_START.epoch) return true;
  const { rows } = await pool.query<{ has: boolean }>(
    `SELECT CASE sign($1 - (SELECT max(epoch) FROM log_epochs))
       WHEN 0 THEN $2::xid8 < pg_snapshot_xmin(pg_current_snapshot())
       WHEN -1 THEN EXISTS (SELECT FROM events WHERE (epoch, txid, position) >= ($1, $2::xid8, $3) AND epoch = $1)
       ELSE false END AS has`,
    [epoch, txid.toString(), position],
  );
  return rows[0]?.has === true;
}

/** Scopes of the next events of all scopes, in log order. */
export interface ScopesPage {
  readonly scopeIds: ReadonlySet<string>;
  /** Position of the last of these events; the start of the page when there was none. */
  readonly end: LogPosition;
  /** Whether more events may follow already. */
  readonly isFull: boolean;
}

/** Reads whose the next `limit` events after a position are, without their data. */
export async function readScopesOfLog(pool: Pool, after: LogPosition, limit: number): Promise<ScopesPage> {
  const { rows } = await pool.query<PositionRow & { readonly scope_id: string }>({
    name: 'read-scopes-of-log',
    text: `SELECT scope_id, epoch, txid, position FROM events
       WHERE (epoch, txid, position) > ($1, $2::xid8, $3) AND ${IS_SETTLED}
       ORDER BY epoch, txid, position LIMIT $4`,
    values: [after.epoch, after.txid.toString(), after.position, limit],
  });
  const last = rows.at(-1);
  const scopeIds = new Set(rows.map((row) => row.scope_id));
  return { scopeIds, end: last ? positionOf(last) : after, isFull: rows.length === limit };
}

/** Range of a scope's log that is to be read. */
export interface ScopeLogRange {
  readonly after: LogPosition;
  /** The last position to read, which a reader of the whole log has passed: nothing can appear before it. */
  readonly until: LogPosition;
  /** Types to deliver; null for all. */
  readonly types: readonly EventType[] | null;
}

/**
 * Reads the next events of one scope, in log order, by the index `events_of_scope`, which has the cast of the epoch. A
 * page that is not cut by a limit ends at `until`.
 * @param limits events to examine, and bytes of their data; a page has at least one event
 */
export async function readScopeLog(
  sql: Sql,
  scopeId: string,
  { after, until, types }: ScopeLogRange,
  limits: { readonly events: number; readonly bytes: number },
): Promise<LogPage> {
  const { rows } = await sql.query<EventRow & { wanted: boolean; total: bigint }>(
    `WITH page AS (
       SELECT stream_id, position, epoch, txid, $8::text[] IS NULL OR type = ANY ($8) AS wanted, data_bytes
       FROM events
       WHERE scope_id = $1 AND (epoch::bigint, txid, position) > ($2, $3::xid8, $4)
         AND (epoch::bigint, txid, position) <= ($5, $6::xid8, $7)
       ORDER BY epoch::bigint, txid, position LIMIT $9
     ), sized AS (
       SELECT *, CASE WHEN wanted THEN data_bytes ELSE 0 END AS size, count(*) OVER () AS total FROM page
     ), cut AS (
       SELECT *, sum(size) OVER (ORDER BY epoch, txid, position) - size AS before FROM sized
     )
     SELECT e.scope_id, stream_id, position, cut.epoch, cut.txid, wanted, total, namespace, agent, event_id, e.type,
            schema_version, recorded_at, traceparent, CASE WHEN wanted THEN data END AS data
     FROM cut JOIN events AS e USING (stream_id, position) JOIN scopes USING (scope_id)
     WHERE before < $10 AND e.scope_id = $1
     ORDER BY cut.epoch, cut.txid, position`,
    [
      ...[scopeId, after.epoch, after.txid.toString(), after.position, until.epoch, until.txid.toString()],
      ...[until.position, types, limits.events, limits.bytes],
    ],
  );
  const page = pageOf(rows, after);
  const isCut = rows.length === limits.events || rows.length < Number(rows[0]?.total ?? 0);
  return isCut || page.unreadable ? page : { ...page, end: until };
}

function positionOf({ epoch, txid, position }: PositionRow): LogPosition {
  return { epoch, txid, position };
}
