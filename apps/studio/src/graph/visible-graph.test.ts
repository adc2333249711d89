import { expect, test } from '@jest/globals';
import type { ShownEdge, ShownEntity } from './graph-part.js';
import { firstDayOf, dayText, holdsAt, typesIn, visibleIn } from './visible-graph.js';

const edge = (id: string, from: string, to: string, since: string | null, until: string | null): ShownEdge => ({
  ...{ id, from, to, since, until },
  ...{ kind: 'relation', type: 'core:works_at', confidence: 1, isUnsettled: false },
});
const node = (id: string, type: string): ShownEntity => ({
  ...{ id, type, name: id, mentions: 1, isGrown: false, hasMore: false },
});

const GRAPH = {
  nodes: new Map(
    [node('ruth', 'person'), node('omar', 'person'), node('acme', 'organization')].map((one) => [one.id, one]),
  ),
  edges: new Map(
    [
      edge('old', 'ruth', 'acme', '2025-02-01T00:00:00Z', '2026-03-01T00:00:00Z'),
      edge('new', 'omar', 'ruth', '2026-03-01T12:00:00Z', null),
    ].map((one) => [one.id, one]),
  ),
};
const shown = (day: string | null, ...hidden: string[]) => {
  const { nodes, edges } = visibleIn(GRAPH, { day, hiddenTypes: new Set(hidden), focus: 'ruth' });
  return { nodes: [...nodes].sort(), edges: edges.map(({ id }) => id) };
};

test('an edge holds from its beginning until before its end, and for ever where nobody said', () => {
  const at = (iso: string) =>
    holdsAt(edge('e', 'a', 'b', '2026-05-01T00:00:00Z', '2026-06-01T00:00:00Z'), Date.parse(iso));
  expect(['2026-04-30T23:59:59Z', '2026-05-01T00:00:00Z', '2026-06-01T00:00:00Z'].map(at)).toEqual([
    false,
    true,
    false,
  ]);
  expect(holdsAt(edge('e', 'a', 'b', null, null), 0)).toBe(true);
});

test('a day shows what held at its end, with the entities that it connects', () => {
  expect(shown('2026-02-28')).toEqual({ nodes: ['acme', 'ruth'], edges: ['old'] });
  expect(shown('2026-03-01')).toEqual({ nodes: ['omar', 'ruth'], edges: ['new'] });
  expect(shown(null)).toEqual({ nodes: ['omar', 'ruth'], edges: ['new'] });
  expect(shown('2024-01-01')).toEqual({ nodes: ['ruth'], edges: [] });
});

test('types can be left out, but not what is in the middle', () => {
  expect(shown('2026-02-28', 'organization')).toEqual({ nodes: ['ruth'], edges: [] });
  expect(shown('2026-02-28', 'person')).toEqual({ nodes: ['acme', 'ruth'], edges: ['old'] });
});

test('types are counted by what is shown, and those of which nothing is shown stay in the list', () => {
  expect(typesIn(GRAPH, new Set(['ruth', 'omar']))).toEqual([
    { type: 'person', count: 2 },
    { type: 'organization', count: 0 },
  ]);
});

test('the first day is that of the first edge', () => {
  expect(dayText(firstDayOf(GRAPH) ?? 0)).toBe('2025-02-01');
  expect(firstDayOf({ ...GRAPH, edges: new Map() })).toBeNull();
});
