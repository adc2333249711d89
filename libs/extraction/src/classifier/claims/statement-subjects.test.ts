import { expect, test } from '@jest/globals';
import { mayBeSaidOf } from './statement-subjects.js';

test.each([
  ['occupation', 'person', true],
  ['occupation', 'animal', false],
  ['age', 'animal', true],
  ['email', 'organization', true],
  ['email', 'animal', false],
  ['status', 'product', true],
  ['likes', 'place', false],
] as const)('%s may have a subject of type %s: %s', (predicate, type, may) => {
  expect(mayBeSaidOf(predicate, type)).toBe(may);
});
