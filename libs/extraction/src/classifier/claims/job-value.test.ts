import { expect, test } from '@jest/globals';
import { tokenize } from '../../text/tokenizer.js';
import { completed } from './claim-factuality.js';

/** The job that the model gives a person, as words of a text, once its employer is left out. */
function jobIn(text: string, job: string, employer: string): string {
  const tokens = tokenize(text);
  const words = tokens.map((token) => token.text);
  const span = (part: string) => {
    const first = words.findIndex((_, at) => words.slice(at).join(' ').startsWith(part));
    return { first, last: first + part.split(' ').length - 1 };
  };
  const candidate = { ...span(employer), type: 'organization', name: employer, isSpeaker: false } as const;
  const window = { words, turns: [], begin: 0, candidates: [{ ...candidate, isInCurrentTurn: true, memoryId: null }] };
  const turn = {
    input: { text, eventAtUnixNanos: 0n },
    tokens,
    window,
    nonFactual: { nonFactual: new Set<never>(), negated: new Set<never>(), planned: new Set<never>() },
  };
  const scored = { subject: 0, predicate: 'occupation', ended: false, probability: 0.9, ...span(job) } as const;
  const { first, last } = completed(turn, scored);
  return words.slice(first, last + 1).join(' ');
}

test.each([
  ['I am a buyer at Pellworth now', 'buyer at Pellworth', 'buyer'],
  ['I am a night nurse at the Pellworth', 'night nurse at the Pellworth', 'night nurse'],
  ['I am a driver for Pellworth', 'driver for Pellworth', 'driver'],
])('%s: the employer is no part of the job', (text, job, kept) => {
  expect(jobIn(text, job, 'Pellworth')).toBe(kept);
});

test.each([
  ['She works at Pellworth', 'works at Pellworth'],
  ['She teaches at Pellworth', 'teaches at Pellworth'],
  ['She is head of Pellworth', 'head of Pellworth'],
])('%s: without the organization no job is left', (text, job) => {
  expect(jobIn(text, job, 'Pellworth')).toBe(job);
});
