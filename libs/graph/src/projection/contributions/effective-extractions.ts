import type { MemoryExtracted, StoredEvent } from '#contracts/events.js';
import { combineRuns } from '#contracts/merge-observations.js';
import type { Observations } from '#contracts/observations.js';
import { withVerdicts } from './claim-verdicts.js';

/** Observations of one memory: those of its current extractions combined, independent of the order of its events. */
export function effectiveObservations(events: readonly StoredEvent[]): Observations {
  return observationsOf(currentExtractions(events));
}

/** The effective extractions of a memory's latest reading, of which there are none until it is extracted again. */
export function currentExtractions(events: readonly StoredEvent[]): MemoryExtracted[] {
  const reading = Math.max(1, ...events.map((event) => (event.type === 'MemoryRevised' ? event.data.reading : 1)));
  return effectiveExtractions(extractionsOf(events).filter((extraction) => readingNumberOf(extraction) >= reading));
}

/**
 * Combined observations of some extractions, with the LLM's verdicts on the claims of the others; erased ones are left
 * out.
 */
export function observationsOf(extractions: readonly MemoryExtracted[]): Observations {
  const runs = extractions.flatMap(({ stages, observations }) => (observations ? [{ stages, observations }] : []));
  const [byLlm, byOthers] = [true, false].map((llm) =>
    runs.filter((run) => isLlmExtraction(run) === llm).map(({ observations }) => observations),
  ) as [Observations[], Observations[]];
  return combineRuns(withVerdicts(byOthers, byLlm));
}

/** The extractions recorded in a memory's events. */
export function extractionsOf(events: readonly StoredEvent[]): MemoryExtracted[] {
  return events.flatMap((event) => (event.type === 'MemoryExtracted' ? [event.data] : []));
}

/**
 * The effective extractions of one memory, all of the highest reading among them. LLM extractions and those of the
 * stages that run on every memory are separate; of each, those of the highest generation are effective. A function of
 * the set: order and repetition do not matter.
 */
export function effectiveExtractions(extractions: readonly MemoryExtracted[]): MemoryExtracted[] {
  const reading = Math.max(1, ...extractions.map(readingNumberOf));
  return [false, true].flatMap((llm) => {
    const own = extractions.filter(
      (extraction) => readingNumberOf(extraction) === reading && isLlmExtraction(extraction) === llm,
    );
    const generation = latestGeneration(own);
    return own.filter((extraction) => generationOf(extraction) === generation);
  });
}

/** Whether the LLM made an extraction: such a one reports its stage first and alone. */
export function isLlmExtraction({ stages }: Pick<MemoryExtracted, 'stages'>): boolean {
  return stages[0]?.stage === 'llm';
}

/** Highest generation of the given extractions; -1 when there are none. */
export function latestGeneration(extractions: readonly MemoryExtracted[]): number {
  return Math.max(-1, ...extractions.map(generationOf));
}

/** Reading of the memory that was extracted, or that failed. */
export function readingNumberOf({ reading = 1 }: Pick<MemoryExtracted, 'reading'>): number {
  return reading;
}

function generationOf({ generation = 0 }: MemoryExtracted): number {
  return generation;
}
