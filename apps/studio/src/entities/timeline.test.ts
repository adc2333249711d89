import { expect, test } from '@jest/globals';
import { axisOf, byBeginning, extentOf, grouped, holds, type TimelineFact } from './timeline.js';

const fact = (more: Partial<TimelineFact>): TimelineFact => ({
  ...{ id: 'f', kind: 'relation', predicate: 'core:works_at', text: 't', confidence: 1, source: 'read' },
  ...{ unsettled: false, superseded_by: null, valid_from: null, valid_to: null, memoryIds: [], other: null },
  ...{ subject: { id: 's', name: 'S' }, object: null, value: 'v' },
  ...more,
});

const NOW = Date.parse('2026-11-01T00:00:00Z');

test('a bar stands where its fact holds; what has no beginning or end reaches the edge', () => {
  const facts = [
    fact({ valid_from: '2026-01-01T00:00:00Z', valid_to: '2026-06-02T00:00:00Z' }),
    fact({ valid_from: '2026-06-02T00:00:00Z' }),
    fact({ valid_to: '2026-06-02T00:00:00Z' }),
  ];
  const axis = axisOf(facts, NOW);
  expect(new Date(axis.from).toISOString()).toBe('2026-01-01T00:00:00.000Z');
  expect(axis.to).toBe(NOW);
  const [before, after, open] = facts.map((one) => extentOf(one, axis));
  expect(before).toEqual({ left: 0, width: 50 });
  expect(after).toEqual({ left: 50, width: 50 });
  expect(open).toEqual({ left: 0, width: 50 });
});

test('a bar can always be seen, and an axis is never a point', () => {
  const moment = fact({ valid_from: '2026-11-01T00:00:00Z', valid_to: '2026-11-01T00:00:00Z' });
  const axis = axisOf([moment], NOW);
  expect(axis.to - axis.from).toBe(86_400_000);
  expect(extentOf(moment, axis)).toEqual({ left: 0, width: 1 });
  expect(extentOf(fact({ valid_from: '2027-01-01T00:00:00Z' }), { from: 0, to: NOW }).left).toBe(99);
});

test('what holds comes before what held; facts of a predicate keep their order, and can be sorted by their beginning', () => {
  const facts = [
    fact({ id: 'old', predicate: 'core:lives_in', valid_to: '2020-01-01T00:00:00Z' }),
    fact({ id: 'late', valid_from: '2026-02-01T00:00:00Z' }),
    fact({ id: 'early', valid_from: '2026-01-01T00:00:00Z', superseded_by: 'late' }),
  ];
  expect(grouped(facts).map(([predicate, of]) => [predicate, of.map(({ id }) => id)])).toEqual([
    ['core:works_at', ['late', 'early']],
    ['core:lives_in', ['old']],
  ]);
  expect(byBeginning(facts).map(({ id }) => id)).toEqual(['old', 'early', 'late']);
  expect(facts.map(holds)).toEqual([false, true, false]);
});
