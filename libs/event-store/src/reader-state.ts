import type { Pool } from 'pg';
import type { UnknownEventVersion } from '#contracts/upcast.js';
import type { LeaderTerm } from './reader-lease.js';

/** Lag of a reader: the number of events not yet handled (at most 10,000), and the age of the oldest in seconds. */
export async function readerLag(pool: Pool, reader: string): Promise<{ events: number; seconds: number }> {
  const { rows } = await pool.query<{ events: bigint; seconds: number | null }>(
    `SELECT count(*) AS events, extract(epoch FROM now() - min(recorded_at))::float8 AS seconds
     FROM (SELECT recorded_at FROM events,
                  (SELECT coalesce(max(epoch), 0) AS epoch, coalesce(max(txid::text), '0')::xid8 AS txid,
                          coalesce(max(position), 0) AS position FROM log_checkpoints WHERE reader = $1) AS here
           WHERE (events.epoch, events.txid, events.position) > (here.epoch, here.txid, here.position)
           ORDER BY events.epoch, events.txid, events.position LIMIT 10000) AS waiting`,
    [reader],
  );
  return { events: Number(rows[0]?.events ?? 0n), seconds: rows[0]?.seconds ?? 0 };
}

/** Lag of a reader in the log of one scope: events not yet handled (at most 10,000), age of the oldest in seconds. */
export async function scopeLag(
  system: Pool,
  reader: string,
  scopeId: string,
): Promise<{ events: number; seconds: number }> {
  const { rows } = await system.query<{ events: bigint; seconds: number | null }>(
    `SELECT count(*) AS events, extract(epoch FROM now() - min(recorded_at))::float8 AS seconds
     FROM (SELECT recorded_at FROM events,
                  (SELECT coalesce(max(epoch), 0)::bigint AS epoch, coalesce(max(txid::text), '0')::xid8 AS txid,
                          coalesce(max(position), 0) AS position FROM log_checkpoints WHERE reader = $1) AS here
           WHERE events.scope_id = $2
             AND (events.epoch::bigint, events.txid, events.position) > (here.epoch, here.txid, here.position)
           ORDER BY events.epoch::bigint, events.txid, events.position LIMIT 10000) AS waiting`,
    [reader, scopeId],
  );
  return { events: Number(rows[0]?.events ?? 0n), seconds: rows[0]?.seconds ?? 0 };
}

/** State of the reader of one name, as the database holds it; the same in every process. */
export interface ReaderState {
  /** Host and process id of the leader; null when there is none. */
  readonly leader: string | null;
  /** Type and version of the event that the last leader did not know and stopped before. */
  readonly unknownEvent: string | null;
  /** Age of the oldest event not yet handled, in seconds. */
  readonly lagSeconds: number;
}

export async function readerState(pool: Pool, reader: string): Promise<ReaderState> {
  const { rows } = await pool.query<{ leader: string | null; unknown_event: string | null }>(
    `SELECT CASE WHEN expires_at > clock_timestamp() THEN holder END AS leader, unknown_event
     FROM log_reader_leases WHERE reader = $1`,
    [reader],
  );
  const { seconds } = await readerLag(pool, reader);
  return { leader: rows[0]?.leader ?? null, unknownEvent: rows[0]?.unknown_event ?? null, lagSeconds: seconds };
}

/** Records the event that a leader stopped before, for the readiness probes of all processes. Errors are ignored. */
export async function recordUnknownEvent(
  pool: Pool,
  { reader, fence }: LeaderTerm,
  unknown: UnknownEventVersion,
): Promise<void> {
  await pool
    .query('UPDATE log_reader_leases SET unknown_event = $3 WHERE reader = $1 AND fence = $2', [
      reader,
      fence,
      `${unknown.type} version ${String(unknown.version)}`,
    ])
    .catch(() => undefined);
}
