import type { Fused } from './fusion.js';
import type { Lifts } from './ranking.js';
import type { Place } from './surroundings.js';

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
  const lifted = [...withNeighbours(fused, places, weights)].map(([memoryId, memory]): Lifted => {
    const { near, claimed, found, added } = memory;
    const place = places.get(memoryId);
    let score = near + claimed + added.reduce((sum, { share }) => sum + share, 0);
    if (!place) return { memoryId, near, claimed, found, score, lifts: [] };
    const lifts = added.map(({ name }) => name);
    const share = place.session === null ? 0 : weights.session * (sessions.get(place.session) ?? 0);
    if (share > 0) lifts.push('session');
    score += share;
    for (const [name, factor] of factorsOf(place, asked, weights)) {
      score *= factor;
      if (factor !== 1) lifts.push(name);
    }
    return { memoryId, near, claimed, found, score, lifts };
  });
  const best = lifted.reduce((most, { score }) => Math.max(most, score), 0) || 1;
  return lifted.map((memory) => Object.assign(memory, { score: memory.score / best })).sort(bestFirst);
}

interface WithNeighbours extends Fused {
  readonly added: { readonly name: string; readonly share: number }[];
}

/** Those that were found, and the turns next to a near one, which count as found by what found that. */
function withNeighbours(
  fused: ReadonlyMap<string, Fused>,
  places: ReadonlyMap<string, Place>,
  { before, after }: Lifts,
): Map<string, WithNeighbours> {
  const all = new Map<string, WithNeighbours>([...fused].map(([id, memory]) => [id, { ...memory, added: [] }]));
  const add = (memoryId: string | null, share: number, name: string, { found }: Fused): void => {
    if (memoryId === null || !places.has(memoryId) || share === 0) return;
    let own = all.get(memoryId);
    if (!own) all.set(memoryId, (own = { near: 0, claimed: 0, found, added: [] }));
    own.added.push({ name, share });
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

function factorsOf(
  { speaker, said, tellsTime, words, asks }: Place,
  { names, nearness, when }: Asked,
  weights: Lifts,
): readonly (readonly [name: string, factor: number])[] {
  return [
    ['speaker', 1 + (speaker !== null && names(speaker) ? weights.speaker : 0)],
    ['time', 1 + weights.time * (nearness?.(said) ?? 0)],
    ['tells a time', 1 + (when && tellsTime ? weights.when : 0)],
    ['length', 1 + weights.long * Math.min(1, words / LONG)],
    ['asks', 1 / (1 + (asks ? weights.asks : 0))],
  ];
}

function bestFirst(a: Lifted, b: Lifted): number {
  return b.score - a.score || (a.memoryId > b.memoryId ? -1 : 1);
}
