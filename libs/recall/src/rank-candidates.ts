import { addWords, fuse } from './fusion.js';
import type { Gathered } from './gather-candidates.js';
import { liftScores, type Lifted } from './lifts.js';
import type { Ranking } from './ranking.js';
import { readAsked } from './read-asked.js';

/**
 * Ranks what was gathered, best first; a pure function, so that weights can be compared on what was gathered once.
 * @param neighbours whether turns next to a match gain by it, and may so stand in the ranking
 */
export function rankCandidates(
  { query, found, places, words }: Gathered,
  neighbours: boolean,
  ranking: Ranking,
): Lifted[] {
  const weights = neighbours ? ranking.lifts : { ...ranking.lifts, before: 0, after: 0 };
  const nearness = new Map([...words].map(([id, { own, inContext }]) => [id, neighbours ? inContext : own]));
  const fused = addWords(fuse(found, ranking), nearness, ranking.words);
  return liftScores(fused, places, readAsked(query), weights);
}
