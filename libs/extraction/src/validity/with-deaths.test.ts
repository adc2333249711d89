import { expect, test } from '@jest/globals';
import { loadGazetteers } from '../names/gazetteers.js';
import { PatternStage } from '../patterns/pattern-stage.js';
import { runPipeline } from '../pipeline.js';

const STAGE = new PatternStage(loadGazetteers());
const JUNE_10 = BigInt(Date.UTC(2026, 5, 10, 9)) * 1_000_000n;

/** "polarity relation" of each relation that a message of Maya claims. */
async function relationsIn(text: string): Promise<string[]> {
  const input = { text, speaker: 'Maya', role: 'user', eventAtUnixNanos: JUNE_10 } as const;
  const { observations } = await runPipeline([STAGE], input, () => 0);
  return observations.relations.map(({ from, polarity, type, to }) => `${from.name} ${polarity} ${type} ${to.name}`);
}

test.each([
  ['Bruna Reis died on Sunday, her husband Otto was with her.', 'ended'],
  ['Bruna Reis came on Sunday, her husband Otto was with her.', 'asserted'],
])('%s: the marriage is %s', async (text, polarity) => {
  expect(await relationsIn(text)).toContain(`Bruna Reis ${polarity} spouse_of Otto`);
});

test('kin remains', async () => {
  const relations = await relationsIn('Bruna Reis died on Sunday. Bruna Reis has a son, Otto.');
  expect(relations).toContain('Bruna Reis asserted parent_of Otto');
});
