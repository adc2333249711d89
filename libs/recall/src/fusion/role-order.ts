import type { SessionContext } from '#search/scope-index/scope-index.js';
import type { RoleIntent } from '../query/role-intent.js';
import type { RankedMemory } from './boosts.js';
import type { StatedAlike } from './likeness.js';
import { rescore } from './rescore.js';
import type { RoleWeights } from './ranking-weights.js';

/** Number of the user's first messages of which the assistant's may be repetitions. */
const MAX_REPEATED = 10;

/**
 * Puts the user's own messages before the assistant's if the question is in the first person, most of all before those
 * that repeat them; the assistant's first if the question asks what it said.
 * @returns all memories, best first
 */
export function orderByRole(
  ranked: readonly RankedMemory[],
  contexts: ReadonlyMap<string, SessionContext>,
  role: RoleIntent,
  { likeness }: Pick<StatedAlike, 'likeness'>,
  { asked, assistant, repetition }: RoleWeights,
): RankedMemory[] {
  const roleOf = ({ memoryId }: RankedMemory): string | null => contexts.get(memoryId)?.role ?? null;
  const ofUser = ranked.filter((memory) => roleOf(memory) === 'user').slice(0, MAX_REPEATED);
  return rescore(ranked, (memory) => {
    if (roleOf(memory) !== 'assistant') return null;
    if (role === 'assistant') return { score: memory.score * (1 + asked), boost: 'said by whom it asks' };
    const repeats = Math.max(0, ...ofUser.map((other) => likeness(memory.memoryId, other.memoryId)));
    return { score: memory.score / (1 + assistant + repetition * repeats), boost: 'said by the assistant' };
  });
}
