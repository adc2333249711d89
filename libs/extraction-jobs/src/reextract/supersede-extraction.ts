import { isDeepStrictEqual } from 'node:util';
import type { MemoryExtracted, StoredEvent } from '#contracts/events.js';
import { parseExact, stringifyExact } from '#contracts/exact-json.js';
import {
  isLlmExtraction,
  latestGeneration,
  effectiveExtractions,
  extractionsOf,
} from '#graph/projection/contributions/effective-extractions.js';
import type { PipelineResult } from '#extraction/pipeline.js';
import type { PendingMemory } from '#memories/extraction/extraction-state.js';
import type { Extraction } from '../project-extraction.js';
import { currentExtraction } from '../current-extraction.js';

/** What the present stages found in a memory that was read before. */
export interface ReextractionRun extends PipelineResult {
  readonly memory: PendingMemory;
  readonly wantsLlm: boolean;
}

export interface SupersedingExtraction {
  readonly extraction: Extraction;
  /** Whether the reading differs from the one that stands: in what was found, in a version, or in how a stage ended. */
  readonly differs: boolean;
}

/**
 * Puts a second reading in the place of the earlier ones by these stages; what the LLM found stays.
 * @param events all MemoryExtracted events of the memory
 * @param waits whether the memory is on the LLM's queue
 */
export function supersedeExtraction(
  { memory, observations, reports, wantsLlm }: ReextractionRun,
  events: readonly StoredEvent[],
  waits: boolean,
): SupersedingExtraction {
  const { memoryId, createdAt } = memory;
  const readings = extractionsOf(events);
  const byLlm = readings.filter(isLlmExtraction);
  const generation = latestGeneration(readings.filter((reading) => !isLlmExtraction(reading))) + 1;
  const own = { memory_id: '', created_at_unix_nanos: createdAt, stages: reports, observations, generation };
  const { reports: effectiveReports, isComplete, observations: all } = currentExtraction([...byLlm, own]);
  const live = effectiveExtractions(readings).filter((reading) => !isLlmExtraction(reading));
  return {
    extraction: {
      ...{ memoryId, createdAt, generation, effectiveReports, all, wantsLlm },
      ...{ stages: reports, found: observations, traceparent: null },
      state: isComplete && !waits && !wantsLlm ? 'done' : 'partial',
    },
    differs: live.length !== 1 || !live[0] || !isDeepStrictEqual(comparable(live[0]), comparable(own)),
  };
}

/** A reading but for the time that it took, as the log gives it back: there, keys and integers have another form. */
function comparable({ stages, observations }: Pick<MemoryExtracted, 'stages' | 'observations'>): unknown {
  const reports = stages.map((report) => ({ ...report, duration_ms: 0 }));
  return parseExact(stringifyExact({ reports, observations }));
}
