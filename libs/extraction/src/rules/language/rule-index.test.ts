import { expect, test } from '@jest/globals';
import type { ClaimRule } from './claim-rule.js';
import { mayBegin } from '../match-pattern.js';
import { compilePattern } from './pattern.js';
import { RuleIndex } from './rule-index.js';

const rules: ClaimRule[] = [
  { relation: 'works_at', patterns: { 'A {work} at @det? B': '' }, counterExamples: [] },
  { relation: 'member_of', patterns: { 'A sings|plays with B': '' }, counterExamples: [] },
];

function rulesOf(index: RuleIndex, sentence: string): Set<ClaimRule> {
  const words = sentence.split(' ');
  const within = index.within(words);
  return new Set(words.flatMap((word) => within(word).map(({ rule }) => rule)));
}

test('a rule is tried if the sentence has all its words, whatever the sentence before', () => {
  const index = new RuleIndex(rules);
  expect(rulesOf(index, 'she works at ana')).toEqual(new Set([rules[0]]));
  expect(rulesOf(index, 'she works and plays')).toEqual(new Set());
  expect(rulesOf(index, 'at last she sings with a band that works')).toEqual(new Set(rules));
});

test('a pattern may start where its second word, or an auxiliary or adverb before that, follows', () => {
  const pattern = compilePattern('A {work} at B');
  const begins = (sentence: string) =>
    mayBegin(
      pattern,
      sentence.split(' ').map((word, i) => ({ word, name: null, first: i, last: i })),
      0,
    );
  expect(['i work at it', 'i now work at it', 'i used to work at it'].map(begins)).toEqual([true, true, true]);
  expect(begins('i met her at work')).toBe(false);
});
