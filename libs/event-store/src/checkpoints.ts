import type { PoolClient } from 'pg';
import type { LogPosition } from '#contracts/events.js';
import type { Sql } from '#database/sql.js';
import { LOG_START } from './read-log.js';
import { LeaseLost, type LeaderTerm } from './reader-lease.js';

/** Names the place in the log of the relay to Kafka. */
export const RELAY_READER = 'kafka-relay';

/** How far a reader has come. */
export async function loadCheckpoint(sql: Sql, reader: string): Promise<LogPosition> {
  const { rows } = await sql.query<LogPosition>('SELECT epoch, txid, position FROM log_checkpoints WHERE reader = $1', [
    reader,
  ]);
  return rows[0] ?? LOG_START;
}

/**
 * Moves the checkpoint of a reader, as its leader. The row lock orders it with a takeover: either it moves before that,
 * or not at all.
 * @throws LeaseLost when another leads meanwhile
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
