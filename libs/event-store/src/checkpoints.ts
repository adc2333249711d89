import type { PoolClient } from 'pg';
import type { LogPosition } from '#contracts/events.js';
import type { Sql } from '#database/sql.js';
import { LOG_START } from './read-log.js';
import { LeaseLost, type LeaderTerm } from './reader-lease.js';

/** Reader name of the relay to Kafka, under which its checkpoint and lease are stored. */
export const RELAY_READER = 'kafka-relay';

/** Position up to which a reader has handled the log; LOG_START when it has no checkpoint yet. */
export async function loadCheckpoint(sql: Sql, reader: string): Promise<LogPosition> {
  const { rows } = await sql.query<LogPosition>('SELECT epoch, txid, position FROM log_checkpoints WHERE reader = $1', [
    reader,
  ]);
  return rows[0] ?? LOG_START;
}

/**
 * Moves the checkpoint of a reader, on behalf of its leader, and clears the unknown event recorded for it. The row lock
 * on the lease orders this with a takeover: the checkpoint moves either before the takeover or not at all.
 * @throws LeaseLost when another process leads by now
 */
export async function saveCheckpoint(session: PoolClient, term: LeaderTerm, at: LogPosition): Promise<void> {
  const { rowCount } = await session.query(
    `WITH held AS (SELECT FROM log_reader_leases WHERE reader = $1::text AND fence = $5::bigint FOR SHARE),
          passed AS (UPDATE log_reader_leases SET unknown_event = NULL
                     WHERE reader = $1::text AND fence = $5::bigint AND unknown_event IS NOT NULL)
     INSERT INTO log_checkpoints (reader, epoch, txid, position)
     SELECT $1, $2::int, $3::xid8, $4::bigint FROM held
     ON CONFLICT (reader) DO UPDATE
       SET epoch = excluded.epoch, txid = excluded.txid, position = excluded.position, updated_at = now()`,
    [term.reader, at.epoch, at.txid.toString(), at.position, term.fence],
  );
  if (rowCount !== 1) throw new LeaseLost(term.reader);
}
