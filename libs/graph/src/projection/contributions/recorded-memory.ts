import type { StoredEvent } from '#contracts/events.js';
import type { Observations } from '#contracts/observations.js';
import { effectiveObservations } from './effective-extractions.js';

/** A memory as its events tell it: a forgotten one gives nothing. */
export function recordedMemory(memoryId: string, events: readonly StoredEvent[]): ProjectedMemory {
  const extracted = events.find((event) => event.type === 'MemoryExtracted');
  return {
    memoryId,
    createdAt: BigInt(extracted?.data.created_at_unix_nanos ?? 0),
    observations: isForgotten(events) ? null : effectiveObservations(events),
  };
}

/** Whether the last word of the log, which the events stand in the order of, is that it was forgotten. */
export function isForgotten(events: readonly StoredEvent[]): boolean {
  return (
    events.findLast(({ type }) => type === 'MemoryForgotten' || type === 'MemoryRestored')?.type === 'MemoryForgotten'
  );
}

/** A memory and all that was observed in it, merged; null once it is forgotten. */
export interface ProjectedMemory {
  readonly memoryId: string;
  readonly createdAt: bigint;
  readonly observations: Observations | null;
}
