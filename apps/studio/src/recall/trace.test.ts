import { expect, test } from '@jest/globals';
import { reasonsOf, retrieversOf, scorePartsOf, type TracedMemory, type Trace } from './trace.js';

const memory = (more: Partial<TracedMemory>): TracedMemory => ({
  ...{ memory_id: '1', score: 1, near: 0, words: null, claimed: 0, shares: {}, lifts: [] },
  ...more,
});

test('the parts of a score are the shares, and what token embeddings add to them', () => {
  expect(scorePartsOf(memory({ near: 1.25, claimed: 0.5, shares: { lexical: 0.25, dense: 0.5, time: 0.5 } }))).toEqual([
    { name: 'dense', value: 0.5 },
    { name: 'time', value: 0.5 },
    { name: 'word by word', value: 0.5 },
    { name: 'lexical', value: 0.25 },
  ]);
});

test('a memory without any part is there because of an adjacent turn', () => {
  expect(scorePartsOf(memory({ score: 0.3, shares: { lexical: 0 } }))).toEqual([
    { name: 'adjacent turns', value: 0.3 },
  ]);
});

test('a retriever that ran for each side of a question is named once, with its reasons', () => {
  const candidates = [{ memory_id: '1', score: 1, support: 1, because: 'jazz' }];
  const run = { name: 'lexical' as const, ms: 1, candidates };
  const trace: Trace = {
    ...{ terms: [], sides: ['a', 'b'], retrievers: [run, { ...run, candidates: [] }], fusion: [], dropped: {} },
    ...{ answer_chance: null, first: null, ms: 1 },
  };
  expect(retrieversOf(trace)).toEqual(['lexical']);
  expect(reasonsOf(trace, '1')).toEqual([{ name: 'lexical', because: 'jazz' }]);
});
