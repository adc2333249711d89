import { expect, test } from '@jest/globals';
import type { StatementPredicate } from '#contracts/ontology.js';
import { tokenize } from '../../text/tokenizer.js';
import { completed } from './claim-factuality.js';

/** What is kept of the words that the model gives as a value, in a text where "Pellworth" is an organization. */
function valueOf(predicate: StatementPredicate, text: string, given: string): string {
  const tokens = tokenize(text);
  const words = tokens.map((token) => token.text);
  const span = (part: string) => {
    const first = words.findIndex((_, at) => words.slice(at).join(' ').startsWith(part));
    return { first, last: first + part.split(' ').length - 1 };
  };
  const employer = { ...span('Pellworth'), type: 'organization', name: 'Pellworth' } as const;
  const candidate = { ...employer, isSpeaker: false, isInCurrentTurn: true, memoryId: null };
  const nothing = { nonFactual: new Set<never>(), negated: new Set<never>(), planned: new Set<never>() };
  const turn = {
    input: { text, eventAtUnixNanos: 0n },
    tokens,
    nonFactual: nothing,
    window: { words, turns: [], begin: 0, candidates: [candidate] },
  };
  const { first, last } = completed(turn, { subject: 0, predicate, ended: false, probability: 0.9, ...span(given) });
  return words.slice(first, last + 1).join(' ');
}

test.each([
  ['I am a buyer at Pellworth now', 'buyer at Pellworth', 'buyer'],
  ['I am a night nurse at the Pellworth', 'night nurse at the Pellworth', 'night nurse'],
  ['I am a driver for Pellworth', 'driver for Pellworth', 'driver'],
])('%s: the employer is no part of the job', (text, job, kept) => {
  expect(valueOf('occupation', text, job)).toBe(kept);
});

test.each([
  ['She works at Pellworth', 'works at Pellworth'],
  ['She teaches at Pellworth', 'teaches at Pellworth'],
  ['She is head of Pellworth', 'head of Pellworth'],
])('%s: without the organization no job is left', (text, job) => {
  expect(valueOf('occupation', text, job)).toBe(job);
});

test('a height has its number', () => {
  expect(valueOf('height', 'I am 52 , 178 cm , and drive', 'cm')).toBe('178 cm');
  expect(valueOf('height', 'I am 52 , 178 cm , and drive', '178 cm')).toBe('178 cm');
});
