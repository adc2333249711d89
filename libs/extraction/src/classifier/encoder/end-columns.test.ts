import { expect, test } from '@jest/globals';
import { scoredEnds } from './end-columns.js';

const FIGURES = { leastEnd: 0.3, endTemperature: 2, endShift: 0 };
const WIDTH = 7;

function scores(...rows: readonly (readonly number[])[]) {
  return { values: Float32Array.from(rows.flat()), width: WIDTH };
}

test('a score is that of the name of its row and the predicate of its column', () => {
  const none = Array.from({ length: WIDTH }, () => -9);
  const ends = scoredEnds(scores(none, [-9, -9, 4, -9, -9, -9, 6]), [2, 5], FIGURES);
  expect(ends).toEqual([
    { candidate: 5, predicate: 'lives_in', probability: expect.closeTo(0.881, 3) },
    { candidate: 5, predicate: 'diet', probability: expect.closeTo(0.953, 3) },
  ]);
});

test('ends less likely than the threshold are left out, by the probability at the temperature', () => {
  // At temperature 1, the score of occupation would be a probability of 0.18.
  const [first, ...others] = scoredEnds(scores([-1.8, -1.5, -9, -9, -9, -9, -9]), [0], FIGURES);
  expect(first).toMatchObject({ predicate: 'occupation', probability: expect.closeTo(0.321, 3) });
  expect(others).toEqual([]);
});

test('a shift makes ends likelier', () => {
  const shifted = scoredEnds(scores([-1.8, -9, -9, -9, -9, -9, -9]), [0], { ...FIGURES, endShift: 1.8 });
  expect(shifted).toEqual([{ candidate: 0, predicate: 'works_at', probability: expect.closeTo(0.5, 5) }]);
});
