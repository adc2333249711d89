import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { MemoryExtracted } from '#contracts/events.js';
import { NO_OBSERVATIONS, STAGES } from '#contracts/observations.js';
import { effectiveExtractions, observationsOf } from './effective-extractions.js';

const extraction = fc
  .record({ stage: fc.constantFrom(...STAGES), generation: fc.nat(3), name: fc.constantFrom('Ana', 'Bo', 'Cy') })
  .map(({ stage, generation, name }): MemoryExtracted => ({
    memory_id: '1',
    created_at_unix_nanos: 0,
    stages: [{ stage, version: '1', state: 'done', mentions: 1, relations: 0, statements: 0, duration_ms: 0 }],
    observations: {
      ...NO_OBSERVATIONS,
      mentions: [{ type: 'person', name, start: name.length * generation, end: 9, confidence: 0.9, stage }],
    },
    ...(generation > 0 && { generation }),
  }));

test('the effective extractions depend neither on order nor on repetition', () => {
  fc.assert(
    fc.property(fc.array(extraction), fc.array(fc.nat()), (extractions, order) => {
      const shuffled = [...extractions, ...extractions]
        .map((one, i) => ({ one, key: order[i % Math.max(1, order.length)] ?? 0 }))
        .sort((a, b) => a.key - b.key)
        .map(({ one }) => one);
      expect(observationsOf(effectiveExtractions(shuffled))).toEqual(observationsOf(effectiveExtractions(extractions)));
    }),
  );
});

test('a later generation replaces extractions of its kind only: by the LLM, or by the other stages', () => {
  const of = (stage: (typeof STAGES)[number], name: string, generation: number): MemoryExtracted => ({
    ...{ memory_id: '1', created_at_unix_nanos: 0, generation },
    stages: [{ stage, version: '1', state: 'done', mentions: 1, relations: 0, statements: 0, duration_ms: 0 }],
    observations: {
      ...NO_OBSERVATIONS,
      mentions: [{ type: 'person', name, start: name.length, end: name.length + 1, confidence: 0.9, stage }],
    },
  });
  const names = (...extractions: MemoryExtracted[]) =>
    observationsOf(effectiveExtractions(extractions)).mentions.map(({ name }) => name);
  expect(names(of('pattern', 'Ana', 0), of('llm', 'Bo', 0), of('pattern', 'Lena', 1))).toEqual(['Bo', 'Lena']);
  expect(names(of('llm', 'Bo', 0), of('llm', 'Ida', 1), of('pattern', 'Lena', 0))).toEqual(['Ida', 'Lena']);
});
