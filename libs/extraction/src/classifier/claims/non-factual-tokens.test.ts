import { expect, test } from '@jest/globals';
import { tokenize } from '../../text/tokenizer.js';
import { nonFactualTokens } from './non-factual-tokens.js';

function nonFactualOf(text: string, ...places: string[]) {
  const tokens = tokenize(text);
  const names = places.map((name) => {
    const first = tokens.findIndex((token) => token.text === name);
    return { first, last: first, name, type: 'place', confidence: 1 } as const;
  });
  const { nonFactual, negated, planned } = nonFactualTokens(tokens, names);
  const inOrder = (words: ReadonlySet<(typeof tokens)[number]>) =>
    tokens.flatMap((token) => (words.has(token) ? token.text : [])).join(' ');
  return { unclaimed: inOrder(nonFactual), denied: inOrder(negated), toCome: inOrder(planned) };
}

test.each([
  ['Do you live in Oslo?', 'Do you live in Oslo ?'],
  ['I moved, but if it rains I stay.', 'if it rains I stay .'],
  ['Ana works here, apparently.', 'Ana works here , apparently .'],
  ['Word is Ana moved.', 'Word is Ana moved .'],
  ['Ana thinks he lives in Oslo.', 'he lives in Oslo .'],
  ['I want to live in Oslo.', 'to live in Oslo'],
  ['I would love to live here.', 'I would love to live here'],
  ['We are considering Oslo.', 'Oslo'],
  ['do i have asthma or just a cold', 'do i have asthma or just a cold'],
  ['Ana is coming, not kidding.', ''],
  ['I want you to answer.', ''],
  ['I work here.', ''],
])('%s has non-factual words: %s', (text, unclaimed) => {
  expect(nonFactualOf(text).unclaimed).toBe(unclaimed);
});

test('a reparandum and its editing phrase are non-factual, the repair is not', () => {
  expect(nonFactualOf('I live in Bergen, sorry, I mean Turku.', 'Bergen', 'Turku').unclaimed).toBe(
    'Bergen , sorry , I mean',
  );
});

test.each([
  ["I'm not 34, I'm 35.", '34'],
  ['I never lived in Oslo but in Bergen.', 'lived in Oslo'],
  ['Not only Ana came.', ''],
  ['We nearly sailed to Oslo, but went to Turku.', 'sailed to Oslo'],
  ['I lived in Oslo for nearly ten years.', ''],
  ['No head injury.', 'head injury'],
  ['No, I live here.', ''],
  ['I came without Ana.', 'Ana'],
  ['He is no longer here.', ''],
  ['We went to Turku instead of Oslo.', 'of Oslo'],
])('%s negates: %s', (text, denied) => {
  expect(nonFactualOf(text).denied).toBe(denied);
});

test('a place that is only thought of is negated, and nothing else of the clause', () => {
  expect(nonFactualOf('I sat in Turku, thinking of Oslo.', 'Turku', 'Oslo').denied).toBe('Oslo');
  expect(nonFactualOf('I was thinking about moving to Oslo.', 'Oslo').denied).toBe('');
});

test.each([
  ["She'll be at Acme.", 'be at Acme'],
  ['I am going to move, but not yet.', 'to move'],
  ['We plan to open a shop.', 'to open a shop'],
  ['I am going to Oslo.', ''],
])('%s has to come: %s', (text, toCome) => {
  expect(nonFactualOf(text, 'Oslo').toCome).toBe(toCome);
});
