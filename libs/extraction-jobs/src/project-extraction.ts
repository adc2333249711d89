import type { ClientBase } from 'pg';
import { memoryIdOfUuid } from '#contracts/memory-id.js';
import { NO_OBSERVATIONS, type Observations, type StageReport } from '#contracts/observations.js';
import { appendEvents, type NewEvent } from '#event-store/append-events.js';
import { failpoint } from '#failpoints/failpoints.js';
import { graphUpdated } from '#graph/projection/graph-updated.js';
import { addDependencies, dropErasedDependencies } from '#graph/projection/contributions/claim-dependencies.js';
import { projectMemories } from '#graph/projection/project-memories.js';
import { enqueueForLlm, settleExtractions, type SettledState } from '#memories/extraction/extraction-state.js';

/** What a run of stages found in one memory, and what the graph shall make of it. */
export interface Extraction {
  readonly memoryId: string;
  readonly createdAt: bigint;
  /** Found by this run: goes into the event, where what it leans on is still there. */
  readonly found: Observations;
  readonly stages: readonly StageReport[];
  /** 0 unless it stands in the place of an earlier one. */
  readonly generation: number;
  /** The reports of all readings that count, this run's included. */
  readonly effectiveReports: readonly StageReport[];
  /** All that is known of the memory now, this run included: goes into the graph. */
  readonly all: Observations;
  readonly state: SettledState;
  readonly wantsLlm: boolean;
  /** The trace it belongs to, as a W3C traceparent. */
  readonly traceparent: string | null;
}

/**
 * Appends MemoryExtracted, projects it and settles the extraction, in the caller's transaction; the caller holds the
 * scope's lock and has checked that the memories may be projected. Claims that lean on a memory that was erased while the
 * stages ran are left out, of the event too. Those that lean on one that was forgotten softly are kept in the event: they
 * come back with it.
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
  const { memoryId, createdAt, stages, generation, traceparent } = extraction;
  const reading = { stages, observations, ...(generation > 0 && { generation }) };
  return {
    type: 'MemoryExtracted',
    scopeId,
    streamId: memoryId,
    traceparent,
    data: { memory_id: memoryIdOfUuid(memoryId), created_at_unix_nanos: createdAt, ...reading },
  };
}
