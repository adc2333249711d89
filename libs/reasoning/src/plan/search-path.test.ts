import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { searchPath, type Branch, type PathSearch, type SearchNode } from './search-path.js';

/** Branches of each memory `m0` … `m7`. */
type Graph = ReadonlyMap<string, readonly Branch[]>;

const NAMES = Array.from({ length: 8 }, (_, i) => `m${String(i)}`);
const GOAL = 'm7';

function graphOf(edges: readonly (readonly [string, string, number, number])[]): Graph {
  const graph = new Map<string, Branch[]>();
  for (const [from, memoryId, strength, distance] of edges)
    graph.set(from, [...(graph.get(from) ?? []), { memoryId, kind: 'causal', strength, distance }]);
  return graph;
}

function search(graph: Graph, more: Partial<PathSearch> = {}): Promise<SearchNode | null> {
  return searchPath({
    starts: [{ memoryId: 'm0', strength: 1, distance: 1 }],
    goals: new Map([[GOAL, 1]]),
    expand: (memoryId) => Promise.resolve(graph.get(memoryId) ?? []),
    maxSteps: 8,
    isOver: () => false,
    ...more,
  });
}

function idsOf(found: SearchNode | null): string[] {
  return found === null ? [] : [...idsOf(found.parent), found.last.memoryId];
}

/** Least cost of a path of at most `maxSteps` memories, by dynamic programming: each round allows one more. */
function leastCost(graph: Graph, maxSteps: number): number {
  let costs = new Map([['m0', 0]]);
  for (let steps = 1; steps < maxSteps; steps += 1) {
    const next = new Map(costs);
    for (const [from, cost] of costs)
      for (const { memoryId, strength } of graph.get(from) ?? [])
        next.set(memoryId, Math.min(next.get(memoryId) ?? Infinity, cost - Math.log(strength)));
    costs = next;
  }
  return costs.get(GOAL) ?? Infinity;
}

const edges = (distance: fc.Arbitrary<number>) =>
  fc.array(
    fc.tuple(
      fc.constantFrom(...NAMES),
      fc.constantFrom(...NAMES),
      fc.double({ min: 0.05, max: 0.95, noNaN: true }),
      distance,
    ),
    { maxLength: 30 },
  );

describe('searchPath', () => {
  test('finds the strongest path within the allowed steps, in any graph', async () => {
    await fc.assert(
      fc.asyncProperty(edges(fc.constant(0)), fc.integer({ min: 1, max: 8 }), async (drawn, maxSteps) => {
        const graph = graphOf(drawn);
        const found = await search(graph, { maxSteps });
        expect(found?.cost ?? Infinity).toBeCloseTo(leastCost(graph, maxSteps), 9);
        expect(idsOf(found).length).toBeLessThanOrEqual(maxSteps);
      }),
      { numRuns: 500 },
    );
  });

  test('finds a path of at least e^-0.5 of the greatest strength, however wrong the distances are', async () => {
    await fc.assert(
      fc.asyncProperty(edges(fc.double({ min: 0, max: 1, noNaN: true })), async (drawn) => {
        const graph = graphOf(drawn);
        const found = await search(graph);
        const least = leastCost(graph, 8);
        expect(found === null).toBe(least === Infinity);
        if (found) expect(found.cost).toBeLessThanOrEqual(least + 0.5 + 1e-9);
      }),
      { numRuns: 500 },
    );
  });

  test('takes the weaker but shorter path to a memory if the stronger one leaves no steps for the rest', async () => {
    const graph = graphOf([
      ['m0', 'm1', 0.9, 0],
      ['m1', 'm2', 0.9, 0],
      ['m2', 'm3', 0.9, 0],
      ['m0', 'm4', 0.3, 0],
      ['m4', 'm3', 0.3, 0],
      ['m3', GOAL, 0.9, 0],
    ]);
    expect(idsOf(await search(graph, { maxSteps: 5 }))).toEqual(['m0', 'm1', 'm2', 'm3', GOAL]);
    expect(idsOf(await search(graph, { maxSteps: 4 }))).toEqual(['m0', 'm4', 'm3', GOAL]);
    expect(await search(graph, { maxSteps: 3 })).toBeNull();
  });

  test('prefers the shorter of equally strong paths, then the lower id, whatever the order of branches', async () => {
    const same = [
      ['m0', 'm2', 0.5, 0],
      ['m0', 'm1', 0.5, 0],
      ['m1', GOAL, 0.5, 0],
      ['m2', GOAL, 0.5, 0],
    ] as const;
    expect(idsOf(await search(graphOf(same)))).toEqual(['m0', 'm1', GOAL]);
    expect(idsOf(await search(graphOf([...same].reverse())))).toEqual(['m0', 'm1', GOAL]);
    expect(idsOf(await search(graphOf([...same, ['m0', GOAL, 0.25, 0]])))).toEqual(['m0', GOAL]);
  });

  test('stops between two expansions when its time is over, and expands each memory once', async () => {
    const graph = graphOf([
      ['m0', 'm1', 0.5, 0],
      ['m1', 'm0', 0.5, 0],
      ['m1', 'm2', 0.5, 0],
      ['m2', GOAL, 0.5, 0],
    ]);
    const read: string[] = [];
    const expand = (memoryId: string) => {
      read.push(memoryId);
      return Promise.resolve(graph.get(memoryId) ?? []);
    };
    expect(idsOf(await search(graph, { expand }))).toEqual(['m0', 'm1', 'm2', GOAL]);
    expect(read).toEqual(['m0', 'm1', 'm2']);
    read.length = 0;
    expect(await search(graph, { expand, isOver: () => read.length === 2 })).toBeNull();
    expect(read).toEqual(['m0', 'm1']);
  });
});
