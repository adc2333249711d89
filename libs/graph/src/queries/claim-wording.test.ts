import { expect, test } from '@jest/globals';
import { verbalizeEndedClaim, verbalizeClaim } from './claim-wording.js';

test.each([
  ['works_at', 'Acme Corp', 'Ana works at Acme Corp'],
  ['occupation', 'engineer', 'Ana works as an engineer'],
  ['age', '34', 'Ana is 34 years old'],
  ['age', 'thirty-four', 'Ana is thirty-four years old'],
  ['age', 'two and a half', 'Ana is two and a half'],
  ['plans', 'rent bikes in May', 'Ana plans to rent bikes in May'],
  ['plans', 'moving to Oulu', 'Ana plans moving to Oulu'],
  ['plans', 'a trip to Oslo', 'Ana plans a trip to Oslo'],
  ['plans', 'starts at Acme in May', 'Ana plans to start at Acme in May'],
  ['plans', 'marries Tom and watches the sea', 'Ana plans to marry Tom and watches the sea'],
  ['plans', 'is back by noon', 'Ana plans to be back by noon'],
  ['plans', 'pass the exam', 'Ana plans to pass the exam'],
  ['plans', 'focus on chess', 'Ana plans to focus on chess'],
  ['did', 'sold my old car and our boat', 'Ana sold their old car and their boat'],
  ['did', 'bought myself a bike in the US', 'Ana bought themselves a bike in the US'],
  ['has', 'my own desk', 'Ana has their own desk'],
  ['instruction', 'never call me before ten', 'Ana asks: never call me before ten'],
])('%s %s is worded as: %s', (predicate, object, words) => {
  expect(verbalizeClaim(predicate, 'Ana', object)).toBe(words);
});

test('an ended claim is worded as ended, and null when its predicate cannot end', () => {
  expect(verbalizeEndedClaim('works_at', 'Ana', 'Acme Corp')).toBe('Ana no longer works at Acme Corp');
  expect(verbalizeEndedClaim('status', 'Ana', 'head of my team')).toBe('Ana is no longer head of their team');
  expect(verbalizeEndedClaim('did', 'Ana', 'sold my car')).toBeNull();
});
