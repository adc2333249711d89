import type { MemoryExtracted, StoredEvent } from '#contracts/events.js';
import { combineRuns } from '#contracts/merge-observations.js';
import type { Observations } from '#contracts/observations.js';

/** All that was observed in one memory: its live readings combined, whatever the order of its events. */
export function effectiveObservations(events: readonly StoredEvent[]): Observations {
  return observationsOf(effectiveExtractions(extractionsOf(events)));
}

/** What readings found together; erased ones are left out. */
export function observationsOf(readings: readonly MemoryExtracted[]): Observations {
  return combineRuns(readings.flatMap(({ observations }) => observations ?? []));
}

/** The readings that a memory's events tell of. */
export function extractionsOf(events: readonly StoredEvent[]): MemoryExtracted[] {
  return events.flatMap((event) => (event.type === 'MemoryExtracted' ? [event.data] : []));
}

/**
 * Those readings of one memory that stand: of the LLM's, and of those by the stages that run on every memory, each time
 * all of the highest generation. A function of the set: neither order nor repetition matter.
 */
export function effectiveExtractions(readings: readonly MemoryExtracted[]): MemoryExtracted[] {
  return [false, true].flatMap((llm) => {
    const own = readings.filter((reading) => isLlmExtraction(reading) === llm);
    const generation = latestGeneration(own);
    return own.filter((reading) => generationOf(reading) === generation);
  });
}

/** Whether a reading is the LLM's: it reports of itself alone. */
export function isLlmExtraction({ stages }: MemoryExtracted): boolean {
  return stages[0]?.stage === 'llm';
}

/** Highest generation of the given readings, -1 where there are none. */
export function latestGeneration(readings: readonly MemoryExtracted[]): number {
  return Math.max(-1, ...readings.map(generationOf));
}

function generationOf({ generation = 0 }: MemoryExtracted): number {
  return generation;
}
