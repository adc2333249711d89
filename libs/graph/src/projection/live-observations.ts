import type { StoredEvent } from '#contracts/events.js';
import type { Observations } from '#contracts/observations.js';
import { mergeObservations } from '#extraction/merge-observations.js';

/** All that was observed in one memory: its MemoryExtracted events merged, whatever their order. */
export function liveObservations(events: readonly StoredEvent[]): Observations {
  return mergeObservations(
    events.flatMap((event) =>
      event.type === 'MemoryExtracted' && event.data.observations ? [event.data.observations] : [],
    ),
  );
}
