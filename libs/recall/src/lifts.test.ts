import { describe, expect, test } from '@jest/globals';
import type { Fused } from './fusion.js';
import { liftScores, type Asked, type Lifted } from './lifts.js';
import type { Lifts } from './ranking.js';
import type { Place } from './index/scope-index.js';

const NONE: Lifts = { before: 0, after: 0, session: 0, speaker: 0, time: 0, when: 0, long: 0, asks: 0 };
const NOBODY: Asked = { names: () => false, nearness: null, when: false };

/** Turns `t0`, `t1` … one after the other, each `session speaker` said at its number, of 6 words; `?` asks. */
function placesOf(...turns: readonly string[]): Map<string, Place> {
  const id = (i: number): string | null => (i >= 0 && i < turns.length ? `t${String(i)}` : null);
  return new Map(
    turns.map((turn, i) => {
      const [session = '', speaker = null] = turn.replace('?', '').split(' ');
      const place = {
        memoryId: `t${String(i)}`,
        session,
        speaker,
        said: BigInt(i),
        tellsTime: i === 1,
        words: 6,
        asks: turn.endsWith('?'),
        before: id(i - 1),
        after: id(i + 1),
      };
      return [place.memoryId, place];
    }),
  );
}

/** Memories that are so near, found by words. */
function nearBy(near: Record<string, number>): Map<string, Fused> {
  const found = [{ retriever: 'lexical' as const, rank: 0 }];
  return new Map(Object.entries(near).map(([id, value]) => [id, { near: value, claimed: 0, found }]));
}

function lifted(near: Record<string, number>, places: Map<string, Place>, weights: Partial<Lifts>, asked = NOBODY) {
  return liftScores(nearBy(near), places, asked, { ...NONE, ...weights });
}

function scoresOf(list: readonly Lifted[]): Record<string, number> {
  return Object.fromEntries(list.map(({ memoryId, score }) => [memoryId, Number(score.toFixed(6))]));
}

describe('a lift', () => {
  test('by nothing leaves scores as they are, best first, as shares of the best', () => {
    const list = lifted({ t1: 0.25, t0: 0.5 }, placesOf('1 ann', '1 bob'), {});
    expect(list).toMatchObject([
      { memoryId: 't0', score: 1, near: 0.5, lifts: [] },
      { memoryId: 't1', score: 0.5, near: 0.25, lifts: [] },
    ]);
  });

  test('puts the newer memory first where two are equal', () => {
    expect(lifted({ t0: 1, t1: 1 }, placesOf('1', '1'), {}).map((memory) => memory.memoryId)).toEqual(['t1', 't0']);
  });

  test('adds what is claimed, which the turns around it do not gain by', () => {
    const fused = new Map([['t1', { near: 0.5, claimed: 0.5, found: [] }]]);
    const list = liftScores(fused, placesOf('1', '1', '1'), NOBODY, { ...NONE, before: 0.5 });
    expect(scoresOf(list)).toEqual({ t1: 1, t2: 0.25 });
  });

  test('brings in the turns around a match, the one after it before the one before it', () => {
    const list = lifted({ t1: 1 }, placesOf('1', '1', '1', '1'), { before: 0.5, after: 0.25 });
    expect(scoresOf(list)).toEqual({ t1: 1, t2: 0.5, t0: 0.25 });
    expect(list.map((memory) => memory.lifts)).toEqual([[], ['follows a match'], ['precedes a match']]);
    expect(list[1]?.found).toEqual([{ retriever: 'lexical', rank: 0 }]);
  });

  test('adds what neighbours give to a score that is there', () => {
    expect(scoresOf(lifted({ t0: 1, t1: 0.4 }, placesOf('1', '1'), { before: 0.5 }))).toEqual({
      t0: 1,
      t1: 0.9,
    });
  });

  test('never brings in a turn that does not pass the filter, and so has no place', () => {
    const places = placesOf('1', '1');
    places.delete('t1');
    expect(scoresOf(lifted({ t0: 1 }, places, { before: 0.5 }))).toEqual({ t0: 1 });
  });

  test('for its session goes by the nearest three turns of each, and is added', () => {
    const places = placesOf('1', '1', '2', '2');
    const scores = scoresOf(lifted({ t0: 0.5, t1: 0.5, t2: 0.5 }, places, { session: 0.5 }));
    expect(scores).toEqual({ t0: 1, t1: 1, t2: 0.75 });
  });

  test('for its speaker falls to those whom the question names', () => {
    const asked = { ...NOBODY, names: (speaker: string) => speaker === 'bob' };
    const scores = scoresOf(lifted({ t0: 0.5, t1: 0.5 }, placesOf('1 ann', '1 bob'), { speaker: 1 }, asked));
    expect(scores).toEqual({ t0: 0.5, t1: 1 });
  });

  test('for its time goes by how near that is to the one asked for', () => {
    const asked = { ...NOBODY, nearness: (said: bigint) => (said === 1n ? 0.5 : 0) };
    const list = lifted({ t0: 0.5, t1: 0.5 }, placesOf('1', '1'), { time: 2 }, asked);
    expect(scoresOf(list)).toEqual({ t1: 1, t0: 0.5 });
    expect(list.map((memory) => memory.lifts)).toEqual([['time'], []]);
  });

  test('for telling a time is for questions that ask for one', () => {
    const places = placesOf('1', '1');
    const asked = { ...NOBODY, when: true };
    expect(scoresOf(lifted({ t0: 1, t1: 1 }, places, { when: 1 }, asked))).toEqual({ t0: 0.5, t1: 1 });
    expect(scoresOf(lifted({ t0: 1, t1: 1 }, places, { when: 1 }))).toEqual({ t0: 1, t1: 1 });
  });

  test('for its length goes by its words, up to twelve', () => {
    const places = placesOf('1', '1', '1');
    places.set('t1', { ...(places.get('t1') as Place), words: 12 });
    places.set('t2', { ...(places.get('t2') as Place), words: 500 });
    const scores = scoresOf(lifted({ t0: 1, t1: 1, t2: 1 }, places, { long: 1 }));
    expect(scores).toEqual({ t0: 0.75, t1: 1, t2: 1 });
  });

  test('lowers a turn that ends by asking', () => {
    const list = lifted({ t0: 1, t1: 1 }, placesOf('1 ann?', '1 bob'), { asks: 1 });
    expect(scoresOf(list)).toEqual({ t1: 1, t0: 0.5 });
    expect(list.map((memory) => memory.lifts)).toEqual([[], ['asks']]);
  });

  test('of nothing is nothing', () => {
    expect(lifted({}, new Map(), { before: 0.5, session: 1 })).toEqual([]);
  });
});
