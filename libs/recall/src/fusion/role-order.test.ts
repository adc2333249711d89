import { expect, test } from '@jest/globals';
import type { SessionContext } from '#search/scope-index/scope-index.js';
import type { RoleIntent } from '../query/role-intent.js';
import type { RankedMemory } from './boosts.js';
import { RANKING } from './ranking-weights.js';
import { orderByRole } from './role-order.js';

/** Order of messages given as `role: score`; `repeats` says whether all state the same. */
function order(said: Record<string, number>, role: RoleIntent, repeats = false): string[] {
  const contexts = new Map<string, SessionContext>();
  const ranked = Object.entries(said).map(([memoryId, score]): RankedMemory => {
    contexts.set(memoryId, {
      ...{ memoryId, session: null, speaker: null, role: memoryId, eventTimeNanos: 0n, statesTime: false },
      ...{ termCount: 9, isQuestion: false, before: null, after: null },
    });
    return { memoryId, score, contentScore: score, structuralScore: 0, foundBy: [], boosts: [] };
  });
  const likeness = (): number => (repeats ? 1 : 0);
  return orderByRole(ranked, contexts, role, { likeness }, RANKING.role).map(({ memoryId }) => memoryId);
}

test("a question in the first person gets the user's message before the assistant's repetition of it", () => {
  expect(order({ assistant: 1, user: 0.5, tool: 0.3 }, 'user', true)).toEqual(['user', 'assistant', 'tool']);
});

test('what only the assistant said stays before a message that says much less', () => {
  expect(order({ assistant: 1, user: 0.5 }, 'user')).toEqual(['assistant', 'user']);
  expect(order({ assistant: 1, user: 0.8 }, 'user')).toEqual(['user', 'assistant']);
});

test('a question about what the assistant said gets that first', () => {
  expect(order({ user: 1, assistant: 0.8, tool: 0.7 }, 'assistant')).toEqual(['assistant', 'user', 'tool']);
});
