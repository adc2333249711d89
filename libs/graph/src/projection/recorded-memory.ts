import type { StoredEvent } from '#contracts/events.js';
import { liveObservations } from './live-observations.js';
import type { ProjectedMemory } from './project-memories.js';

/** A memory as its events tell it: a forgotten one gives nothing. */
export function recordedMemory(memoryId: string, events: readonly StoredEvent[]): ProjectedMemory {
  const extracted = events.find((event) => event.type === 'MemoryExtracted');
  return {
    memoryId,
    createdAt: BigInt(extracted?.data.created_at_unix_nanos ?? 0),
    observations: isForgotten(events) ? null : liveObservations(events),
  };
}

/** Whether the last word of the log, which the events stand in the order of, is that it was forgotten. */
export function isForgotten(events: readonly StoredEvent[]): boolean {
  return (
    events.findLast(({ type }) => type === 'MemoryForgotten' || type === 'MemoryRestored')?.type === 'MemoryForgotten'
  );
}
