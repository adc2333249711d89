import { expect, test } from '@jest/globals';
import { probabilityOf } from './truth-model.js';

test('the probability is the logistic function of the weighted features', () => {
  const odds = Math.exp(0.5 * 2 - 1);
  expect(probabilityOf({ a: 0.5, b: -1 }, { a: 2, b: 1 })).toBeCloseTo(odds / (1 + odds), 3);
});

test('a feature without a weight says nothing', () => {
  expect(probabilityOf({ a: 0.5 }, { 'predicate:unheard of': 7 })).toBe(0.5);
});
