import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { MemoryExtracted } from '#contracts/events.js';
import { NO_OBSERVATIONS, STAGES, VERDICTS, type RelationObservation, type Verdict } from '#contracts/observations.js';
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

type Extracted = Pick<MemoryExtracted, 'stages' | 'observations' | 'generation'>;

const KNOWS: RelationObservation = {
  ...{ type: 'knows', from: { type: 'person', name: 'Ana' }, to: { type: 'person', name: 'Bo' } },
  ...{ polarity: 'asserted', event_at_unix_nanos: 5n, confidence: 0.4, stage: 'pattern' },
};

function claiming(stage: (typeof STAGES)[number], generation: number, ...relations: RelationObservation[]) {
  const report = {
    stage,
    version: '1',
    state: 'done',
    mentions: 0,
    relations: 1,
    statements: 0,
    duration_ms: 0,
  } as const;
  const extracted: Extracted = { stages: [report], observations: { ...NO_OBSERVATIONS, relations }, generation };
  return { memory_id: '1', created_at_unix_nanos: 0, ...extracted } as MemoryExtracted;
}

function judged(claim: RelationObservation, said: Verdict): RelationObservation {
  const polarity = { holds: 'asserted', ended: 'ended', not_said: claim.polarity } as const;
  const verdict = { asked: claim.polarity, said };
  return { ...claim, polarity: polarity[said], confidence: said === 'not_said' ? 0 : 0.9, stage: 'llm', verdict };
}

const claimsOf = (...extractions: MemoryExtracted[]): string[] =>
  observationsOf(effectiveExtractions(extractions)).relations.map(({ polarity, confidence, context = [] }) =>
    [polarity, confidence, ...context].join(' '),
  );

test('a verdict replaces the claim that was asked about, and no other', () => {
  const found = claiming('pattern', 0, KNOWS);
  const by = (said: Verdict): string[] => claimsOf(found, claiming('llm', 0, judged(KNOWS, said)));
  expect(VERDICTS.map(by)).toEqual([['asserted 0.9'], ['ended 0.9'], []]);
  const others: RelationObservation[] = [
    ...[
      { ...KNOWS, event_at_unix_nanos: 6n },
      { ...KNOWS, context: ['7'] },
    ],
    { ...KNOWS, polarity: 'ended' },
  ];
  const left = claimsOf(claiming('pattern', 0, ...others), claiming('llm', 0, judged(KNOWS, 'not_said')));
  expect(left.sort()).toEqual(['asserted 0.4', 'asserted 0.4 7', 'ended 0.4']);
});

test('two verdicts that make the same claim replace both claims that were asked about', () => {
  const ended: RelationObservation = { ...KNOWS, polarity: 'ended', confidence: 0.3 };
  const verdicts = claiming('llm', 0, judged(KNOWS, 'ended'), judged(ended, 'ended'));
  expect(claimsOf(claiming('pattern', 0, KNOWS, ended), verdicts)).toEqual(['ended 0.9']);
});

test('a verdict of a later generation replaces the earlier one, whatever the order of events', () => {
  const events = [
    claiming('pattern', 0, KNOWS),
    claiming('llm', 0, judged(KNOWS, 'not_said')),
    claiming('llm', 1, judged(KNOWS, 'holds')),
    claiming('pattern', 1, { ...KNOWS, confidence: 0.45 }),
  ];
  expect(claimsOf(...events)).toEqual(['asserted 0.9']);
  expect(claimsOf(...events.toReversed(), ...events)).toEqual(['asserted 0.9']);
  expect(claimsOf(...events.filter(({ generation }) => generation === 0))).toEqual([]);
});
