import { describe, expect, test } from '@jest/globals';
import { addMaxSimScores, fuseScores } from './fusion.js';
import { RANKING, type RankingWeights } from './ranking-weights.js';
import type { RetrieverRun, RetrieverName } from '../retrievers/retriever.js';

const RANKED: RankingWeights = {
  ...RANKING,
  retrievers: {
    ...RANKING.retrievers,
    lexical: { weight: 1, kind: 'content' },
    dense: { weight: 3, kind: 'content', normalization: 'minMax' },
    entity_graph: { weight: 0.5, kind: 'structural' },
  },
};

/** Run of a retriever: candidates, best first, with a score and, if it differs, a support. */
function found(name: RetrieverName, ...scores: readonly [string, number, number?][]): RetrieverRun {
  const candidates = scores.map(([memoryId, score, support = score]) => ({
    memoryId,
    score,
    support,
    because: () => '',
  }));
  return { name, ms: 0, notes: {}, candidates };
}

function nearOf(...runs: readonly RetrieverRun[]): Record<string, number> {
  return Object.fromEntries([...fuseScores(runs, RANKED)].map(([id, { contentScore }]) => [id, contentScore]));
}

describe('fusion', () => {
  test('gives content score 1 to what every retriever ranks first, and reports retrievers, ranks and shares', () => {
    const fused = fuseScores([found('lexical', ['b', 8], ['a', 4]), found('dense', ['b', 0.6], ['a', 0.2])], RANKED);
    expect(fused.get('b')?.contentScore).toBe(1);
    expect(fused.get('a')?.foundBy).toEqual([
      { retriever: 'lexical', rank: 1, share: 0.125 },
      { retriever: 'dense', rank: 1, share: 0 },
    ]);
  });

  test('normalizes scores by the best one, and cosines by min-max', () => {
    expect(nearOf(found('lexical', ['a', 8], ['b', 2]))).toEqual({ a: 1, b: 0.25 });
    expect(nearOf(found('dense', ['a', 0.5], ['b', 0.4], ['c', 0.3]))['b']).toBeCloseTo(0.5);
  });

  test('weights retrievers, and ignores those that found nothing', () => {
    const lexical = found('lexical', ['a', 5]);
    expect(nearOf(lexical, found('dense', ['b', 0.5]))).toEqual({ a: 0.25, b: 0.75 });
    expect(nearOf(lexical, found('dense'))).toEqual({ a: 1 });
    expect(nearOf(lexical, { ...found('dense', ['b', 0.5]), trust: 1 / 3 })).toEqual({ a: 0.5, b: 0.5 });
  });

  test('normalizes cosines by the hundredth candidate, however many are requested', () => {
    const cosines = (count: number) =>
      found('dense', ...Array.from({ length: count }, (_, i): [string, number] => [`m${String(i)}`, 1 - i / 500]));
    expect(nearOf(cosines(300))['m50']).toBe(nearOf(cosines(100))['m50']);
    expect(nearOf(cosines(300))['m250']).toBe(0);
  });

  test('gives almost equal scores to almost equal cosines', () => {
    expect(nearOf(found('dense', ['a', 0.5], ['b', 0.48]))['b']).toBeCloseTo(0.9);
  });

  test('adds graph support as structural score, half of it at the second rank', () => {
    const fused = fuseScores([found('entity_graph', ['a', 3, 0.4], ['b', 2, 0.4])], RANKED);
    expect([...fused.values()].map(({ contentScore, structuralScore }) => [contentScore, structuralScore])).toEqual([
      [0, 0.2],
      [0, 0.1],
    ]);
    expect(fused.get('b')?.foundBy).toEqual([{ retriever: 'entity_graph', rank: 1, share: 0.1 }]);
  });

  test('of no runs is empty', () => {
    expect(fuseScores([], RANKED).size).toBe(0);
  });

  test('adds MaxSim scores: the full weight for the best, nothing for those far behind it or not reranked', () => {
    const fused = fuseScores([found('lexical', ['a', 8], ['b', 4], ['c', 2], ['d', 2])], RANKED);
    const nearness = new Map([
      ['b', 0.7],
      ['a', 0.6],
      ['c', 0.3],
    ]);
    const added = addMaxSimScores(fused, nearness, { weight: 0.5, range: 0.2 });
    const contentScores = Object.fromEntries(
      [...added].map(([id, memory]) => [id, Number(memory.contentScore.toFixed(6))]),
    );
    expect(contentScores).toEqual({ a: 1.25, b: 1, c: 0.25, d: 0.25 });
    expect([...addMaxSimScores(fused, new Map(), { weight: 0.5, range: 0.2 })]).toEqual([...fused]);
  });
});
