import type { ClientBase } from 'pg';
import { groupBy } from '#contracts/group-by.js';
import { dependentMemories } from '../projection/contributions/claim-dependencies.js';
import { confirmationsOf } from '../projection/decisions/decision-rows.js';
import { replayStreams } from './replay-streams.js';

interface ChangedStream {
  readonly scope_id: string;
  readonly stream_id: string;
}

/**
 * Finds the streams with graph events that a snapshot does not contain: memories, created and corrected entities, and
 * decisions about names and facts.
 * @param limit maximum number of streams; null for all
 */
export async function changedSince(sql: ClientBase, snapshot: string, limit: number | null): Promise<ChangedStream[]> {
  const { rows } = await sql.query<ChangedStream>(
    `SELECT DISTINCT scope_id, stream_id FROM events
     WHERE epoch = (SELECT max(epoch) FROM log_epochs) AND txid >= pg_snapshot_xmin($1::pg_snapshot)
       AND NOT pg_visible_in_snapshot(txid, $1::pg_snapshot)
       AND type IN ('MemoryExtracted', 'MemoryExtractionFailed', 'MemoryForgotten', 'EntityCreated',
         'NameAssigned', 'EntityCorrected', 'MemoryRestored', 'MemoryRevised', 'FactAsserted', 'FactConfirmed', 'FactRetracted')
     LIMIT $2`,
    [snapshot, limit],
  );
  return rows;
}

/**
 * Projects streams into the fresh tables again, with the memories and confirmations whose claims depend on them. The
 * dependencies recorded in the fresh tables are older than the changes, so a dependent memory is found even if its
 * claims were erased since.
 * @param log session that reads the log
 */
export async function replayChanged(
  log: ClientBase,
  fresh: ClientBase,
  changed: readonly ChangedStream[],
): Promise<void> {
  for (const [scopeId, own] of groupBy(changed, (row) => row.scope_id)) {
    const streamIds = own.map((row) => row.stream_id);
    const dependents = await dependentMemories(fresh, scopeId, streamIds);
    const confirmations = await confirmationsOf(fresh, scopeId, streamIds);
    await replayStreams(log, fresh, scopeId, [...new Set([...streamIds, ...dependents, ...confirmations])]);
  }
}

/** Begins to read at one snapshot; returns it as text of pg_current_snapshot(). */
export async function beginSnapshot(log: ClientBase): Promise<string> {
  // Read only: a snapshot without a transaction id does not hold back the readers of the log.
  await log.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  // The session is idle while a scope is projected, which may take long.
  await log.query('SET LOCAL idle_in_transaction_session_timeout = 0');
  const { rows } = await log.query<{ snapshot: string }>('SELECT pg_current_snapshot()::text AS snapshot');
  return rows[0]?.snapshot ?? '';
}
