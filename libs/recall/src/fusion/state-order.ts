import type { SessionContext } from '#search/scope-index/scope-index.js';
import type { StateIntent } from '../query/state-intent.js';
import type { RankedMemory } from './boosts.js';
import type { StatedAlike } from './likeness.js';
import type { StateWeights } from './ranking-weights.js';
import { rescore } from './rescore.js';

const NANOS_PER_HOUR = 3_600_000_000_000n;
/** Maximum number of memories that are compared with each other. */
const MAX_COMPARED = 20;
/** Maximum pause within one occasion, in hours: what was said on one occasion is of the same time. */
const MAX_PAUSE_HOURS = 12n;

/**
 * Puts the newest statement of a matter first, and those that it replaces behind it, if the question asks for the
 * current state; for a former state, the oldest first. Only memories near the best are compared: those with most of its
 * score, or of the best content score.
 * @returns all memories, best first
 */
export function orderByState(
  ranked: readonly RankedMemory[],
  contexts: ReadonlyMap<string, SessionContext>,
  state: StateIntent,
  { likeness, isOver }: StatedAlike,
  { later, replaced, near }: StateWeights,
): RankedMemory[] {
  const order = inOrderOfState(nearBest(ranked, near), contexts, state);
  const last = order.at(-1)?.occasion ?? 0;
  const scores = new Map<string, number>();
  for (const { memory, occasion } of order) {
    const place = last === 0 ? 0 : occasion / last;
    const nextAlike = order
      .filter((other) => other.occasion > occasion)
      .reduce((most, other) => Math.max(most, likeness(memory.memoryId, other.memory.memoryId)), 0);
    const behind = isOver(memory.memoryId) === (state === 'current') ? Math.max(nextAlike, 1) : nextAlike;
    const lifted = memory.score * (1 + (last === 0 ? 0 : later * place));
    scores.set(memory.memoryId, lifted / (1 + replaced * (1 - place) * behind));
  }
  return rescore(ranked, (memory) => {
    const score = scores.get(memory.memoryId) ?? memory.score;
    return { score, boost: score > memory.score ? 'latest' : 'replaced' };
  });
}

function nearBest(ranked: readonly RankedMemory[], share: number): RankedMemory[] {
  const bestContent = ranked.reduce((best, { contentScore }) => Math.max(best, contentScore), 0);
  const near = ranked.filter(({ score, contentScore }) => score >= share || contentScore >= share * bestContent);
  return near.slice(0, MAX_COMPARED);
}

interface Placed {
  readonly memory: RankedMemory;
  /** Number of the occasion, from 0: the one that is asked for is the last. */
  readonly occasion: number;
}

/** Memories in the order of their event times, the asked-for end last. */
function inOrderOfState(
  memories: readonly RankedMemory[],
  contexts: ReadonlyMap<string, SessionContext>,
  state: StateIntent,
): Placed[] {
  const timed = memories.flatMap((memory) => {
    const time = contexts.get(memory.memoryId)?.eventTimeNanos;
    return time === undefined ? [] : [{ memory, time: state === 'current' ? time : -time }];
  });
  timed.sort((a, b) => (a.time < b.time ? -1 : a.time > b.time ? 1 : 0));
  let occasion = 0;
  return timed.map(({ memory, time }, i) => {
    const before = timed[i - 1]?.time ?? time;
    if (time - before > MAX_PAUSE_HOURS * NANOS_PER_HOUR) occasion += 1;
    return { memory, occasion };
  });
}
