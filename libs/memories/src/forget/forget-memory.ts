import type { ClientBase } from 'pg';
import type { AuditActor } from '#database/audit-trail.js';
import { memoryIdOfUuid } from '#contracts/memory-id.js';
import { groupBy } from '#contracts/group-by.js';
import { appendEvents } from '#event-store/append-events.js';
import { readStreams } from '#event-store/read-log.js';
import { failpoint } from '#failpoints/failpoints.js';
import { graphUpdated } from '#graph/projection/graph-updated.js';
import { dropKeptLinksOf, removeLinksOf } from '../links/forgotten-links.js';
import { dependentMemories, redactDependentEvents } from '#graph/projection/contributions/claim-dependencies.js';
import { recordErasure } from '../erase/record-erasure.js';
import { recordedMemory } from '#graph/projection/contributions/recorded-memory.js';
import { projectMemories } from '#graph/projection/project-memories.js';
import { mergeChanges } from '#graph/projection/read-models/refresh-read-models.js';
import { replayConfirmations } from '#graph/rebuild/replay-streams.js';
import type { ProjectedMemory } from '#graph/projection/contributions/recorded-memory.js';
import { indexMemories } from '#search/lexical/index-memories.js';
import { dropVectors } from '#search/vectors/memory-vectors.js';

export interface ForgetOutcome {
  readonly wasForgotten: boolean;
  /** Number of links removed with the memory. */
  readonly linksRemoved: number;
}

/**
 * Removes a memory from the graph and from recall, in the caller's transaction. The caller holds the scope's lock, so
 * an extraction in progress finds the memory gone. `hard` also erases the text, including that of a memory softly
 * forgotten before. Null when the scope has no such memory.
 * @param how `now` is the start of the 7 days of a soft forget; `by` is who erases, for the audit trail; `reason` is
 * given if nobody asked for it; `isRecorded` when the log has the event already
 */
export async function forgetMemory(
  tx: ClientBase,
  scopeId: string,
  memoryId: string,
  how: {
    readonly hard: boolean;
    readonly now: Date;
    readonly by?: AuditActor;
    readonly reason?: 'expired';
    readonly isRecorded?: boolean;
  },
): Promise<ForgetOutcome | null> {
  const { rows } = await tx.query<{ state: 'active' | 'forgotten'; erased: boolean; created_at_nanos: bigint }>(
    'SELECT state, erased, created_at_nanos FROM memories WHERE scope_id = $1 AND memory_id = $2 FOR UPDATE',
    [scopeId, memoryId],
  );
  const memory = rows[0];
  if (!memory) return null;
  const { hard } = how;
  const wasForgotten = memory.state === 'forgotten';
  const erases = hard && !memory.erased;
  const linksRemoved = wasForgotten ? 0 : await removeFromGraph(tx, scopeId, memoryId, memory.created_at_nanos, how);
  if (!how.isRecorded && (!wasForgotten || erases)) {
    const data = { memory_id: memoryIdOfUuid(memoryId), hard, ...(how.reason && { reason: how.reason }) };
    await appendEvents(tx, [{ type: 'MemoryForgotten', scopeId, streamId: memoryId, data }]);
  }
  failpoint('forget.before-erasure');
  if (erases) {
    await eraseText(tx, scopeId, memoryId);
    await recordErasure(tx, { scopeId, memoryUuid: memoryId }, how);
  }
  return { wasForgotten, linksRemoved };
}

/** Removes the memory's contributions, index entries and links; returns how many links were removed. */
async function removeFromGraph(
  tx: ClientBase,
  scopeId: string,
  memoryId: string,
  createdAt: bigint,
  { hard, now }: { readonly hard: boolean; readonly now: Date },
): Promise<number> {
  await tx.query(`UPDATE memories SET state = 'forgotten', forgotten_at = $3 WHERE scope_id = $1 AND memory_id = $2`, [
    scopeId,
    memoryId,
    now,
  ]);
  await tx.query(`UPDATE memory_extractions SET sweep_at = 'infinity' WHERE scope_id = $1 AND memory_id = $2`, [
    scopeId,
    memoryId,
  ]);
  await tx.query('DELETE FROM memory_accesses WHERE scope_id = $1 AND memory_id = $2', [scopeId, memoryId]);
  await tx.query('DELETE FROM llm_jobs WHERE scope_id = $1 AND memory_id = $2', [scopeId, memoryId]);
  failpoint('forget.before-projection');
  const dependents = await loadDependentMemories(tx, scopeId, memoryId);
  const removed = await projectMemories(tx, scopeId, [{ memoryId, createdAt, observations: null }, ...dependents]);
  const changes = mergeChanges(removed, await replayConfirmations(tx, scopeId, [memoryId]));
  await appendEvents(
    tx,
    graphUpdated(scopeId, [memoryId, ...dependents.map((dependent) => dependent.memoryId)], changes),
  );
  await indexMemories(tx, scopeId, [{ memoryId, text: null, speaker: null }]);
  await dropVectors(tx, scopeId, memoryId);
  failpoint('forget.before-links');
  // Before the links: this waits for a batch that continues from this head, so its link is then seen and removed.
  await tx.query(
    `DELETE FROM session_heads AS head USING memories AS memory
     WHERE memory.scope_id = $1 AND memory.memory_id = $2
       AND head.scope_id = $1 AND head.session = memory.session AND head.memory_id = $2`,
    [scopeId, memoryId],
  );
  return removeLinksOf(tx, scopeId, memoryId, hard ? 'dropped' : 'kept');
}

/** Memories whose claims depend on this one. */
async function loadDependentMemories(tx: ClientBase, scopeId: string, memoryId: string): Promise<ProjectedMemory[]> {
  const dependents = await dependentMemories(tx, scopeId, [memoryId]);
  if (dependents.length === 0) return [];
  const types = ['MemoryRevised', 'MemoryExtracted', 'MemoryForgotten', 'MemoryRestored'] as const;
  const events = groupBy(await readStreams(tx, scopeId, dependents, types), (event) => event.streamId);
  return [...events].map(([dependentId, own]) => recordedMemory(dependentId, own));
}

/**
 * Redacts the memory and every event of its stream, and the dependent claims in events of other memories. Only ids,
 * times and numbers remain.
 */
async function eraseText(tx: ClientBase, scopeId: string, memoryId: string): Promise<void> {
  await tx.query(
    `UPDATE memories SET text = NULL, speaker = NULL, session = NULL, session_text = NULL, metadata = NULL,
       tags = NULL, erased = true
     WHERE scope_id = $1 AND memory_id = $2`,
    [scopeId, memoryId],
  );
  await dropKeptLinksOf(tx, scopeId, memoryId);
  await redactDependentEvents(tx, scopeId, memoryId);
}
