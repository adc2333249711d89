import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  NO_OBSERVATIONS,
  STAGES,
  type MentionObservation,
  type Observations,
  type RelationObservation,
} from './observations.js';
import { beyond, mergeObservations, withoutCrossingMentions } from './merge-observations.js';

const name = fc.constantFrom('Ana', 'Bo', 'Acme');
const stage = fc.constantFrom(...STAGES);
const confidence = fc.constantFrom(0.4, 0.6, 0.9);
const polarity = fc.constantFrom('asserted' as const, 'ended' as const);
const time = fc.constantFrom(0n, 5n);
const person = fc.record({ type: fc.constant('person' as const), name });
const context = fc.array(fc.constantFrom('1', '2', '3'), { maxLength: 2 });
const observations: fc.Arbitrary<Observations> = fc.record({
  mentions: fc.array(
    fc
      .record({
        start: fc.nat(12),
        length: fc.integer({ min: 1, max: 6 }),
        type: fc.constantFrom('person' as const, 'place' as const),
        name,
        confidence,
        stage,
      })
      .map(({ length, ...mention }) => ({ ...mention, end: mention.start + length })),
    { maxLength: 8 },
  ),
  relations: fc.array(
    fc.record({
      type: fc.constantFrom('knows' as const, 'reports_to' as const),
      from: person,
      to: person,
      polarity,
      event_at_unix_nanos: time,
      confidence,
      stage,
      context,
    }),
    { maxLength: 5 },
  ),
  statements: fc.array(
    fc.record({
      kind: fc.constant('preference' as const),
      predicate: fc.constantFrom('likes' as const, 'dislikes' as const),
      subject: person,
      object: fc.record({
        kind: fc.constant('value' as const),
        value: fc.constant({ type: 'text' as const, value: 'tea' }),
      }),
      text: fc.constantFrom('I like tea', 'tea is nice'),
      polarity,
      event_at_unix_nanos: time,
      confidence,
      stage,
      context,
    }),
    { maxLength: 5 },
  ),
  aliases: fc.array(fc.record({ type: fc.constant('person' as const), name, alias: name, confidence, stage }), {
    maxLength: 4,
  }),
  ends: fc.array(
    fc.record({
      predicate: fc.constantFrom('reports_to' as const, 'occupation' as const),
      subject: person,
      event_at_unix_nanos: time,
      confidence,
      stage,
    }),
    { maxLength: 4 },
  ),
});

test('merging does not depend on the order of the runs', () => {
  fc.assert(
    fc.property(fc.array(observations, { maxLength: 4 }), (list) => {
      expect(mergeObservations(list.toReversed())).toEqual(mergeObservations(list));
    }),
  );
});

test('merging does not depend on how the runs are grouped', () => {
  fc.assert(
    fc.property(observations, observations, observations, (a, b, c) => {
      const flat = mergeObservations([a, b, c]);
      expect(mergeObservations([mergeObservations([a, b]), c])).toEqual(flat);
      expect(mergeObservations([a, mergeObservations([b, c])])).toEqual(flat);
    }),
  );
});

test('merging the same run again changes nothing', () => {
  fc.assert(
    fc.property(observations, (a) => {
      const once = mergeObservations([a]);
      expect(mergeObservations([a, a])).toEqual(once);
      expect(mergeObservations([once, NO_OBSERVATIONS])).toEqual(once);
    }),
  );
});

test('withoutCrossingMentions keeps no overlapping mentions, and every dropped one overlaps a kept one', () => {
  fc.assert(
    fc.property(observations, ({ mentions }) => {
      const kept = withoutCrossingMentions(mentions);
      const overlap = (a: MentionObservation, b: MentionObservation) => a.start < b.end && b.start < a.end;
      kept.forEach((a, i) => {
        expect(kept.some((b, k) => k !== i && overlap(a, b))).toBe(false);
      });
      expect(mentions.every((m) => kept.some((k) => overlap(m, k)))).toBe(true);
    }),
  );
});

const mention = (start: number, end: number, more: Partial<MentionObservation> = {}): MentionObservation => ({
  type: 'person',
  name: 'x',
  start,
  end,
  confidence: 0.5,
  stage: 'pattern',
  ...more,
});
const only = (mentions: readonly MentionObservation[]): Observations => ({ ...NO_OBSERVATIONS, mentions });

test('of mentions with the same span the most confident stays, then the one of the later stage', () => {
  const sure = mention(0, 3, { confidence: 0.9, type: 'place' });
  expect(mergeObservations([only([mention(0, 3)]), only([sure])]).mentions).toEqual([sure]);
  const later = mention(0, 3, { stage: 'llm', type: 'place' });
  expect(mergeObservations([only([later]), only([mention(0, 3)])]).mentions).toEqual([later]);
});

test('a mention inside a longer one is dropped, whatever its confidence', () => {
  const long = mention(0, 10, { confidence: 0.4 });
  expect(mergeObservations([only([long, mention(4, 10, { confidence: 0.9 })])]).mentions).toEqual([long]);
});

test('of two crossing mentions the longer one stays', () => {
  const long = mention(0, 8);
  expect(withoutCrossingMentions([mention(6, 11, { confidence: 0.9 }), long, mention(8, 10)])).toEqual([
    long,
    mention(8, 10),
  ]);
});

test('a symmetric relation stated in both directions is one claim', () => {
  const ana = { type: 'person', name: 'Ana' } as const;
  const bo = { type: 'person', name: 'Bo' } as const;
  const common = { polarity: 'asserted', event_at_unix_nanos: 1n, confidence: 0.9, stage: 'pattern' } as const;
  const knows = [
    { type: 'knows', from: ana, to: bo, ...common },
    { type: 'knows', from: bo, to: ana, ...common },
  ] as const;
  expect(mergeObservations([{ ...NO_OBSERVATIONS, relations: knows }]).relations).toHaveLength(1);
  const reports = knows.map((r) => ({ ...r, type: 'reports_to' as const }));
  expect(mergeObservations([{ ...NO_OBSERVATIONS, relations: reports }]).relations).toHaveLength(2);
});

test('observations found by another run are not new', () => {
  const found = only([mention(0, 3)]);
  const again = only([mention(0, 3, { confidence: 0.9, stage: 'classifier' }), mention(5, 8, { stage: 'classifier' })]);
  expect(beyond(found, again).mentions).toEqual([again.mentions[1]]);
});

test('of extractions of one claim, those that depend on a superset of the memories of another are dropped', () => {
  const claim = { type: 'knows', from: { type: 'person', name: 'Ana' }, to: { type: 'person', name: 'Bo' } } as const;
  const extractionOf = (confidence: number, context?: string[]): RelationObservation => ({
    ...{ ...claim, polarity: 'asserted', event_at_unix_nanos: 1n, confidence, stage: 'pattern' },
    ...(context && { context }),
  });
  const merged = (...relations: RelationObservation[]) =>
    mergeObservations(relations.map((one) => ({ ...NO_OBSERVATIONS, relations: [one] }))).relations;
  const independent = extractionOf(0.4);
  expect(merged(extractionOf(0.9, ['1']), independent, extractionOf(0.9, ['1', '2']))).toEqual([independent]);
  const [first, second] = [extractionOf(0.5, ['1', '1']), extractionOf(0.6, ['2'])];
  expect(merged(second, first, extractionOf(0.9, ['2', '1']), extractionOf(0.3, ['1']))).toEqual([first, second]);
});
