import { expect, test } from '@jest/globals';
import { SETTINGS } from '#config/settings.js';
import type { Observations } from '#contracts/observations.js';
import { runPipeline } from '#extraction/pipeline.js';
import { stagesOf } from '#extraction/stages.js';
import { claimInWords, toldIn } from './expected-claims.js';
import { FACTS_OF_USER, MISSED_FACTS, PLAIN_FACTS } from './plain-facts.js';

const JUNE_15 = BigInt(Date.UTC(2025, 5, 15, 10)) * 1_000_000n;
type Role = 'user' | 'assistant' | null;
const FACT_MIN_CONFIDENCE = Number(SETTINGS.FACT_MIN_CONFIDENCE.fallback);

// What anybody tries first: an unknown user or a named one says one plain sentence, with nothing before it.
test.each(toldIn(PLAIN_FACTS))('"$text" of nobody known is told as a fact', async ({ text, must }) => {
  expect(await factsOf(text, null)).toEqual(expect.arrayContaining([...must]));
});

test.each(toldIn(PLAIN_FACTS.replaceAll('user', 'Maya')))(
  '"$text" of Maya is told as a fact',
  async ({ text, must }) => {
    expect(await factsOf(text, 'Maya')).toEqual(expect.arrayContaining([...must]));
  },
);

// Each fails once it is a fact: move it to the table above.
test.failing.each(toldIn(MISSED_FACTS))('"$text" would be told as a fact', async ({ text, must }) => {
  expect(await factsOf(text, null)).toEqual(expect.arrayContaining([...must]));
});

test.each(toldIn(FACTS_OF_USER))('"$text" is a fact of the user, whoever notes it', async ({ text, must }) => {
  expect(await factsOf(text, null, null)).toEqual(expect.arrayContaining([...must]));
  expect(await factsOf(text, null, 'assistant')).toEqual(expect.arrayContaining([...must]));
});

test.each([
  ['Tom', 'The user lives in Oslo.'],
  [null, '# Sign-in\n\n- The user lives in Oslo.\n- The user works at Skandia.\n'],
])('as said by %s, "%s" is of nobody who says "I"', async (speaker, text) => {
  const { relations, statements } = await claimsOf(text, speaker, 'user');
  expect([...relations, ...statements].map(claimInWords).filter((claim) => claim.startsWith('user'))).toEqual([]);
});

/** What the shipped stages give with the confidence of a fact. */
async function factsOf(text: string, speaker: string | null, role: Role = 'user'): Promise<string[]> {
  const { relations, statements } = await claimsOf(text, speaker, role);
  return [...relations, ...statements].filter(({ confidence }) => confidence >= FACT_MIN_CONFIDENCE).map(claimInWords);
}

async function claimsOf(text: string, speaker: string | null, role: Role): Promise<Observations> {
  const input = { text, speaker, role, eventAtUnixNanos: JUNE_15 };
  return (await runPipeline(stagesOf(), input, () => 0)).observations;
}
