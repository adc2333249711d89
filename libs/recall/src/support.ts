import type { Found } from './gather-candidates.js';
import type { Place } from './surroundings.js';

/** What a turn next to one that supports an answer keeps of its support. */
const NEXT_TO = 0.5;

/** 0..1 of each memory: the highest support that any retriever gives it, or half of that of a turn next to it. */
export function supportOf(
  found: readonly Pick<Found, 'candidates'>[],
  places: ReadonlyMap<string, Place>,
): Map<string, number> {
  const own = new Map<string, number>();
  for (const { memoryId, support } of found.flatMap((run) => run.candidates))
    own.set(memoryId, Math.max(own.get(memoryId) ?? 0, support));
  const supports = new Map(own);
  for (const [memoryId, support] of own) {
    const place = places.get(memoryId);
    for (const next of [place?.before, place?.after])
      if (next) supports.set(next, Math.max(supports.get(next) ?? 0, support * NEXT_TO));
  }
  return supports;
}
