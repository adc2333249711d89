import { expect, test } from '@jest/globals';
import { parse } from 'uuid';
import { idSetOf } from './memory-id-set.js';

const A = '01a21c53-0000-7000-8000-00000000000a';
/** The same last bytes, and so the same place in the hash table. */
const TWIN = '01a21c54-0000-7000-8000-00000000000a';
const OTHER = '01a21c53-0000-7000-8000-0000000000ff';

test('has the ids that it was given, by their whole bytes', () => {
  const set = idSetOf([A, OTHER]);
  expect([A, OTHER, TWIN].map((id) => set.has(id))).toEqual([true, true, false]);
});

test('an id given twice counts once', () => {
  const set = idSetOf([A, TWIN, A]);
  expect(set.size).toBe(2);
});

test('ids are looked up where they lie among others', () => {
  const rows = Buffer.concat([OTHER, A].map((id) => Buffer.from(parse(id))));
  expect([0, 16].map((at) => idSetOf([A]).hasAt(rows, at))).toEqual([false, true]);
});

test('the empty set has none', () => {
  expect([idSetOf([]).has(A), idSetOf([]).size]).toEqual([false, 0]);
});
