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
import { currentExtraction } from '#memories/extraction/current-extraction.js';

/** Result of the current stages on a memory that was extracted before. */
export interface ReextractionRun extends PipelineResult {
  readonly memory: PendingMemory;
  readonly wantsLlm: boolean;
}

export interface SupersedingExtraction {
  readonly extraction: Extraction;
  /** Whether the result differs from the current extraction: in observations, in a version, or in a stage's outcome. */
  readonly differs: boolean;
}

/**
 * Supersedes the earlier extractions by these stages; the LLM's extractions stay.
 * @param events all MemoryExtracted events of the memory
 * @param waits whether the memory is in the LLM's queue
 */
export function supersedeExtraction(
  { memory, observations, reports, wantsLlm }: ReextractionRun,
  events: readonly StoredEvent[],
  waits: boolean,
): SupersedingExtraction {
  const { memoryId, reading, createdAt } = memory;
  const extractions = extractionsOf(events);
  const llmExtractions = extractions.filter(isLlmExtraction);
  const generation = latestGeneration(extractions.filter((extraction) => !isLlmExtraction(extraction))) + 1;
  const own = { memory_id: '', created_at_unix_nanos: createdAt, stages: reports, observations, generation, reading };
  const { reports: effectiveReports, isComplete, observations: all } = currentExtraction([...llmExtractions, own]);
  const effective = effectiveExtractions(extractions).filter((extraction) => !isLlmExtraction(extraction));
  return {
    extraction: {
      ...{ memoryId, reading, createdAt, generation, effectiveReports, all, wantsLlm },
      ...{ stages: reports, found: observations, traceparent: null },
      state: isComplete && !waits && !wantsLlm ? 'done' : 'partial',
    },
    differs: effective.length !== 1 || !effective[0] || !isDeepStrictEqual(comparable(effective[0]), comparable(own)),
  };
}

/** An extraction without durations, in the form in which the log returns it: keys and integers differ there. */
function comparable({ stages, observations }: Pick<MemoryExtracted, 'stages' | 'observations'>): unknown {
  const reports = stages.map((report) => ({ ...report, duration_ms: 0 }));
  return parseExact(stringifyExact({ reports, observations }));
}
