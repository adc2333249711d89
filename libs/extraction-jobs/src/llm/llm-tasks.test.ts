import { expect, test } from '@jest/globals';
import { NO_OBSERVATIONS, type Observations, type RelationObservation } from '#contracts/observations.js';
import type { LlmPolicy } from '#extraction/llm/policy.js';
import { taskOf } from './llm-tasks.js';

const THRESHOLDS = { fact: 0.8, candidate: 0.2 };
const ANA = { type: 'person', name: 'Ana', start: 0, end: 3, confidence: 0.9, stage: 'pattern' } as const;
const KNOWS: RelationObservation = {
  ...{ type: 'knows', from: { type: 'person', name: 'user' }, to: { type: 'person', name: 'Ana' } },
  ...{ polarity: 'asserted', event_at_unix_nanos: 5n, confidence: 0.4, stage: 'pattern' },
};
const FOUND: Observations = { ...NO_OBSERVATIONS, mentions: [ANA], relations: [KNOWS] };
const MEMORY = { text: '', eventAtUnixNanos: 5n };

const task = (policy: LlmPolicy, text: string, observations = FOUND, found = observations) =>
  taskOf(policy, { text, observations, eventAtUnixNanos: 5n }, found, THRESHOLDS);

test('under "uncertain", only claims are asked about, unless something may have been missed', () => {
  expect(task('uncertain', 'Ana and me')).toMatchObject({
    extract: false,
    questions: [{ words: 'The user knows Ana' }],
  });
  expect(task('uncertain', 'met Ana at Quux')).toMatchObject({ extract: true, questions: [{}] });
  expect(task('uncertain', 'Ana and me', { ...FOUND, relations: [] })).toMatchObject({ extract: true, questions: [] });
  expect(task('always', 'Ana and me')).toMatchObject({ extract: true, questions: [{}] });
});

test('what the LLM found itself before is asked for again, since its next answer replaces it', () => {
  const byLlm: RelationObservation = { ...KNOWS, type: 'friend_of', stage: 'llm' };
  const found = (claim: RelationObservation): Observations => ({ ...FOUND, relations: [KNOWS, claim] });
  expect(task('uncertain', 'Ana and me', FOUND, found(byLlm)).extract).toBe(true);
  const verdict = { asked: 'asserted', said: 'holds' } as const;
  expect(task('uncertain', 'Ana and me', FOUND, found({ ...byLlm, verdict })).extract).toBe(false);
});

test('a confirmed claim is above the threshold of facts, wherever that is', () => {
  const at = (fact: number): number =>
    taskOf('uncertain', { ...MEMORY, observations: FOUND }, FOUND, { fact, candidate: 0.2 }).confirmedConfidence;
  expect([0.5, 0.8, 0.9, 0.99].map(at)).toEqual([0.9, 0.9, 0.95, 0.995]);
});

test('an event is asked about as one that cannot end', () => {
  const relations = [KNOWS, { ...KNOWS, type: 'friend_of' as const }];
  const { questions } = task('uncertain', 'Ana and me', { ...FOUND, relations });
  expect(questions.map(({ words, canEnd }) => [words, canEnd])).toEqual([
    ['The user knows Ana', false],
    ['The user is a friend of Ana', true],
  ]);
});

test('claims of two days are two questions, and those that something holds and ended on one day are one', () => {
  const then = { ...KNOWS, type: 'friend_of', event_at_unix_nanos: 86_400_000_000_000n, polarity: 'ended' } as const;
  const relations = [
    then,
    { ...then, event_at_unix_nanos: 5n, polarity: 'asserted' },
    { ...then, event_at_unix_nanos: 6n },
  ];
  const { questions } = task('uncertain', 'Ana and me', { ...FOUND, relations: relations as RelationObservation[] });
  expect(questions.map((question) => [question.words, question.relations])).toEqual([
    ['The user is a friend of Ana (1970-01-02)', relations.slice(0, 1)],
    ['The user is a friend of Ana', relations.slice(1)],
  ]);
});
