import type { MemoryExtracted } from '#contracts/events.js';
import type { Observations, StageReport } from '#contracts/observations.js';
import {
  isLlmExtraction,
  effectiveExtractions,
  observationsOf,
} from '#graph/projection/contributions/effective-extractions.js';

/** Where a memory stands by all readings of it. */
export interface CurrentExtraction {
  readonly observations: Observations;
  /** Of the readings that count, in their order. */
  readonly reports: readonly StageReport[];
  /** Whether every stage came to its end, the LLM in one of its readings, where it read the memory. */
  readonly isComplete: boolean;
}

export function currentExtraction(readings: readonly MemoryExtracted[]): CurrentExtraction {
  const live = effectiveExtractions(readings);
  const llms = live.filter(isLlmExtraction);
  const ended = ({ stages }: MemoryExtracted) => stages.every(isFinished);
  return {
    observations: observationsOf(live),
    reports: live.flatMap(({ stages }) => stages),
    isComplete:
      live.every((reading) => isLlmExtraction(reading) || ended(reading)) && (llms.length === 0 || llms.some(ended)),
  };
}

/** Whether a stage did all that it was to do. */
export function isFinished({ state }: StageReport): boolean {
  return state === 'done' || state === 'skipped';
}
