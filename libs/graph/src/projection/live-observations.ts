import type { StoredEvent } from '#contracts/events.js';
import { combineRuns } from '#contracts/merge-observations.js';
import type { Observations } from '#contracts/observations.js';

/** All that was observed in one memory: its MemoryExtracted events combined, whatever their order. */
export function liveObservations(events: readonly StoredEvent[]): Observations {
  return combineRuns(observedRuns(events));
}

/** What each of a memory's MemoryExtracted events found; erased ones are left out. */
export function observedRuns(events: readonly StoredEvent[]): Observations[] {
  return events.flatMap((event) =>
    event.type === 'MemoryExtracted' && event.data.observations ? [event.data.observations] : [],
  );
}
