import { expect, test } from '@jest/globals';
import type { MentionObservation, RelationObservation, StatementObservation } from '#contracts/observations.js';
import type { ExtractionInput } from '../pipeline/stage.js';
import type { Claim } from './claim.js';
import { sentencesOf } from '../text/sentences.js';
import { claimFeatures, type ClaimContext } from './claim-features.js';

const UNSUPPORTED = { same: 0, opposite: 0, rival: 0 };
const COMMON = { polarity: 'asserted', event_at_unix_nanos: 0, confidence: 0.9, stage: 'classifier' } as const;
const RUTH = { type: 'person', name: 'Ruth' } as const;
const CROYDON = { type: 'place', name: 'Croydon' } as const;
const LIVES_IN: RelationObservation = { ...COMMON, type: 'lives_in', from: RUTH, to: CROYDON };

function mention(name: string, text: string): MentionObservation {
  const start = text.indexOf(name);
  return { type: 'place', name, start, end: start + name.length, confidence: 0.8, stage: 'classifier' };
}

function featuresOf(claim: Claim, text: string, more: Partial<ClaimContext> & Partial<ExtractionInput> = {}) {
  const { source = 'rule', support = UNSUPPORTED, ...turn } = more;
  const input = { text, speaker: 'Ruth', role: 'user', eventAtUnixNanos: 0n, ...turn } as const;
  const sentences = [...sentencesOf(text)];
  return claimFeatures(claim, { input, sentences, mentions: [mention('Croydon', text)], source, support });
}

test('features tell what found the claim and what the model says of it', () => {
  const support = { same: 0.9, opposite: 0.1, rival: 0 };
  const features = featuresOf(LIVES_IN, 'I live in Croydon.', { source: 'model', support });
  expect(features).toMatchObject({ 'model:bias': 1, 'model:lives_in': 1, 'model:opposite': 0.1 });
  expect(features['model:same']).toBeCloseTo(Math.log(9), 5);
});

test.each([
  ['I do not live in Croydon.', 'cue:negation'],
  ['I might live in Croydon.', 'cue:modal'],
  ['Do you live in Croydon?', 'sentence:question'],
  ['He said Ruth lives in Croydon.', 'cue:report'],
])('%s has %s', (text, cue) => {
  expect(featuresOf(LIVES_IN, text)[cue]).toBe(1);
  expect(featuresOf(LIVES_IN, 'I live in Croydon.')[cue]).toBe(0);
});

test('only the sentence of the claim counts', () => {
  expect(featuresOf(LIVES_IN, 'I do not drive. I live in Croydon.')['cue:negation']).toBe(0);
});

test('a claim about an unnamed speaker is told apart from one about a named one', () => {
  const unnamed = { ...LIVES_IN, from: { type: 'person', name: 'user' } } as const;
  expect(featuresOf(unnamed, 'I live in Croydon.', { speaker: null })['subject:unnamed speaker']).toBe(1);
  expect(featuresOf(LIVES_IN, 'I live in Croydon.')['subject:unnamed speaker']).toBe(0);
});

test('a value that ends in a function word is marked as cut', () => {
  const object = (value: string) => ({ kind: 'value', value: { type: 'text', value } }) as const;
  const likes = (value: string): StatementObservation => {
    const kind = 'preference';
    return { ...COMMON, kind, predicate: 'likes', subject: RUTH, object: object(value), text: `I like ${value}` };
  };
  expect(featuresOf(likes('walks in the'), 'I like walks in the park.')['object:cut']).toBe(1);
  expect(featuresOf(likes('walks'), 'I like walks in the park.')['object:cut']).toBe(0);
});

test('a claim of a common word in lower case as a person is told apart', () => {
  const water = { ...LIVES_IN, from: { type: 'person', name: 'water' } } as const;
  const features = featuresOf(water, 'water lives in Croydon');
  expect(features).toMatchObject({
    'subject:living lower case': 1,
    'subject:living common': 1,
    'subject:first name': 0,
  });
  const ruth = featuresOf(LIVES_IN, 'Ruth lives in Croydon.', { speaker: 'Ana' });
  expect(ruth).toMatchObject({ 'subject:living lower case': 0, 'subject:living common': 0, 'subject:first name': 1 });
  expect(ruth).toMatchObject({ 'object:place': 1, 'object:known place': 1 });
});
