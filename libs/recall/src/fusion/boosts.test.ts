import { describe, expect, test } from '@jest/globals';
import type { FusedMemory } from './fusion.js';
import { applyBoosts, type QueryIntent, type RankedMemory } from './boosts.js';
import type { Boosts } from './ranking-weights.js';
import type { SessionContext } from '#search/scope-index/scope-index.js';

const NONE: Boosts = {
  before: 0,
  after: 0,
  session: 0,
  speaker: 0,
  time: 0,
  statesTime: 0,
  length: 0,
  questionPenalty: 0,
};
const NOBODY: QueryIntent = { namesSpeaker: () => false, temporalProximity: null, asksForTime: false };

/**
 * Contexts of consecutive messages `t0`, `t1` …, each given as `session speaker`, with its index as event time and 6
 * terms; a trailing `?` marks a question.
 */
function contextsOf(...turns: readonly string[]): Map<string, SessionContext> {
  const id = (i: number): string | null => (i >= 0 && i < turns.length ? `t${String(i)}` : null);
  return new Map(
    turns.map((turn, i) => {
      const [session = '', speaker = null] = turn.replace('?', '').split(' ');
      const place = {
        memoryId: `t${String(i)}`,
        session,
        speaker,
        role: null,
        eventTimeNanos: BigInt(i),
        statesTime: i === 1,
        termCount: 6,
        isQuestion: turn.endsWith('?'),
        before: id(i - 1),
        after: id(i + 1),
      };
      return [place.memoryId, place];
    }),
  );
}

/** Memories with these content scores, found by the lexical retriever. */
function fusedOf(contentScores: Record<string, number>): Map<string, FusedMemory> {
  const foundBy = [{ retriever: 'lexical' as const, rank: 0, share: 1 }];
  return new Map(
    Object.entries(contentScores).map(([id, contentScore]) => [id, { contentScore, structuralScore: 0, foundBy }]),
  );
}

function boosted(
  contentScores: Record<string, number>,
  places: Map<string, SessionContext>,
  weights: Partial<Boosts>,
  asked = NOBODY,
) {
  return applyBoosts(fusedOf(contentScores), places, asked, { ...NONE, ...weights });
}

function scoresOf(list: readonly RankedMemory[]): Record<string, number> {
  return Object.fromEntries(list.map(({ memoryId, score }) => [memoryId, Number(score.toFixed(6))]));
}

describe('boosts', () => {
  test('with zero weights keep scores, relative to the best, best first', () => {
    const list = boosted({ t1: 0.25, t0: 0.5 }, contextsOf('1 ann', '1 bob'), {});
    expect(list).toMatchObject([
      { memoryId: 't0', score: 1, contentScore: 0.5, boosts: [] },
      { memoryId: 't1', score: 0.5, contentScore: 0.25, boosts: [] },
    ]);
  });

  test('rank the newer memory first on equal scores', () => {
    expect(boosted({ t0: 1, t1: 1 }, contextsOf('1', '1'), {}).map((memory) => memory.memoryId)).toEqual(['t1', 't0']);
  });

  test('add the structural score, which does not boost adjacent messages', () => {
    const fused = new Map([['t1', { contentScore: 0.5, structuralScore: 0.5, foundBy: [] }]]);
    const list = applyBoosts(fused, contextsOf('1', '1', '1'), NOBODY, { ...NONE, before: 0.5 });
    expect(scoresOf(list)).toEqual({ t1: 1, t2: 0.25 });
  });

  test('bring in the messages adjacent to a match, the next one ranked above the previous one', () => {
    const list = boosted({ t1: 1 }, contextsOf('1', '1', '1', '1'), { before: 0.5, after: 0.25 });
    expect(scoresOf(list)).toEqual({ t1: 1, t2: 0.5, t0: 0.25 });
    expect(list.map((memory) => memory.boosts)).toEqual([[], ['follows a match'], ['precedes a match']]);
    expect(list[1]?.foundBy).toEqual([{ retriever: 'lexical', rank: 0, share: 0 }]);
  });

  test('add the boost by an adjacent match to an existing score', () => {
    expect(scoresOf(boosted({ t0: 1, t1: 0.4 }, contextsOf('1', '1'), { before: 0.5 }))).toEqual({
      t0: 1,
      t1: 0.9,
    });
  });

  test('never bring in a message that does not pass the filter and so has no context', () => {
    const places = contextsOf('1', '1');
    places.delete('t1');
    expect(scoresOf(boosted({ t0: 1 }, places, { before: 0.5 }))).toEqual({ t0: 1 });
  });

  test('by session depend on the best three messages of each session, and are added', () => {
    const places = contextsOf('1', '1', '2', '2');
    const scores = scoresOf(boosted({ t0: 0.5, t1: 0.5, t2: 0.5 }, places, { session: 0.5 }));
    expect(scores).toEqual({ t0: 1, t1: 1, t2: 0.75 });
  });

  test('by speaker apply to speakers whom the question names', () => {
    const asked = { ...NOBODY, namesSpeaker: (speaker: string) => speaker === 'bob' };
    const scores = scoresOf(boosted({ t0: 0.5, t1: 0.5 }, contextsOf('1 ann', '1 bob'), { speaker: 1 }, asked));
    expect(scores).toEqual({ t0: 0.5, t1: 1 });
  });

  test('by time depend on the proximity to the requested time', () => {
    const asked = { ...NOBODY, temporalProximity: (said: bigint) => (said === 1n ? 0.5 : 0) };
    const list = boosted({ t0: 0.5, t1: 0.5 }, contextsOf('1', '1'), { time: 2 }, asked);
    expect(scoresOf(list)).toEqual({ t1: 1, t0: 0.5 });
    expect(list.map((memory) => memory.boosts)).toEqual([['time'], []]);
  });

  test('for stating a time apply only to questions that ask for one', () => {
    const places = contextsOf('1', '1');
    const asked = { ...NOBODY, asksForTime: true };
    expect(scoresOf(boosted({ t0: 1, t1: 1 }, places, { statesTime: 1 }, asked))).toEqual({ t0: 0.5, t1: 1 });
    expect(scoresOf(boosted({ t0: 1, t1: 1 }, places, { statesTime: 1 }))).toEqual({ t0: 1, t1: 1 });
  });

  test('by length grow with the number of terms, up to twelve', () => {
    const places = contextsOf('1', '1', '1');
    places.set('t1', { ...(places.get('t1') as SessionContext), termCount: 12 });
    places.set('t2', { ...(places.get('t2') as SessionContext), termCount: 500 });
    const scores = scoresOf(boosted({ t0: 1, t1: 1, t2: 1 }, places, { length: 1 }));
    expect(scores).toEqual({ t0: 0.75, t1: 1, t2: 1 });
  });

  test('demote a message that ends with a question mark', () => {
    const list = boosted({ t0: 1, t1: 1 }, contextsOf('1 ann?', '1 bob'), { questionPenalty: 1 });
    expect(scoresOf(list)).toEqual({ t1: 1, t0: 0.5 });
    expect(list.map((memory) => memory.boosts)).toEqual([[], ['asks']]);
  });

  test('of no memories are empty', () => {
    expect(boosted({}, new Map(), { before: 0.5, session: 1 })).toEqual([]);
  });
});
