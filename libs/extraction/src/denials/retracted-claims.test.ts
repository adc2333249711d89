import { expect, test } from '@jest/globals';
import { runPipeline } from '../pipeline.js';
import { stagesOf } from '../stages.js';
import { MAX_DENIAL_CONFIDENCE } from './denied-claims.js';

const JUNE_15 = BigInt(Date.UTC(2025, 5, 15, 10)) * 1_000_000n;

async function claimsAfter(said: string, speaker: string, text: string) {
  const turn = { speaker: 'Maya', role: null, eventAtUnixNanos: JUNE_15 };
  const before = [{ ...turn, speaker, text: said, memoryId: '7' }];
  const { relations, statements } = (await runPipeline(stagesOf(), { ...turn, text, before }, () => 0)).observations;
  return [
    ...relations.map(({ type, to, ...claim }) => ({ ...claim, told: `${type} ${to.name} ${claim.polarity}` })),
    ...statements.map(({ predicate, ...claim }) => ({ ...claim, told: `${predicate} ${claim.polarity}` })),
  ];
}

test.each([
  ["I'm allergic to nuts.", "I'm not allergic to nuts.", ['allergic_to ended', 'allergic_to retracted']],
  ['I live in Utrecht.', 'I never lived in Utrecht!', ['lives_in Utrecht retracted']],
  ['I work at Philips.', "I don't work at Philips now.", ['works_at Philips ended']],
  ['I live in Delft.', 'I never lived in Utrecht!', ['lives_in Utrecht ended']],
])('%s %s', async (said, denial, claims) => {
  const found = await claimsAfter(said, 'Maya', denial);
  expect(found.map(({ told }) => told).sort()).toEqual(claims);
  for (const { polarity, context, confidence } of found)
    if (polarity === 'retracted') expect(context).toEqual(['7']);
    else expect(confidence).toBeLessThanOrEqual(MAX_DENIAL_CONFIDENCE);
});

test('nobody takes back what another speaker said', async () => {
  const found = await claimsAfter("I'm allergic to nuts.", 'Noor', "I'm not allergic to nuts.");
  expect(found.map(({ told }) => told)).toEqual(['allergic_to ended']);
});
