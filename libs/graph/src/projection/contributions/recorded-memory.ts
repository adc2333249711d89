import type { StoredEvent } from '#contracts/events.js';
import type { Observations } from '#contracts/observations.js';
import { effectiveObservations } from './effective-extractions.js';

/** Memory to project as its events record it; a forgotten one has no observations. */
export function recordedMemory(memoryId: string, events: readonly StoredEvent[]): ProjectedMemory {
  const extracted = events.find((event) => event.type === 'MemoryExtracted');
  return {
    memoryId,
    createdAt: BigInt(extracted?.data.created_at_unix_nanos ?? 0),
    observations: isForgotten(events) ? null : effectiveObservations(events),
  };
}

/** Whether the last lifecycle event, in log order, is MemoryForgotten. The events must be in log order. */
export function isForgotten(events: readonly StoredEvent[]): boolean {
  return (
    events.findLast(({ type }) => type === 'MemoryForgotten' || type === 'MemoryRestored')?.type === 'MemoryForgotten'
  );
}

/** A memory to project with its merged observations; null when it is forgotten. */
export interface ProjectedMemory {
  readonly memoryId: string;
  readonly createdAt: bigint;
  readonly observations: Observations | null;
}
