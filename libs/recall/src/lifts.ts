import type { Fused } from './fusion.js';
import type { Lifts } from './ranking.js';
import type { Place } from './index/scope-index.js';

/** What of the question concerns a memory's surroundings. */
export interface Asked {
  /** Whether the question names this speaker. */
  readonly names: (speaker: string) => boolean;
  /** 0..1: how near the time is to one that the question names; null where it names none. */
  readonly nearness: ((said: bigint) => number) | null;
  /** Whether the question asks for a time. */
  readonly when: boolean;
}

/** A memory with its score after the lifts, and what moved it, in words. */
export interface Lifted extends Fused {
  readonly memoryId: string;
  /** 0..1: 1 for the first, the others in proportion. */
  readonly score: number;
  readonly lifts: readonly string[];
}

/** Turns of a session that speak for the session. */
const SESSION_TURNS = 3;
/** Words, without those that say nothing, of a turn that is long enough to tell something. */
const LONG = 12;

/**
 * Lifts memories by where they stand and what they are: the turns next to a near one gain by it, and so do those of a
 * session that talks of the matter, of a speaker who is named, and of a time that is named.
 * @param places of them and of the turns next to them
 * @returns all that score now, best first; ties go to the newer memory
 */
export function liftScores(
  fused: ReadonlyMap<string, Fused>,
  places: ReadonlyMap<string, Place>,
  asked: Asked,
  weights: Lifts,
): Lifted[] {
  const sessions = sessionShares(fused, places);
  const lifted: Lifted[] = [];
  let best = 0;
  for (const [memoryId, memory] of withNeighbours(fused, places, weights)) {
    const place = places.get(memoryId);
    const score = place ? lift(memory, place, sessions, asked, weights) : memory.near + memory.claimed;
    const { near, claimed, found, lifts } = memory;
    lifted.push({ memoryId, near, claimed, found, score, lifts });
    best = Math.max(best, score);
  }
  return lifted.map((memory) => Object.assign(memory, { score: memory.score / (best || 1) })).sort(bestFirst);
}

/** A memory's score by where it stands and what it is; notes what moved it. */
function lift(
  memory: WithNeighbours,
  place: Place,
  sessions: ReadonlyMap<string, number>,
  { names, nearness, when }: Asked,
  weights: Lifts,
): number {
  let score = memory.near + memory.claimed + memory.added;
  const share = place.session === null ? 0 : weights.session * (sessions.get(place.session) ?? 0);
  if (share > 0) memory.lifts.push('session');
  score += share;
  const by = (name: string, factor: number): void => {
    score *= factor;
    if (factor !== 1) memory.lifts.push(name);
  };
  by('speaker', 1 + (place.speaker !== null && names(place.speaker) ? weights.speaker : 0));
  by('time', 1 + weights.time * (nearness?.(place.said) ?? 0));
  by('tells a time', 1 + (when && place.tellsTime ? weights.when : 0));
  by('length', 1 + weights.long * Math.min(1, place.words / LONG));
  by('asks', 1 / (1 + (place.asks ? weights.asks : 0)));
  return score;
}

interface WithNeighbours extends Fused {
  /** Of the turns next to it. */
  added: number;
  readonly lifts: string[];
}

/** Those that were found, and the turns next to a near one, which count as found by what found that. */
function withNeighbours(
  fused: ReadonlyMap<string, Fused>,
  places: ReadonlyMap<string, Place>,
  { before, after }: Lifts,
): Map<string, WithNeighbours> {
  const all = new Map<string, WithNeighbours>();
  for (const [memoryId, { near, claimed, found }] of fused)
    all.set(memoryId, { near, claimed, found, added: 0, lifts: [] });
  const add = (memoryId: string | null, share: number, name: string, { found }: Fused): void => {
    if (memoryId === null || share === 0 || !places.has(memoryId)) return;
    let own = all.get(memoryId);
    if (!own) all.set(memoryId, (own = { near: 0, claimed: 0, found, added: 0, lifts: [] }));
    own.added += share;
    own.lifts.push(name);
  };
  for (const [memoryId, memory] of fused) {
    const place = places.get(memoryId);
    if (!place) continue;
    add(place.after, before * memory.near, 'follows a match', memory);
    add(place.before, after * memory.near, 'precedes a match', memory);
  }
  return all;
}

/** 0..1 of each session: the sum of its nearest turns beside that of the best session. */
function sessionShares(fused: ReadonlyMap<string, Fused>, places: ReadonlyMap<string, Place>): Map<string, number> {
  const turns = new Map<string, number[]>();
  for (const [memoryId, { near }] of fused) {
    const session = places.get(memoryId)?.session ?? null;
    if (session === null) continue;
    const nears = turns.get(session);
    if (nears) nears.push(near);
    else turns.set(session, [near]);
  }
  const sums = [...turns].map(([session, nears]): [string, number] => [
    session,
    nears
      .sort((a, b) => b - a)
      .slice(0, SESSION_TURNS)
      .reduce((sum, near) => sum + near, 0),
  ]);
  const most = Math.max(...sums.map(([, sum]) => sum)) || 1;
  return new Map(sums.map(([session, sum]) => [session, sum / most]));
}

function bestFirst(a: Lifted, b: Lifted): number {
  return b.score - a.score || (a.memoryId > b.memoryId ? -1 : 1);
}
