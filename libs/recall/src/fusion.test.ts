import { describe, expect, test } from '@jest/globals';
import { fuse } from './fusion.js';
import type { Lifted } from './lifts.js';
import { RANKING, type Ranking } from './ranking.js';
import type { RetrieverName } from './retriever.js';

const RANKED: Ranking = {
  ...RANKING,
  retrievers: {
    ...RANKING.retrievers,
    lexical: { weight: 1, bySupport: false, near: true },
    entity_graph: { weight: 0.5, bySupport: true, near: false },
  },
};

function listOf(...ids: readonly string[]): Lifted[] {
  return ids.map((memoryId) => ({ memoryId, score: 1, lifts: [] }));
}

function fused(lists: Partial<Record<RetrieverName, Lifted[]>>, support = 1) {
  return fuse(new Map(Object.entries(lists) as [RetrieverName, Lifted[]][]), RANKED, () => support);
}

describe('rank fusion', () => {
  test('gives 1 to what every retriever puts first, and says who found it', () => {
    const [first, second] = fused({ lexical: listOf('a', 'b'), entity_graph: listOf('a') });
    expect(first).toEqual({
      memoryId: 'a',
      score: 1,
      found: [
        { retriever: 'lexical', rank: 0, lifts: [] },
        { retriever: 'entity_graph', rank: 0, lifts: [] },
      ],
    });
    expect(second?.score).toBeCloseTo(1 / 11 / (1.5 / 10));
  });

  test('counts no retriever that found nothing', () => {
    expect(fused({ lexical: listOf('a'), entity_graph: [] })[0]?.score).toBe(1);
  });

  test('lets the graph count as much as it is sure', () => {
    const lists = { lexical: listOf('a', 'b'), entity_graph: listOf('b') };
    expect(fused(lists, 1).map((memory) => memory.memoryId)).toEqual(['b', 'a']);
    expect(fused(lists, 0.01).map((memory) => memory.memoryId)).toEqual(['a', 'b']);
  });

  test('puts the newer memory first where two are equal', () => {
    expect(fused({ lexical: listOf('a'), entity_graph: listOf('b') }, 2).map((memory) => memory.memoryId)).toEqual([
      'b',
      'a',
    ]);
  });
});
