import type { Found } from './retriever.js';
import type { Place } from './index/scope-index.js';

/** What a turn next to one that supports an answer keeps of its support. */
const NEXT_TO = 0.5;

/** 0..1 of each memory: the highest support that any retriever gives it, or half of that of a turn next to it. */
export function supportOf(
  found: readonly Pick<Found, 'candidates'>[],
  places: ReadonlyMap<string, Place>,
): Map<string, number> {
  const own = new Map<string, number>();
  for (const { candidates } of found)
    for (const { memoryId, support } of candidates) own.set(memoryId, Math.max(own.get(memoryId) ?? 0, support));
  const supports = new Map(own);
  const raise = (memoryId: string | null, support: number): void => {
    if (memoryId !== null && (supports.get(memoryId) ?? 0) < support) supports.set(memoryId, support);
  };
  for (const [memoryId, support] of own) {
    const place = places.get(memoryId);
    if (!place) continue;
    raise(place.before, support * NEXT_TO);
    raise(place.after, support * NEXT_TO);
  }
  return supports;
}
