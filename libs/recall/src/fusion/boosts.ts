import type { FusedMemory } from './fusion.js';
import type { Boosts } from './ranking-weights.js';
import type { SessionContext } from '#search/scope-index/scope-index.js';

/** What of the question concerns a memory's surroundings. */
export interface QueryIntent {
  /** Whether the question names this speaker. */
  readonly namesSpeaker: (speaker: string) => boolean;
  /** 0..1: how near the time is to one that the question names; null where it names none. */
  readonly temporalProximity: ((said: bigint) => number) | null;
  /** Whether the question asks for a time. */
  readonly asksForTime: boolean;
}

/** A memory with its score after the lifts, and what moved it, in words. */
export interface RankedMemory extends FusedMemory {
  readonly memoryId: string;
  /** 0..1: 1 for the first, the others in proportion. */
  readonly score: number;
  readonly boosts: readonly string[];
}

/** Turns of a session that speak for the session. */
const SESSION_TURNS = 3;
/** Words, without those that say nothing, of a turn that is long enough to tell something. */
const INFORMATIVE_TERMS = 12;

/**
 * Lifts memories by where they stand and what they are: the turns next to a near one gain by it, and so do those of a
 * session that talks of the matter, of a speaker who is named, and of a time that is named.
 * @param contexts of them and of the turns next to them
 * @returns all that score now, best first; ties go to the newer memory
 */
export function applyBoosts(
  fused: ReadonlyMap<string, FusedMemory>,
  contexts: ReadonlyMap<string, SessionContext>,
  intent: QueryIntent,
  weights: Boosts,
): RankedMemory[] {
  const sessions = sessionShares(fused, contexts);
  const ranked: RankedMemory[] = [];
  let best = 0;
  for (const [memoryId, memory] of withNeighbours(fused, contexts, weights)) {
    const context = contexts.get(memoryId);
    const score = context
      ? boost(memory, context, sessions, intent, weights)
      : memory.contentScore + memory.structuralScore;
    const { contentScore, structuralScore, foundBy, lifts: boosts } = memory;
    ranked.push({ memoryId, contentScore, structuralScore, foundBy, score, boosts });
    best = Math.max(best, score);
  }
  return ranked.map((memory) => Object.assign(memory, { score: memory.score / (best || 1) })).sort(bestFirst);
}

/** A memory's score by where it stands and what it is; notes what moved it. */
function boost(
  memory: WithNeighbours,
  context: SessionContext,
  sessions: ReadonlyMap<string, number>,
  { namesSpeaker, temporalProximity, asksForTime }: QueryIntent,
  weights: Boosts,
): number {
  let score = memory.contentScore + memory.structuralScore + memory.added;
  const share = context.session === null ? 0 : weights.session * (sessions.get(context.session) ?? 0);
  if (share > 0) memory.lifts.push('session');
  score += share;
  const by = (name: string, factor: number): void => {
    score *= factor;
    if (factor !== 1) memory.lifts.push(name);
  };
  by('speaker', 1 + (context.speaker !== null && namesSpeaker(context.speaker) ? weights.speaker : 0));
  by('time', 1 + weights.time * (temporalProximity?.(context.eventTimeNanos) ?? 0));
  by('tells a time', 1 + (asksForTime && context.statesTime ? weights.statesTime : 0));
  by('length', 1 + weights.length * Math.min(1, context.termCount / INFORMATIVE_TERMS));
  by('asks', 1 / (1 + (context.isQuestion ? weights.questionPenalty : 0)));
  return score;
}

interface WithNeighbours extends FusedMemory {
  /** Of the turns next to it. */
  added: number;
  readonly lifts: string[];
}

/** Those that were found, and the turns next to a near one, which count as found by what found that. */
function withNeighbours(
  fused: ReadonlyMap<string, FusedMemory>,
  contexts: ReadonlyMap<string, SessionContext>,
  { before, after }: Boosts,
): Map<string, WithNeighbours> {
  const all = new Map<string, WithNeighbours>();
  for (const [memoryId, { contentScore, structuralScore, foundBy }] of fused)
    all.set(memoryId, { contentScore, structuralScore, foundBy, added: 0, lifts: [] });
  const add = (memoryId: string | null, share: number, name: string, { foundBy }: FusedMemory): void => {
    if (memoryId === null || share === 0 || !contexts.has(memoryId)) return;
    let own = all.get(memoryId);
    if (!own) all.set(memoryId, (own = { contentScore: 0, structuralScore: 0, foundBy, added: 0, lifts: [] }));
    own.added += share;
    own.lifts.push(name);
  };
  for (const [memoryId, memory] of fused) {
    const context = contexts.get(memoryId);
    if (!context) continue;
    add(context.after, before * memory.contentScore, 'follows a match', memory);
    add(context.before, after * memory.contentScore, 'precedes a match', memory);
  }
  return all;
}

/** 0..1 of each session: the sum of its nearest turns beside that of the best session. */
function sessionShares(
  fused: ReadonlyMap<string, FusedMemory>,
  contexts: ReadonlyMap<string, SessionContext>,
): Map<string, number> {
  const turns = new Map<string, number[]>();
  for (const [memoryId, { contentScore }] of fused) {
    const session = contexts.get(memoryId)?.session ?? null;
    if (session === null) continue;
    const nears = turns.get(session);
    if (nears) nears.push(contentScore);
    else turns.set(session, [contentScore]);
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

function bestFirst(a: RankedMemory, b: RankedMemory): number {
  return b.score - a.score || (a.memoryId > b.memoryId ? -1 : 1);
}
