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

/** A memory with its score after the lifts, and what lifted it, in words. */
export interface Lifted {
  readonly memoryId: string;
  readonly score: number;
  readonly lifts: readonly string[];
}

/** Turns of a session that speak for the session. */
const SESSION_TURNS = 3;

/**
 * Lifts the scores of one retriever by where the memories stand: the turns next to a good one gain by it, and so do
 * those of a session that talks of the matter, of a speaker who is named, and of a time that is named.
 * @param scores of the memories that were found, the best 1
 * @param places of them and of the turns next to them
 * @returns all that score now, best first
 */
export function liftScores(
  scores: ReadonlyMap<string, number>,
  places: ReadonlyMap<string, Place>,
  asked: Asked,
  weights: Lifts,
): Lifted[] {
  const near = scoresNearby(scores, places, weights);
  const sessions = sessionShares(near, places);
  return [...near]
    .map(([memoryId, { score, lifts }]) => {
      const place = places.get(memoryId);
      if (!place) return { memoryId, score, lifts };
      const factors = factorsOf(place, sessions, asked, weights);
      return {
        memoryId,
        score: factors.reduce((product, { factor }) => product * factor, score),
        lifts: [...lifts, ...factors.map(({ name }) => name)],
      };
    })
    .sort(bestFirst);
}

interface Near {
  readonly score: number;
  readonly lifts: readonly string[];
}

function scoresNearby(
  scores: ReadonlyMap<string, number>,
  places: ReadonlyMap<string, Place>,
  { before, after }: Lifts,
): Map<string, Near> {
  const near = new Map<string, Near>([...scores].map(([id, score]) => [id, { score, lifts: [] }]));
  const add = (memoryId: string | null, share: number, lift: string): void => {
    if (memoryId === null || !places.has(memoryId) || share === 0) return;
    const own = near.get(memoryId) ?? { score: 0, lifts: [] };
    near.set(memoryId, { score: own.score + share, lifts: [...own.lifts, lift] });
  };
  for (const [memoryId, score] of scores) {
    const place = places.get(memoryId);
    if (!place) continue;
    add(place.after, before * score, 'follows a match');
    add(place.before, after * score, 'precedes a match');
  }
  return near;
}

/** 0..1 of each session: the sum of its best turns beside that of the best session. */
function sessionShares(near: ReadonlyMap<string, Near>, places: ReadonlyMap<string, Place>): Map<string, number> {
  const turns = new Map<string, number[]>();
  for (const [memoryId, { score }] of near) {
    const session = places.get(memoryId)?.session ?? null;
    if (session !== null) turns.set(session, [...(turns.get(session) ?? []), score]);
  }
  const sums = [...turns].map(([session, scores]): [string, number] => [
    session,
    scores
      .sort((a, b) => b - a)
      .slice(0, SESSION_TURNS)
      .reduce((sum, score) => sum + score, 0),
  ]);
  const most = Math.max(...sums.map(([, sum]) => sum));
  return new Map(sums.map(([session, sum]) => [session, sum / most]));
}

function factorsOf(
  { session, speaker, said, tellsTime }: Place,
  sessions: ReadonlyMap<string, number>,
  { names, nearness, when }: Asked,
  weights: Lifts,
): { name: string; factor: number }[] {
  const share = session === null ? 0 : (sessions.get(session) ?? 0);
  const near = nearness?.(said) ?? 0;
  return [
    { name: 'session', factor: 1 + weights.session * share },
    { name: 'speaker', factor: 1 + (speaker !== null && names(speaker) ? weights.speaker : 0) },
    { name: 'time', factor: 1 + weights.time * near },
    { name: 'tells a time', factor: 1 + (when && tellsTime ? weights.when : 0) },
  ].filter(({ factor }) => factor > 1);
}

function bestFirst(a: Lifted, b: Lifted): number {
  return b.score - a.score || (a.memoryId > b.memoryId ? -1 : 1);
}
