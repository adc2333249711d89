import type { MemoryExtracted } from '#contracts/events.js';
import type { Observations, StageReport } from '#contracts/observations.js';
import {
  isLlmExtraction,
  effectiveExtractions,
  observationsOf,
} from '#graph/projection/contributions/effective-extractions.js';

/** State of a memory by all its extractions. */
export interface CurrentExtraction {
  readonly observations: Observations;
  /** Stage reports of the effective extractions, in order. */
  readonly reports: readonly StageReport[];
  /** Whether every stage finished; the LLM, if it ran, in at least one of its extractions. */
  readonly isComplete: boolean;
}

export function currentExtraction(extractions: readonly MemoryExtracted[]): CurrentExtraction {
  const effective = effectiveExtractions(extractions);
  const llmExtractions = effective.filter(isLlmExtraction);
  const allFinished = ({ stages }: MemoryExtracted) => stages.every(isFinished);
  return {
    observations: observationsOf(effective),
    reports: effective.flatMap(({ stages }) => stages),
    isComplete:
      effective.every((extraction) => isLlmExtraction(extraction) || allFinished(extraction)) &&
      (llmExtractions.length === 0 || llmExtractions.some(allFinished)),
  };
}

/** Whether a stage completed its work. */
export function isFinished({ state }: StageReport): boolean {
  return state === 'done' || state === 'skipped';
}
