import type { ClientBase } from 'pg';
import { memoryIdOfUuid } from '#contracts/memory-id.js';
import { NO_OBSERVATIONS, type Observations, type StageReport } from '#contracts/observations.js';
import { appendEvents, type NewEvent } from '#event-store/append-events.js';
import { failpoint } from '#failpoints/failpoints.js';
import { graphUpdated } from '#graph/projection/graph-updated.js';
import { addDependencies, dropErasedDependencies } from '#graph/projection/contributions/claim-dependencies.js';
import { projectMemories } from '#graph/projection/project-memories.js';
import { enqueueForLlm, settleExtractions, type SettledState } from '#memories/extraction/extraction-state.js';

/** Result of running stages on one memory, as the event and the graph receive it. */
export interface Extraction {
  readonly memoryId: string;
  /** Reading of the memory that was extracted. */
  readonly reading: number;
  readonly createdAt: bigint;
  /** Observations of this run, which go into the event, without claims that depend on erased memories. */
  readonly found: Observations;
  readonly stages: readonly StageReport[];
  /** 0 unless it supersedes an earlier extraction. */
  readonly generation: number;
  /** Stage reports of all effective extractions, including this one. */
  readonly effectiveReports: readonly StageReport[];
  /** Observations of all effective extractions, including this one; they go into the graph. */
  readonly all: Observations;
  readonly state: SettledState;
  readonly wantsLlm: boolean;
  /** Trace of the memory as a W3C traceparent. */
  readonly traceparent: string | null;
}

/**
 * Appends MemoryExtracted, projects it and settles the extraction, in the caller's transaction. The caller holds the
 * scope's lock and has checked that the memories may be projected. Claims that depend on a memory erased while the
 * stages ran are dropped, from the event too. Claims that depend on a softly forgotten memory stay in the event and
 * become effective when it is restored.
 */
export async function projectExtraction(
  tx: ClientBase,
  scopeId: string,
  extractions: readonly Extraction[],
  now: Date,
): Promise<void> {
  if (extractions.length === 0) return;
  const found = await dropErasedDependencies(
    tx,
    scopeId,
    extractions.map((e) => ({ memoryId: e.memoryId, observations: e.found })),
  );
  await addDependencies(
    tx,
    scopeId,
    [...found].map(([memoryId, observations]) => ({ memoryId, observations })),
  );
  const changes = await projectMemories(
    tx,
    scopeId,
    extractions.map(({ memoryId, createdAt, all }) => ({ memoryId, createdAt, observations: all })),
  );
  failpoint('extract.after-projection');
  const extracted = extractions.map((extraction) =>
    extractedEvent(scopeId, extraction, found.get(extraction.memoryId) ?? NO_OBSERVATIONS),
  );
  const memoryIds = extractions.map((e) => e.memoryId);
  await appendEvents(tx, [...extracted, ...graphUpdated(scopeId, memoryIds, changes)]);
  failpoint('extract.after-event');
  await settleExtractions(tx, scopeId, extractions);
  await enqueueForLlm(
    tx,
    scopeId,
    extractions.filter((e) => e.wantsLlm).map((e) => e.memoryId),
    now,
  );
}

function extractedEvent(scopeId: string, extraction: Extraction, observations: Observations): NewEvent {
  const { memoryId, reading, createdAt, stages, generation, traceparent } = extraction;
  const result = { stages, observations, ...(generation > 0 && { generation }), ...(reading > 1 && { reading }) };
  return {
    type: 'MemoryExtracted',
    scopeId,
    streamId: memoryId,
    traceparent,
    data: { memory_id: memoryIdOfUuid(memoryId), created_at_unix_nanos: createdAt, ...result },
  };
}
