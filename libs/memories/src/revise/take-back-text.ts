import type { ClientBase } from 'pg';
import { memoryIdOfUuid } from '#contracts/memory-id.js';
import { appendEvents } from '#event-store/append-events.js';
import { failpoint } from '#failpoints/failpoints.js';
import { graphUpdated } from '#graph/projection/graph-updated.js';
import { dependentMemories } from '#graph/projection/contributions/claim-dependencies.js';
import { mergeChanges } from '#graph/projection/read-models/refresh-read-models.js';
import { replayConfirmations, replayStreams } from '#graph/rebuild/replay-streams.js';
import { dropVectors } from '#search/vectors/memory-vectors.js';
import { PRIOR_TURNS } from '../extraction/extraction-state.js';
import { unlinkSimilar } from '../links/memory-links.js';

export interface RereadOptions {
  readonly nowNanos: bigint;
  /** When false, a new text waits for no extraction, for deployments without. */
  readonly extract: boolean;
  /** When the sweeper publishes a memory again that is still pending. */
  readonly sweepAt: Date;
}

/**
 * Takes back what the old text of a memory gave, and callers' confirmations of it, in the caller's transaction, which
 * holds the scope's lock and has appended the MemoryRevised event. Memories that were read with the old text begin a
 * new reading too. All of them wait for extraction.
 */
export async function takeBackText(
  tx: ClientBase,
  scopeId: string,
  memoryId: string,
  options: RereadOptions,
): Promise<void> {
  const readWithIt = await memoriesReadWith(tx, scopeId, memoryId);
  await beginReadings(tx, scopeId, readWithIt, options.nowNanos);
  const again = [memoryId, ...readWithIt];
  await awaitExtraction(tx, scopeId, again, options);
  failpoint('revise.after-reading');
  const replayed = await replayStreams(tx, tx, scopeId, again);
  const changes = mergeChanges(replayed, await replayConfirmations(tx, scopeId, again));
  await appendEvents(tx, graphUpdated(scopeId, again, changes));
  failpoint('revise.after-projection');
  await dropVectors(tx, scopeId, [memoryId]);
  await unlinkSimilar(tx, scopeId, memoryId);
}

/**
 * Later messages with claims that depend on the memory, and those among the next in its session that are being read, or
 * wait for it: their extraction may have begun with the old text.
 */
async function memoriesReadWith(tx: ClientBase, scopeId: string, memoryId: string): Promise<string[]> {
  const dependents = await dependentMemories(tx, scopeId, [memoryId]);
  const { rows } = await tx.query<{ memory_id: string }>(
    `SELECT later.memory_id FROM memories AS m CROSS JOIN LATERAL (
       SELECT l.memory_id FROM memories AS l
       WHERE l.scope_id = $1 AND l.session_key = m.session_key AND l.memory_id > m.memory_id AND NOT l.erased
       ORDER BY l.memory_id LIMIT $3) AS later
     JOIN memory_extractions AS x ON x.scope_id = $1 AND x.memory_id = later.memory_id
     WHERE m.scope_id = $1 AND m.memory_id = $2 AND (
       x.state = 'pending' OR EXISTS (SELECT FROM llm_jobs WHERE scope_id = $1 AND memory_id = later.memory_id)
       OR EXISTS (SELECT FROM reextractions WHERE scope_id = $1))`,
    // Forgotten messages in between do not count when messages are read, but they count here.
    [scopeId, memoryId, 2 * PRIOR_TURNS],
  );
  return [...new Set([...dependents, ...rows.map((row) => row.memory_id)])].sort();
}

/** Begins a new reading of memories whose own text is the same, with an event that says so. */
async function beginReadings(
  tx: ClientBase,
  scopeId: string,
  memoryIds: readonly string[],
  nowNanos: bigint,
): Promise<void> {
  if (memoryIds.length === 0) return;
  const { rows } = await tx.query<{ memory_id: string; version: number; reading: number }>(
    `UPDATE memories SET reading = reading + 1 WHERE scope_id = $1 AND memory_id = ANY ($2::uuid[]) AND NOT erased
     RETURNING memory_id, version, reading`,
    [scopeId, memoryIds],
  );
  await appendEvents(
    tx,
    rows.map(({ memory_id, version, reading }) => ({
      ...{ type: 'MemoryRevised', scopeId, streamId: memory_id },
      data: { memory_id: memoryIdOfUuid(memory_id), version, reading, revised_at_unix_nanos: nowNanos },
    })),
  );
}

/** Makes memories pending as if they had just been stored; forgotten ones wait until they are restored. */
export async function awaitExtraction(
  tx: ClientBase,
  scopeId: string,
  memoryIds: readonly string[],
  { extract, sweepAt }: Pick<RereadOptions, 'extract' | 'sweepAt'>,
): Promise<void> {
  await tx.query(
    `UPDATE memory_extractions AS x
     SET state = $3, sweep_at = CASE WHEN m.state = 'active' THEN $4::timestamptz ELSE 'infinity' END, sweeps = 0, attempts = 0,
         stages = '[]', failure = NULL, worker_id = NULL, crashes_alone = 0, retry_at = NULL, parked_by_version = NULL
     FROM memories AS m
     WHERE x.scope_id = $1 AND x.memory_id = ANY ($2::uuid[]) AND m.scope_id = $1 AND m.memory_id = x.memory_id`,
    [scopeId, memoryIds, extract ? 'pending' : 'done', sweepAt],
  );
  await tx.query('DELETE FROM llm_jobs WHERE scope_id = $1 AND memory_id = ANY ($2::uuid[])', [scopeId, memoryIds]);
}
