import { describe, expect, test } from '@jest/globals';
import { liftScores, type Asked, type Lifted } from './lifts.js';
import type { Lifts } from './ranking.js';
import type { Place } from './surroundings.js';

const NONE: Lifts = { before: 0, after: 0, session: 0, speaker: 0, time: 0, when: 0 };
const NOBODY: Asked = { names: () => false, nearness: null, when: false };

/** Turns `t0`, `t1` … one after the other, each `session speaker` said at its number. */
function placesOf(...turns: readonly string[]): Map<string, Place> {
  const id = (i: number): string | null => (i >= 0 && i < turns.length ? `t${String(i)}` : null);
  return new Map(
    turns.map((turn, i) => {
      const [session = '', speaker = null] = turn.split(' ');
      const place = {
        memoryId: `t${String(i)}`,
        session,
        speaker,
        said: BigInt(i),
        tellsTime: i === 1,
        before: id(i - 1),
        after: id(i + 1),
      };
      return [place.memoryId, place];
    }),
  );
}

function lifted(scores: Record<string, number>, places: Map<string, Place>, weights: Partial<Lifts>, asked = NOBODY) {
  return liftScores(new Map(Object.entries(scores)), places, asked, { ...NONE, ...weights });
}

function scoresOf(list: readonly Lifted[]): Record<string, number> {
  return Object.fromEntries(list.map(({ memoryId, score }) => [memoryId, score]));
}

describe('a lift', () => {
  test('by nothing leaves scores as they are, best first', () => {
    const list = lifted({ t1: 0.5, t0: 1 }, placesOf('1 ann', '1 bob'), {});
    expect(list).toEqual([
      { memoryId: 't0', score: 1, lifts: [] },
      { memoryId: 't1', score: 0.5, lifts: [] },
    ]);
  });

  test('brings in the turns around a match, the one after it before the one before it', () => {
    const list = lifted({ t1: 1 }, placesOf('1', '1', '1', '1'), { before: 0.5, after: 0.25 });
    expect(scoresOf(list)).toEqual({ t1: 1, t2: 0.5, t0: 0.25 });
    expect(list.map((memory) => memory.lifts)).toEqual([[], ['follows a match'], ['precedes a match']]);
  });

  test('adds what neighbours give to a score that is there', () => {
    expect(scoresOf(lifted({ t0: 1, t1: 0.4 }, placesOf('1', '1'), { before: 0.5 }))).toEqual({ t0: 1, t1: 0.9 });
  });

  test('never brings in a turn that does not pass the filter, and so has no place', () => {
    const places = placesOf('1', '1');
    places.delete('t1');
    expect(scoresOf(lifted({ t0: 1 }, places, { before: 0.5 }))).toEqual({ t0: 1 });
  });

  test('for its session goes by the best three turns of each', () => {
    const places = placesOf('1', '1', '2', '2');
    const scores = scoresOf(lifted({ t0: 0.5, t1: 0.5, t2: 0.5 }, places, { session: 0.4 }));
    expect(scores).toEqual({ t0: 0.7, t1: 0.7, t2: 0.6 });
  });

  test('for its speaker falls to those whom the question names', () => {
    const asked = { ...NOBODY, names: (speaker: string) => speaker === 'bob' };
    const scores = scoresOf(lifted({ t0: 0.5, t1: 0.5 }, placesOf('1 ann', '1 bob'), { speaker: 0.5 }, asked));
    expect(scores).toEqual({ t0: 0.5, t1: 0.75 });
  });

  test('for its time goes by how near that is to the one asked for', () => {
    const asked = { ...NOBODY, nearness: (said: bigint) => (said === 1n ? 0.5 : 0) };
    const list = lifted({ t0: 0.5, t1: 0.5 }, placesOf('1', '1'), { time: 1 }, asked);
    expect(list).toEqual([
      { memoryId: 't1', score: 0.75, lifts: ['time'] },
      { memoryId: 't0', score: 0.5, lifts: [] },
    ]);
  });

  test('for telling a time is for questions that ask for one', () => {
    const places = placesOf('1', '1');
    expect(scoresOf(lifted({ t0: 1, t1: 1 }, places, { when: 0.5 }, { ...NOBODY, when: true }))).toEqual({
      t0: 1,
      t1: 1.5,
    });
    expect(scoresOf(lifted({ t0: 1, t1: 1 }, places, { when: 0.5 }))).toEqual({ t0: 1, t1: 1 });
  });

  test('of nothing is nothing', () => {
    expect(lifted({}, new Map(), { before: 0.5, session: 1 })).toEqual([]);
  });
});
