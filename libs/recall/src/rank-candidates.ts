import { fuse } from './fusion.js';
import type { Gathered } from './gather-candidates.js';
import { liftScores, type Lifted } from './lifts.js';
import type { Ranking } from './ranking.js';
import { readAsked } from './read-asked.js';

/**
 * Ranks what was gathered, best first; a pure function, so that weights can be compared on what was gathered once.
 * @param neighbours whether turns next to a match gain by it, and may so stand in the ranking
 */
export function rankCandidates(
  { query, found, places }: Gathered,
  neighbours: boolean,
  { lifts, retrievers }: Ranking,
): Lifted[] {
  const weights = neighbours ? lifts : { ...lifts, before: 0, after: 0 };
  return liftScores(fuse(found, { lifts, retrievers }), places, readAsked(query), weights);
}
