import { expect, test } from '@jest/globals';
import { claimsOf, exampleOf, RuleReader } from '../../../../test/extraction/rule-reader.js';
import type { Claim } from '../assessment/claim.js';
import { MAX_DENIAL_CONFIDENCE } from '../denials/denied-claims.js';
import { RuleIndex } from './language/rule-index.js';
import type { ClaimRule } from './language/claim-rule.js';
import { RULES } from './rules.js';

const WITHOUT_RULES = new RuleReader([]);
const ALL_RULES = new RuleReader(RULES);
const TESTED = RULES.map((rule, i): [string, ClaimRule] => [`rule ${String(i)}, ${nameOf(rule)}`, rule]);

test.each(TESTED)('%s: the examples give exactly the claims that they state', async (_, { patterns }) => {
  const examples = Object.values(patterns).map(exampleOf);
  const found = await Promise.all(
    examples.map(async ({ text }) => ({ text, claims: claimsOf(await ALL_RULES.read(text)) })),
  );
  expect(found).toEqual(examples);
});

test.each(TESTED)('%s: each pattern alone gives a claim of its example', async (_, rule) => {
  const idle: string[] = [];
  for (const [pattern, example] of Object.entries(rule.patterns)) {
    const { text, claims } = exampleOf(example);
    const alone = new RuleReader([{ ...rule, patterns: { [pattern]: example } }]);
    const [found, before] = [await alone.read(text), await WITHOUT_RULES.read(text)];
    const added = claimsOf(found).filter((claim) => claims.includes(claim) && claim.includes(` ${nameOf(rule)} `));
    // A co-occurrence relation may state the same with less confidence.
    if (added.length === 0 || hasSameClaims(found, before)) idle.push(`${pattern}: ${text}`);
  }
  expect(idle).toEqual([]);
});

test.each(TESTED)(
  '%s: the counter-examples have the words of a pattern, but claim nothing, except as denied',
  async (_, rule) => {
    expect(rule.counterExamples).not.toEqual([]);
    const alone = new RuleReader([rule]);
    const index = new RuleIndex([rule]);
    for (const text of rule.counterExamples) {
      const words = alone.wordsOf(text);
      const within = index.within(words);
      expect({ text, tried: words.some((word) => within(word).length > 0) }).toEqual({ text, tried: true });
      expect(withoutDenials(await alone.read(text))).toEqual(await WITHOUT_RULES.read(text));
    }
  },
);

function withoutDenials({ relations, statements, ...others }: Read): Read {
  const isDenied = (claim: Claim) => claim.polarity === 'ended' && claim.confidence <= MAX_DENIAL_CONFIDENCE;
  const claimed = <C extends Claim>(claims: readonly C[]) => claims.filter((claim) => !isDenied(claim));
  return { ...others, relations: claimed(relations), statements: claimed(statements) };
}

function nameOf(rule: ClaimRule): string {
  if ('ends' in rule) return rule.ends[0] ?? '';
  return 'relation' in rule ? rule.relation : rule.predicate;
}

type Read = Awaited<ReturnType<RuleReader['read']>>;

function hasSameClaims(a: Read, b: Read): boolean {
  const text = ({ relations, statements, ends }: Read) =>
    JSON.stringify([relations, statements, ends], (_, value: unknown) =>
      typeof value === 'bigint' ? Number(value) : value,
    );
  return text(a) === text(b);
}
