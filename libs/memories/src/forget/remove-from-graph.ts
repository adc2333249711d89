import type { ClientBase } from 'pg';
import { groupBy } from '#contracts/group-by.js';
import { appendEvents } from '#event-store/append-events.js';
import { readStreams } from '#event-store/read-log.js';
import { failpoint } from '#failpoints/failpoints.js';
import { dependentMemories } from '#graph/projection/contributions/claim-dependencies.js';
import { recordedMemory, type ProjectedMemory } from '#graph/projection/contributions/recorded-memory.js';
import { graphUpdated } from '#graph/projection/graph-updated.js';
import { projectMemories } from '#graph/projection/project-memories.js';
import { mergeChanges } from '#graph/projection/read-models/refresh-read-models.js';
import { replayConfirmations } from '#graph/rebuild/replay-streams.js';
import { indexMemories } from '#search/lexical/index-memories.js';
import { dropVectors } from '#search/vectors/memory-vectors.js';
import { removeLinksOf } from '../links/forgotten-links.js';

/**
 * Removes the contributions, index entries and links of active memories that are being forgotten, in the caller's
 * transaction, which holds the scope's lock.
 * @returns how many links were removed with each, by UUID; none for those without
 */
export async function removeFromGraph(
  tx: ClientBase,
  scopeId: string,
  memories: readonly { readonly memoryId: string; readonly createdAt: bigint }[],
  { hard, now }: { readonly hard: boolean; readonly now: Date },
): Promise<ReadonlyMap<string, number>> {
  if (memories.length === 0) return new Map();
  const memoryIds = memories.map(({ memoryId }) => memoryId);
  await markForgotten(tx, scopeId, memoryIds, now);
  failpoint('forget.before-projection');
  const dependents = await loadDependentMemories(tx, scopeId, memoryIds);
  const removed = await projectMemories(tx, scopeId, [
    ...memories.map((memory) => ({ ...memory, observations: null })),
    ...dependents,
  ]);
  const changes = mergeChanges(removed, await replayConfirmations(tx, scopeId, memoryIds));
  const projected = [...memoryIds, ...dependents.map(({ memoryId }) => memoryId)];
  await appendEvents(tx, graphUpdated(scopeId, projected, changes));
  await indexMemories(
    tx,
    scopeId,
    memoryIds.map((memoryId) => ({ memoryId, text: null, speaker: null })),
  );
  await dropVectors(tx, scopeId, memoryIds);
  failpoint('forget.before-links');
  await endSessions(tx, scopeId, memoryIds);
  return removeLinksOf(tx, scopeId, memoryIds, hard ? 'dropped' : 'kept');
}

async function markForgotten(tx: ClientBase, scopeId: string, memoryIds: readonly string[], now: Date): Promise<void> {
  const ofThese = 'scope_id = $1 AND memory_id = ANY ($2::uuid[])';
  await tx.query(`UPDATE memories SET state = 'forgotten', forgotten_at = $3 WHERE ${ofThese}`, [
    ...[scopeId, memoryIds, now],
  ]);
  await tx.query(`UPDATE memory_extractions SET sweep_at = 'infinity' WHERE ${ofThese}`, [scopeId, memoryIds]);
  for (const table of ['memory_accesses', 'llm_jobs'])
    await tx.query(`DELETE FROM ${table} WHERE ${ofThese}`, [scopeId, memoryIds]);
}

/** Memories whose claims depend on these. */
async function loadDependentMemories(
  tx: ClientBase,
  scopeId: string,
  memoryIds: readonly string[],
): Promise<ProjectedMemory[]> {
  const dependents = await dependentMemories(tx, scopeId, memoryIds);
  if (dependents.length === 0) return [];
  const types = ['MemoryRevised', 'MemoryExtracted', 'MemoryForgotten', 'MemoryRestored'] as const;
  const events = groupBy(await readStreams(tx, scopeId, dependents, types), (event) => event.streamId);
  return [...events].map(([dependentId, own]) => recordedMemory(dependentId, own));
}

/**
 * Deletes the heads of sessions that these memories are. Before their links: this waits for a batch that continues from
 * a head, so its link is then seen and removed. Heads are locked in the order in which batches lock them.
 */
async function endSessions(tx: ClientBase, scopeId: string, memoryIds: readonly string[]): Promise<void> {
  const { rowCount } = await tx.query(
    `SELECT FROM session_heads AS head
     WHERE head.scope_id = $1 AND head.memory_id = ANY ($2::uuid[])
       AND head.session IN (SELECT session FROM memories WHERE scope_id = $1 AND memory_id = ANY ($2::uuid[]))
     ORDER BY head.session FOR UPDATE`,
    [scopeId, memoryIds],
  );
  if (rowCount === 0) return;
  await tx.query(
    `DELETE FROM session_heads AS head USING memories AS memory
     WHERE memory.scope_id = $1 AND memory.memory_id = ANY ($2::uuid[])
       AND head.scope_id = $1 AND head.session = memory.session AND head.memory_id = memory.memory_id`,
    [scopeId, memoryIds],
  );
}
