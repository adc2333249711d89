import { expect, test } from '@jest/globals';
import { runPipeline } from '../pipeline.js';
import { stagesOf } from '../stages.js';

const JUNE_15 = 1_750_000_000_000_000_000n;

/** Types of the names in the last turn. */
async function typesIn(...texts: readonly string[]): Promise<string[]> {
  const turns = texts.map((text, i) => {
    return { text, speaker: 'Maya', role: null, eventAtUnixNanos: JUNE_15, memoryId: String(i) };
  });
  const [last, ...before] = turns.reverse();
  if (!last) return [];
  const { mentions } = (await runPipeline(stagesOf(), { ...last, before: before.reverse() }, () => 0)).observations;
  return mentions.map(({ type, name }) => `${type} ${name}`);
}

test.each([
  [['We adopted a dog. His name is Oscar.'], ['animal Oscar']],
  [['We adopted a dog.', 'His name is Oscar.'], ['animal Oscar']],
  [['My cousin has a horse.', 'She keeps it in a barn.', "Her name's Stella."], ['animal Stella']],
  [['We got a puppy and we called her Ida.'], ['animal Ida']],
  [['We adopted a dog. My sister came by. Her name is Ida.'], ['person Ida']],
  [['We adopted a dog.', 'Anna saw him.', 'Her name is Anna Berg.'], ['person Anna Berg']],
  [['My boss is new. Her name is Ida.'], ['person Ida']],
  [['We adopted a dog. Anna came to see us. Her name is Ida.'], ['person Anna', 'person Ida']],
])('%j names %j', async (texts, names) => {
  expect(await typesIn(...texts)).toEqual(names);
});
