import { expect, test } from '@jest/globals';
import { MAX_NODES, merged, NOTHING, type GraphPart, type ShownEntity } from './graph-part.js';

const entity = (id: string, isGrown = false): ShownEntity => ({
  ...{ id, name: id, type: 'core:person', mentions: 1, isGrown, hasMore: false },
});

/** A centre and its neighbours, each of which has an edge to it. */
function star(centre: string, neighbours: number): GraphPart {
  const others = Array.from({ length: neighbours }, (_, n) => entity(`${centre} ${String(n)}`));
  const validity = { kind: 'relation' as const, confidence: 1, since: null, until: null, isUnsettled: false };
  const edges = others.map(({ id }) => ({ id: `to ${id}`, from: centre, to: id, type: 'core:knows', ...validity }));
  return {
    nodes: new Map([entity(centre, true), ...others].map((node) => [node.id, node])),
    edges: new Map(edges.map((edge) => [edge.id, edge])),
  };
}

test('a graph grows up to its bound; then what came first leaves, and its edges with it', () => {
  let graph = merged(NOTHING, star('a', 200));
  graph = merged(graph, star('b', 200));
  expect([graph.nodes.size, graph.edges.size]).toEqual([402, 400]);
  graph = merged(graph, star('c', 200));
  expect(graph.nodes.size).toBe(MAX_NODES);
  expect(['a', 'b', 'c', 'b 199', 'c 0'].every((id) => graph.nodes.has(id))).toBe(true);
  expect([graph.nodes.has('a 0'), graph.edges.has('to a 0'), graph.edges.size]).toEqual([false, false, 497]);
});

test('an entity that was grown stays so when it is found again as a neighbour', () => {
  const graph = merged(star('a', 2), { nodes: new Map([['a', entity('a')]]), edges: new Map() });
  expect(graph.nodes.get('a')?.isGrown).toBe(true);
});
