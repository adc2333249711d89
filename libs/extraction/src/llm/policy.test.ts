import { expect, test } from '@jest/globals';
import { NO_OBSERVATIONS, type MentionObservation } from '#contracts/observations.js';
import { wantsLlm } from './policy.js';

const nothing = NO_OBSERVATIONS;
const ana: MentionObservation = { type: 'person', name: 'Ana', start: 0, end: 3, confidence: 0.9, stage: 'pattern' };

test('"always" and "never" ignore the observations', () => {
  expect(wantsLlm('always', { text: 'ok', observations: nothing })).toBe(true);
  expect(wantsLlm('never', { text: 'My sister Quux', observations: nothing })).toBe(false);
});

test('a memory without names and cues is certain', () => {
  expect(wantsLlm('uncertain', { text: 'ok, see tomorrow lol', observations: nothing })).toBe(false);
  expect(wantsLlm('uncertain', { text: 'OK on Monday then.', observations: nothing })).toBe(false);
});

test('an uncertain mention, an uncovered name and a cue without a claim need the LLM', () => {
  const unsure = { ...nothing, mentions: [{ ...ana, confidence: 0.5 }] };
  expect(wantsLlm('uncertain', { text: 'Ana again', observations: unsure })).toBe(true);
  expect(wantsLlm('uncertain', { text: 'then came Quux again', observations: nothing })).toBe(true);
  expect(wantsLlm('uncertain', { text: 'he married last year', observations: nothing })).toBe(true);
});

test('a cue whose claim was found does not need the LLM', () => {
  const claim = {
    type: 'knows',
    from: ana,
    to: { type: 'person', name: 'Bo' },
    polarity: 'asserted',
    event_at_unix_nanos: 0,
    confidence: 0.9,
    stage: 'pattern',
  } as const;
  const observations = { ...nothing, mentions: [ana], relations: [claim] };
  expect(wantsLlm('uncertain', { text: 'Ana is our friend', observations })).toBe(false);
});
