import type { ClientBase } from 'pg';
import { memoryIdOfUuid } from '#contracts/memory-id.js';
import { JOB, recordAudit, type AuditActor } from '#database/audit-trail.js';
import { notExpiredNowSql } from '#database/expiry-sql.js';
import { appendEvents } from '#event-store/append-events.js';
import { failpoint } from '#failpoints/failpoints.js';
import { FORGOTTEN_KEPT_MS } from '../forget/erase-forgotten.js';
import { graphUpdated } from '#graph/projection/graph-updated.js';
import { restoreLinksOf } from '../links/forgotten-links.js';
import { replayWithDependents } from '#graph/rebuild/replay-streams.js';
import { scheduleVectors } from '#search/vectors/memory-vectors.js';

export interface RestoreOutcome {
  /** Whether the memory was active already, so that nothing changed. */
  readonly wasActive: boolean;
  /** Number of links restored with it. */
  readonly linksRestored: number;
}

/** Thrown when a memory cannot be restored: the scope never had it, its text is erased, or its 7 days are over. */
export class NotRestorable extends Error {
  override readonly name = 'NotRestorable';
  constructor(readonly reason: 'unknown' | 'erased' | 'expired') {
    super(REASONS[reason]);
  }
}

const REASONS = {
  unknown: 'the scope has no such memory',
  erased: 'the memory was erased: its text is gone',
  expired: 'the memory was forgotten more than 7 days ago and is about to be erased',
} as const;

/**
 * Undoes a soft forget, in the caller's transaction, which took the scope's lock before anything else: as with a
 * forget, the order in the log must be the order of the lock. The graph gets back the contributions of the recorded
 * MemoryExtracted events, including those of memories whose claims depend on this one; no model runs again. A memory
 * whose extraction had not ended waits for it again. Accesses are counted from zero, and the latest message of the
 * session stays the same.
 * @param by who restores, for the audit trail
 * @throws NotRestorable
 */
export async function restoreMemory(
  tx: ClientBase,
  scopeId: string,
  memoryId: string,
  now: Date,
  by: AuditActor = JOB,
): Promise<RestoreOutcome> {
  const { rows } = await tx.query<{ state: 'active' | 'forgotten'; erased: boolean; forgotten_at: Date | null }>(
    'SELECT state, erased, forgotten_at FROM memories WHERE scope_id = $1 AND memory_id = $2 FOR UPDATE',
    [scopeId, memoryId],
  );
  const [memory] = rows;
  if (!memory) throw new NotRestorable('unknown');
  if (memory.erased) throw new NotRestorable('erased');
  if (memory.state === 'active') return { wasActive: true, linksRestored: 0 };
  if ((memory.forgotten_at?.getTime() ?? 0) + FORGOTTEN_KEPT_MS <= now.getTime()) throw new NotRestorable('expired');
  await tx.query(
    // A memory that expired would expire again at once.
    `UPDATE memories AS m SET state = 'active', forgotten_at = NULL,
       expires_at_nanos = CASE WHEN ${notExpiredNowSql('m')} THEN expires_at_nanos END
     WHERE scope_id = $1 AND memory_id = $2`,
    [scopeId, memoryId],
  );
  const data = { memory_id: memoryIdOfUuid(memoryId) };
  await appendEvents(tx, [{ type: 'MemoryRestored', scopeId, streamId: memoryId, data }]);
  const restored = { operation: 'memory.restore', outcome: 'done', at: now, scopeId, memoryUuid: memoryId };
  await recordAudit(tx, by, restored);
  failpoint('restore.before-replay');
  const { changes, streamIds } = await replayWithDependents(tx, scopeId, [memoryId]);
  await appendEvents(tx, graphUpdated(scopeId, streamIds, changes));
  failpoint('restore.after-replay');
  await scheduleVectors(tx, scopeId, memoryId, now);
  await resumeExtraction(tx, scopeId, memoryId, now);
  return { wasActive: false, linksRestored: await restoreLinksOf(tx, scopeId, memoryId) };
}

/**
 * Resumes extraction. A pending memory is handed over by the next sweep. A parked one is too, and is then tried alone.
 * A partial memory that the LLM has not read yet, though its other stages ended, goes back to the LLM queue.
 */
async function resumeExtraction(tx: ClientBase, scopeId: string, memoryId: string, now: Date): Promise<void> {
  await tx.query(
    `UPDATE memory_extractions
     SET sweep_at = $3, sweeps = 0, attempts = CASE WHEN state IN ('pending', 'failed') THEN 0 ELSE attempts END,
         state = CASE state WHEN 'failed' THEN 'pending' ELSE state END,
         failure = NULL, parked_by_version = NULL, worker_id = NULL, crashes_alone = 0,
         retry_at = CASE WHEN state = 'failed' OR retry_at IS NOT NULL THEN clock_timestamp() END
     WHERE scope_id = $1 AND memory_id = $2`,
    [scopeId, memoryId, now],
  );
  await tx.query(
    `INSERT INTO llm_jobs (scope_id, memory_id, run_at)
     SELECT scope_id, memory_id, $3 FROM memory_extractions
     WHERE scope_id = $1 AND memory_id = $2 AND state = 'partial' AND NOT EXISTS (
       SELECT FROM jsonb_array_elements(stages) AS report
       WHERE report->>'stage' = 'llm' OR report->>'state' NOT IN ('done', 'skipped'))
     ON CONFLICT (scope_id, memory_id) DO NOTHING`,
    [scopeId, memoryId, now],
  );
}
