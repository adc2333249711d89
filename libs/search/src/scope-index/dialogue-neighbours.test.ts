import { expect, test } from '@jest/globals';
import { dialogueNeighbours } from './dialogue-neighbours.js';

type Said = readonly [minute: number, speaker: string | null, role?: string];

/** Minutes of the neighbours that the message in the middle has. */
function around(before: readonly Said[], own: Said, after: readonly Said[]): readonly number[] {
  const found = dialogueNeighbours(own, { before, after }, ([minute, speaker, role = null]) => ({
    ...{ speaker, role, eventTimeNanos: BigInt(minute) * 60_000_000_000n },
  }));
  return [...found.before, ...found.after].map(([minute]) => minute);
}

test('turns of two speakers, or of a user and an assistant, are neighbours', () => {
  expect(
    around(
      [[1, 'Ana']],
      [2, 'Tom'],
      [
        [3, 'Tom'],
        [4, 'Ana'],
      ],
    ),
  ).toEqual([1, 3, 4]);
  expect(around([[1, null, 'user']], [2, null, 'assistant'], [])).toEqual([1]);
  expect(
    around(
      [
        [1, 'Tom'],
        [0, 'Ana'],
      ],
      [2, 'Tom'],
      [],
    ),
  ).toEqual([1, 0]);
});

test('what one person writes, or nobody is said to have written, has no neighbours', () => {
  expect(around([[1, 'Ana']], [2, 'Ana'], [[3, 'Ana']])).toEqual([]);
  expect(around([[1, null]], [2, null], [[3, 'Ana']])).toEqual([]);
  expect(around([[1, null, 'user']], [2, null, 'user'], [])).toEqual([]);
});

test('an output of a tool is no turn, and ends the dialogue', () => {
  expect(around([[1, 'search', 'tool']], [2, 'log', 'tool'], [])).toEqual([]);
  expect(around([[1, 'Ana', 'user']], [2, null, 'tool'], [])).toEqual([]);
  expect(
    around(
      [
        [2, null, 'tool'],
        [1, 'Tom'],
      ],
      [3, 'Ana'],
      [[4, 'Tom']],
    ),
  ).toEqual([4]);
});

test('a pause of more than an hour ends the dialogue, whichever way the clock went', () => {
  expect(around([[1, 'Ana']], [62, 'Tom'], [[122, 'Ana']])).toEqual([122]);
  expect(
    around(
      [
        [70, 'Ana'],
        [130, 'Tom'],
      ],
      [10, 'Tom'],
      [],
    ),
  ).toEqual([70, 130]);
  expect(around([[72, 'Ana']], [10, 'Tom'], [])).toEqual([]);
});
