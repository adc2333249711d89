import type { MemoryExtracted } from '#contracts/events.js';
import type { Observations, StageReport } from '#contracts/observations.js';
import { isLlms, liveReadings, observationsOf } from '#graph/projection/live-observations.js';

/** Where a memory stands by all readings of it. */
export interface Standing {
  readonly observations: Observations;
  /** Of the readings that count, in their order. */
  readonly reports: readonly StageReport[];
  /** Whether every stage came to its end, the LLM in one of its readings, where it read the memory. */
  readonly complete: boolean;
}

export function standingOf(readings: readonly MemoryExtracted[]): Standing {
  const live = liveReadings(readings);
  const llms = live.filter(isLlms);
  const ended = ({ stages }: MemoryExtracted) => stages.every(hasEnded);
  return {
    observations: observationsOf(live),
    reports: live.flatMap(({ stages }) => stages),
    complete: live.every((reading) => isLlms(reading) || ended(reading)) && (llms.length === 0 || llms.some(ended)),
  };
}

/** Whether a stage did all that it was to do. */
export function hasEnded({ state }: StageReport): boolean {
  return state === 'done' || state === 'skipped';
}
