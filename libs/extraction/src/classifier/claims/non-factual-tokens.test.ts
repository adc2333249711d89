import { expect, test } from '@jest/globals';
import { tokenize } from '../../text/tokenizer.js';
import { nonFactualTokens } from './non-factual-tokens.js';

function withheldOf(text: string, ...places: string[]) {
  const tokens = tokenize(text);
  const names = places.map((name) => {
    const first = tokens.findIndex((token) => token.text === name);
    return { first, last: first, name, type: 'place', confidence: 1 } as const;
  });
  const { nonFactual, negated } = nonFactualTokens(tokens, names);
  const inOrder = (words: ReadonlySet<(typeof tokens)[number]>) =>
    tokens.flatMap((token) => (words.has(token) ? token.text : [])).join(' ');
  return { unclaimed: inOrder(nonFactual), denied: inOrder(negated) };
}

test.each([
  ['Do you live in Oslo?', 'Do you live in Oslo ?'],
  ['I moved, but if it rains I stay.', 'if it rains I stay .'],
  ['Ana works here, apparently.', 'Ana works here , apparently .'],
  ['I work here.', ''],
])('%s claims nothing by: %s', (text, unclaimed) => {
  expect(withheldOf(text).unclaimed).toBe(unclaimed);
});

test('a slip is withheld with what leads to its correction, and the correction is not', () => {
  expect(withheldOf('I live in Bergen, sorry, I mean Turku.', 'Bergen', 'Turku').unclaimed).toBe(
    'Bergen , sorry , I mean',
  );
});

test.each([
  ["I'm not 34, I'm 35.", '34'],
  ['I never lived in Oslo but in Bergen.', 'lived in Oslo'],
  ['Not only Ana came.', ''],
  ['We nearly sailed to Oslo, but went to Turku.', 'sailed to Oslo'],
  ['I lived in Oslo for nearly ten years.', ''],
])('%s denies: %s', (text, denied) => {
  expect(withheldOf(text).denied).toBe(denied);
});

test('a place that is only thought of is withheld, and nothing else of the clause', () => {
  expect(withheldOf('I sat in Turku, thinking of Oslo.', 'Turku', 'Oslo').denied).toBe('Oslo');
  expect(withheldOf('I was thinking about moving to Oslo.', 'Oslo').denied).toBe('');
});
