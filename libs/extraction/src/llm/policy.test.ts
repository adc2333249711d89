import { expect, test } from '@jest/globals';
import { NO_OBSERVATIONS, type MentionObservation, type RelationObservation } from '#contracts/observations.js';
import { wantsLlm } from './policy.js';

const nothing = NO_OBSERVATIONS;
const BAND = { candidate: 0.2, fact: 0.5 };
const ana: MentionObservation = { type: 'person', name: 'Ana', start: 0, end: 3, confidence: 0.9, stage: 'pattern' };

test('"always" and "never" ignore the observations', () => {
  expect(wantsLlm('always', { text: 'ok', observations: nothing }, BAND)).toBe(true);
  expect(wantsLlm('never', { text: 'My sister Quux', observations: nothing }, BAND)).toBe(false);
});

test('a memory without names and cues is certain', () => {
  expect(wantsLlm('uncertain', { text: 'ok, see tomorrow lol', observations: nothing }, BAND)).toBe(false);
  expect(wantsLlm('uncertain', { text: 'OK on Monday then.', observations: nothing }, BAND)).toBe(false);
});

test('an uncertain mention, an uncovered name and a cue without a claim need the LLM', () => {
  const unsure = { ...nothing, mentions: [{ ...ana, confidence: 0.5 }] };
  expect(wantsLlm('uncertain', { text: 'Ana again', observations: unsure }, BAND)).toBe(true);
  expect(wantsLlm('uncertain', { text: 'then came Quux again', observations: nothing }, BAND)).toBe(true);
  expect(wantsLlm('uncertain', { text: 'he married last year', observations: nothing }, BAND)).toBe(true);
});

const KNOWS: RelationObservation = {
  type: 'knows',
  from: ana,
  to: { type: 'person', name: 'Bo' },
  polarity: 'asserted',
  event_at_unix_nanos: 0,
  confidence: 0.9,
  stage: 'pattern',
};

test('a cue whose claim was found does not need the LLM', () => {
  const observations = { ...nothing, mentions: [ana], relations: [KNOWS] };
  expect(wantsLlm('uncertain', { text: 'Ana is our friend', observations }, BAND)).toBe(false);
});

test('a candidate needs the LLM: a claim from one threshold on and below the other', () => {
  const wants = (claim: Partial<RelationObservation>): boolean => {
    const observations = { ...nothing, mentions: [ana], relations: [KNOWS, { ...KNOWS, ...claim }] };
    return wantsLlm('uncertain', { text: 'Ana is our friend', observations }, BAND);
  };
  expect([0.19, 0.2, 0.49, 0.5].map((confidence) => wants({ confidence }))).toEqual([false, true, true, false]);
  expect(wants({ confidence: 0.3, polarity: 'ended' })).toBe(true);
  expect(wants({ confidence: 0.3, polarity: 'retracted' })).toBe(false);
});
