import { expect, test } from '@jest/globals';
import { nearest } from './nearest-name.js';

const OPERATORS = ['in', 'gt', 'gte', 'lt', 'lte'];
const FIELDS = ['metadata', 'tags', 'session', 'speaker'];

test.each([
  ['ge', OPERATORS, 'gte'],
  ['le', OPERATORS, 'lte'],
  ['gtee', OPERATORS, 'gte'],
  ['l', OPERATORS, 'lt'],
  ['i', OPERATORS, 'in'],
  ['eq', OPERATORS, undefined],
  ['sesion', FIELDS, 'session'],
  ['Speaker', FIELDS, 'speaker'],
  ['session_id', FIELDS, 'session'],
  ['meta', FIELDS, 'metadata'],
  ['tag', FIELDS, 'tags'],
  ['colour', FIELDS, undefined],
  ['x'.repeat(10_000), FIELDS, undefined],
  ['', FIELDS, undefined],
])('%s of %p is %s', (name, known, expected) => {
  expect(nearest(name, known)).toBe(expected);
});
