import { expect, test } from '@jest/globals';
import { claimsOf, exampleOf, RuleReader } from '../../../../test/extraction/rule-reader.js';
import { COOCCURRENCE_RULES } from './cooccurrence-rules.js';

// Without patterns, so that only co-occurrence claims.
const READER = new RuleReader([]);
const TESTED = COOCCURRENCE_RULES.map(
  (rule, i) => [`co-occurrence rule ${String(i)}, ${rule.polarity ?? 'asserted'} ${rule.relation}`, rule] as const,
);

test.each(TESTED)('%s: the examples give exactly the claims that they state', async (_, rule) => {
  const wanted = rule.examples.map(exampleOf);
  const claimed = wanted.flatMap(({ claims }) => claims);
  expect(claimed).toContainEqual(
    expect.stringContaining(rule.polarity === 'ended' ? ` no longer ${rule.relation} ` : ` ${rule.relation} `),
  );
  const found = await Promise.all(
    wanted.map(async ({ text }) => ({ text, claims: claimsOf(await READER.read(text)) })),
  );
  expect(found).toEqual(wanted);
});

test.each(TESTED)('%s: the counter-examples have a cue, but give no claim', async (_, { cues, counterExamples }) => {
  for (const text of counterExamples) {
    expect({ text, cued: READER.wordsOf(text).some((word) => cues.has(word)) }).toEqual({ text, cued: true });
    expect({ text, claims: claimsOf(await READER.read(text)) }).toEqual({ text, claims: [] });
  }
});
