import type { ClientBase } from 'pg';
import type { StoredEvent } from '#contracts/events.js';
import { groupBy } from '#contracts/group-by.js';
import { NO_OBSERVATIONS, type Observations, type StageReport } from '#contracts/observations.js';
import { readStreams } from '#event-store/read-log.js';
import type { StageOutcome } from '#extraction/pipeline/stage.js';
import {
  isLlmExtraction,
  latestGeneration,
  extractionsOf,
} from '#graph/projection/contributions/effective-extractions.js';
import { lockScope } from '#database/in-locked-scope.js';
import { failpoint } from '#failpoints/failpoints.js';
import { lockProjectable } from '#memories/extraction/extraction-state.js';
import { markTimeouts } from '../infrastructure-error.js';
import { finishLlmJobs } from './llm-jobs.js';
import { projectExtraction, type Extraction } from '../project-extraction.js';
import { currentExtraction } from '../current-extraction.js';

/** What the LLM said of one memory. */
export interface LlmExtraction {
  readonly memoryId: string;
  readonly createdAt: bigint;
  readonly outcome: StageOutcome;
  readonly durationMs: number;
  /** The trace it belongs to, as a W3C traceparent. */
  readonly traceparent?: string;
}

/**
 * Appends and projects what the LLM said of memories of one scope, and removes their jobs, in the caller's
 * transaction. A memory that was forgotten meanwhile, or whose job another worker finished, is left out.
 */
export async function projectLlmExtractions(
  tx: ClientBase,
  scopeId: string,
  readings: readonly LlmExtraction[],
  version: string,
  now: Date,
): Promise<void> {
  await lockScope(tx, scopeId);
  const memoryIds = readings.map((reading) => reading.memoryId);
  const open = await lockProjectable(tx, scopeId, memoryIds, ['partial', 'done']);
  const finished = await finishLlmJobs(tx, scopeId, memoryIds);
  const settled = readings.filter(({ memoryId }) => open.has(memoryId) && finished.has(memoryId));
  const earlier = groupBy(await readStreams(tx, scopeId, memoryIds, ['MemoryExtracted']), (event) => event.streamId);
  const extractions = settled.map((reading) => extractionOf(reading, earlier.get(reading.memoryId) ?? [], version));
  await markTimeouts(() => projectExtraction(tx, scopeId, extractions, now));
  failpoint('llm.before-commit');
}

/** A reading that brought nothing joins those that are there; any other stands in the place of the LLM's before it. */
function extractionOf(reading: LlmExtraction, events: readonly StoredEvent[], version: string): Extraction {
  const { memoryId, createdAt, outcome, traceparent = null } = reading;
  const brought = outcome.state === 'done' || outcome.state === 'partial';
  const found = brought ? outcome.observations : NO_OBSERVATIONS;
  const stages = [reportOf(version, reading, found)];
  const earlier = extractionsOf(events);
  const latest = latestGeneration(earlier.filter(isLlmExtraction));
  const generation = Math.max(0, brought ? latest + 1 : latest);
  const own = { memory_id: '', created_at_unix_nanos: createdAt, stages, observations: found, generation };
  const { observations, reports, isComplete } = currentExtraction([...earlier, own]);
  return {
    ...{ memoryId, createdAt, stages, found, traceparent, generation, wantsLlm: false },
    all: observations,
    effectiveReports: reports,
    state: isComplete ? 'done' : 'partial',
  };
}

function reportOf(version: string, { outcome, durationMs }: LlmExtraction, found: Observations): StageReport {
  return {
    stage: 'llm',
    version,
    state: outcome.state,
    mentions: found.mentions.length,
    relations: found.relations.length,
    statements: found.statements.length,
    duration_ms: Math.round(durationMs),
    ...(outcome.state === 'done' ? {} : { error: outcome.reason }),
  };
}
