import type { FusedMemory } from './fusion.js';
import type { Boosts } from './ranking-weights.js';
import type { SessionContext } from '#search/scope-index/scope-index.js';

/** Properties of the question that select boosts. */
export interface QueryIntent {
  /** Whether the question names this speaker. */
  readonly namesSpeaker: (speaker: string) => boolean;
  /** Proximity of an event time to the span that the question names, 0..1; null if it names none. */
  readonly temporalProximity: ((said: bigint) => number) | null;
  /** Whether the question asks for a time. */
  readonly asksForTime: boolean;
}

/** A memory with its boosted score and the names of the applied boosts. */
export interface RankedMemory extends FusedMemory {
  readonly memoryId: string;
  /** Score relative to the best memory, 0..1. */
  readonly score: number;
  readonly boosts: readonly string[];
}

/** Number of best messages that determine the score of a session. */
const SESSION_TURNS = 3;
/** Number of terms from which a message gets the full length boost. */
const INFORMATIVE_TERMS = 12;

/**
 * Boosts memories by session context and form: messages adjacent to a content match, messages of a matching session, of
 * a named speaker or a named time, long messages; questions are demoted.
 * @param contexts session contexts of the candidates and of adjacent messages
 * @returns all memories with a score, best first; on equal scores the newer memory first
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
    const { contentScore, structuralScore, foundBy, boosts } = memory;
    ranked.push({ memoryId, contentScore, structuralScore, foundBy, score, boosts });
    best = Math.max(best, score);
  }
  return ranked.map((memory) => Object.assign(memory, { score: memory.score / (best || 1) })).sort(bestFirst);
}

/** Boosted score of a memory; records the names of the applied boosts. */
function boost(
  memory: WithNeighbours,
  context: SessionContext,
  sessions: ReadonlyMap<string, number>,
  { namesSpeaker, temporalProximity, asksForTime }: QueryIntent,
  weights: Boosts,
): number {
  let score = memory.contentScore + memory.structuralScore + memory.added;
  const share = context.session === null ? 0 : weights.session * (sessions.get(context.session) ?? 0);
  if (share > 0) memory.boosts.push('session');
  score += share;
  const applyFactor = (name: string, factor: number): void => {
    score *= factor;
    if (factor !== 1) memory.boosts.push(name);
  };
  applyFactor('speaker', 1 + (context.speaker !== null && namesSpeaker(context.speaker) ? weights.speaker : 0));
  applyFactor('time', 1 + weights.time * (temporalProximity?.(context.eventTimeNanos) ?? 0));
  applyFactor('tells a time', 1 + (asksForTime && context.statesTime ? weights.statesTime : 0));
  applyFactor('length', 1 + weights.length * Math.min(1, context.termCount / INFORMATIVE_TERMS));
  applyFactor('asks', 1 / (1 + (context.isQuestion ? weights.questionPenalty : 0)));
  return score;
}

interface WithNeighbours extends FusedMemory {
  /** Score gained from adjacent messages. */
  added: number;
  readonly boosts: string[];
}

/**
 * All candidates, plus the messages adjacent to content matches, which are attributed to the retrievers of the match.
 */
function withNeighbours(
  fused: ReadonlyMap<string, FusedMemory>,
  contexts: ReadonlyMap<string, SessionContext>,
  { before, after }: Boosts,
): Map<string, WithNeighbours> {
  const all = new Map<string, WithNeighbours>();
  for (const [memoryId, { contentScore, structuralScore, foundBy }] of fused)
    all.set(memoryId, { contentScore, structuralScore, foundBy, added: 0, boosts: [] });
  const add = (memoryId: string | null, share: number, name: string, { foundBy }: FusedMemory): void => {
    if (memoryId === null || share === 0 || !contexts.has(memoryId)) return;
    let own = all.get(memoryId);
    if (!own) all.set(memoryId, (own = { ...NO_SCORES, foundBy: foundBy.map(withoutShare), boosts: [] }));
    own.added += share;
    own.boosts.push(name);
  };
  for (const [memoryId, memory] of fused) {
    const context = contexts.get(memoryId);
    if (!context) continue;
    add(context.after, before * memory.contentScore, 'follows a match', memory);
    add(context.before, after * memory.contentScore, 'precedes a match', memory);
  }
  return all;
}

/** Scores of a message that is only adjacent to a match. */
const NO_SCORES = { contentScore: 0, structuralScore: 0, added: 0 };

function withoutShare(by: FusedMemory['foundBy'][number]): FusedMemory['foundBy'][number] {
  return { ...by, share: 0 };
}

/** Score of each session, 0..1: the sum of its best content scores relative to the best session. */
function sessionShares(
  fused: ReadonlyMap<string, FusedMemory>,
  contexts: ReadonlyMap<string, SessionContext>,
): Map<string, number> {
  const scoresBySession = new Map<string, number[]>();
  for (const [memoryId, { contentScore }] of fused) {
    const session = contexts.get(memoryId)?.session ?? null;
    if (session === null) continue;
    const contentScores = scoresBySession.get(session);
    if (contentScores) contentScores.push(contentScore);
    else scoresBySession.set(session, [contentScore]);
  }
  const sums = [...scoresBySession].map(([session, contentScores]): [string, number] => [
    session,
    contentScores
      .sort((a, b) => b - a)
      .slice(0, SESSION_TURNS)
      .reduce((sum, contentScore) => sum + contentScore, 0),
  ]);
  const maxSum = Math.max(...sums.map(([, sum]) => sum)) || 1;
  return new Map(sums.map(([session, sum]) => [session, sum / maxSum]));
}

/** Order by score, descending; on equal scores the newer memory first. */
export function bestFirst(a: RankedMemory, b: RankedMemory): number {
  return b.score - a.score || (a.memoryId > b.memoryId ? -1 : 1);
}
