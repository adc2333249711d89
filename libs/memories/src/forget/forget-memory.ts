import type { ClientBase } from 'pg';
import type { AuditActor } from '#database/audit-trail.js';
import { memoryIdOfUuid } from '#contracts/memory-id.js';
import { appendEvents, type NewEvent } from '#event-store/append-events.js';
import { failpoint } from '#failpoints/failpoints.js';
import { dropKeptLinksOf } from '../links/forgotten-links.js';
import { redactDependentEvents } from '#graph/projection/contributions/claim-dependencies.js';
import { recordErasure } from '../erase/record-erasure.js';
import { removeFromGraph } from './remove-from-graph.js';

export interface ForgetOutcome {
  readonly wasForgotten: boolean;
  /** Number of links removed with the memory. */
  readonly linksRemoved: number;
}

interface ForgetOptions {
  /** Whether the text is erased too, including that of a memory softly forgotten before. */
  readonly hard: boolean;
  /** Start of the 7 days of a soft forget. */
  readonly now: Date;
  /** Who erases, for the audit trail. */
  readonly by?: AuditActor;
  /** Given if nobody asked for it. */
  readonly reason?: 'expired';
  /** Whether the log has the event already. */
  readonly isRecorded?: boolean;
}

/** Like `forgetMemories`, for one memory; null when the scope has no such memory. */
export async function forgetMemory(
  tx: ClientBase,
  scopeId: string,
  memoryId: string,
  options: ForgetOptions,
): Promise<ForgetOutcome | null> {
  return (await forgetMemories(tx, scopeId, [memoryId], options)).get(memoryId) ?? null;
}

/**
 * Removes memories from the graph and from recall, in the caller's transaction. The caller holds the scope's lock, so
 * an extraction in progress finds them gone. Each gets its event, and the graph is projected once. A link between two
 * of them counts for the one with the lesser id, as if they were forgotten in that order.
 * @returns outcomes of the memories that the scope has, by UUID
 */
export async function forgetMemories(
  tx: ClientBase,
  scopeId: string,
  memoryIds: readonly string[],
  options: ForgetOptions,
): Promise<ReadonlyMap<string, ForgetOutcome>> {
  const memories = await lockMemories(tx, scopeId, memoryIds);
  const active = memories.filter(({ state }) => state === 'active');
  const toErase = options.hard ? memories.filter(({ erased }) => !erased) : [];
  const links = await removeFromGraph(tx, scopeId, active, options);
  // An active memory is never erased, so a hard forget erases the active ones too.
  if (!options.isRecorded) await appendForgotten(tx, scopeId, options.hard ? toErase : active, options);
  failpoint('forget.before-erasure');
  for (const { memoryId } of toErase) {
    await eraseText(tx, scopeId, memoryId);
    await recordErasure(tx, { scopeId, memoryUuid: memoryId }, options);
  }
  return new Map(
    memories.map(({ memoryId, state }) => [
      memoryId,
      { wasForgotten: state === 'forgotten', linksRemoved: links.get(memoryId) ?? 0 },
    ]),
  );
}

interface LockedMemory {
  readonly memoryId: string;
  readonly state: 'active' | 'forgotten';
  readonly erased: boolean;
  readonly createdAt: bigint;
}

async function lockMemories(tx: ClientBase, scopeId: string, memoryIds: readonly string[]): Promise<LockedMemory[]> {
  const { rows } = await tx.query<LockedMemory>(
    `SELECT memory_id AS "memoryId", state, erased, created_at_nanos AS "createdAt" FROM memories
     WHERE scope_id = $1 AND memory_id = ANY ($2::uuid[]) ORDER BY memory_id FOR UPDATE`,
    [scopeId, memoryIds],
  );
  return rows;
}

async function appendForgotten(
  tx: ClientBase,
  scopeId: string,
  memories: readonly LockedMemory[],
  { hard, reason }: ForgetOptions,
): Promise<void> {
  const events = memories.map(({ memoryId }): NewEvent => {
    const data = { memory_id: memoryIdOfUuid(memoryId), hard, ...(reason && { reason }) };
    return { type: 'MemoryForgotten', scopeId, streamId: memoryId, data };
  });
  await appendEvents(tx, events);
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
