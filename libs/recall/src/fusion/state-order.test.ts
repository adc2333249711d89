import { expect, test } from '@jest/globals';
import type { SessionContext } from '#search/scope-index/scope-index.js';
import type { RankedMemory } from './boosts.js';
import type { StatedAlike } from './likeness.js';
import { RANKING } from './ranking-weights.js';
import { orderByState } from './state-order.js';

const HOUR = 3_600_000_000_000n;
/** Each memory is `day:score`, or `day:score:content`, told on that day. */
type Told = `${number}:${number}` | `${number}:${number}:${number}`;

function ranked(told: readonly Told[]): [RankedMemory[], Map<string, SessionContext>] {
  const contexts = new Map<string, SessionContext>();
  const memories = told.map((one) => {
    const [day = 0, score = 0, contentScore = score] = one.split(':').map(Number);
    const memoryId = `day ${String(day)}`;
    const eventTimeNanos = BigInt(Math.round(day * 24)) * HOUR;
    contexts.set(memoryId, {
      ...{ memoryId, session: null, speaker: null, role: null, eventTimeNanos, statesTime: false, termCount: 9 },
      ...{ isQuestion: false, before: null, after: null },
    });
    return { memoryId, score, contentScore, structuralScore: 0, foundBy: [], boosts: [] };
  });
  return [memories, contexts];
}

const UNLIKE: StatedAlike = { likeness: () => 0, isOver: () => false };
const ALIKE: StatedAlike = { likeness: () => 1, isOver: () => false };

function order(told: readonly Told[], state: 'current' | 'former', matters: StatedAlike): string[] {
  const [memories, contexts] = ranked(told);
  return orderByState(memories, contexts, state, matters, RANKING.state).map(({ memoryId }) => memoryId);
}

test('the newest statement of a matter comes first, and for a former state the oldest', () => {
  const told = ['1:1', '90:0.8', '200:0.6'] as const;
  expect(order(told, 'current', ALIKE)).toEqual(['day 200', 'day 90', 'day 1']);
  expect(order(['200:1', '90:0.8', '1:0.6'], 'former', ALIKE)).toEqual(['day 1', 'day 90', 'day 200']);
});

test('a memory that states something else is hardly moved', () => {
  expect(order(['1:1', '90:0.6'], 'current', UNLIKE)).toEqual(['day 1', 'day 90']);
});

test('a memory far behind the best is not moved, unless its content is near', () => {
  const boostsOf = (...told: readonly Told[]): unknown => {
    const [memories, contexts] = ranked(told);
    return orderByState(memories, contexts, 'current', ALIKE, RANKING.state).map(({ boosts }) => boosts);
  };
  expect(boostsOf('1:1', '90:0.3')).toEqual([[], []]);
  expect(boostsOf('1:1', '90:0.3:0.9')).toEqual([['replaced'], ['latest']]);
});

test('what was said on one occasion is of one time', () => {
  expect(order(['1:1', '1.25:0.9'], 'current', ALIKE)).toEqual(['day 1', 'day 1.25']);
});

test('a value that is over by the graph is behind others, and before them for a former state', () => {
  const isOver = (memoryId: string): boolean => memoryId === 'day 1';
  expect(order(['1:1', '90:0.6'], 'current', { ...UNLIKE, isOver })).toEqual(['day 90', 'day 1']);
  expect(order(['90:1', '1:0.6'], 'former', { ...UNLIKE, isOver })).toEqual(['day 1', 'day 90']);
});

test('scores are relative to the best, and a move is named', () => {
  const [memories, contexts] = ranked(['1:1', '90:0.8']);
  const found = orderByState(memories, contexts, 'current', ALIKE, RANKING.state);
  expect(found.map(({ score, boosts }) => [score === 1, boosts])).toEqual([
    [true, ['latest']],
    [false, ['replaced']],
  ]);
});
