import { expect, test } from '@jest/globals';
import { runPipeline } from '../pipeline.js';
import { stagesOf } from '../stages.js';

/** Names that a note of the assistant equates. */
async function equatedBy(text: string): Promise<string[]> {
  const note = { text, speaker: null, role: 'assistant', eventAtUnixNanos: 1_750_000_000_000_000_000n } as const;
  const { aliases } = (await runPipeline(stagesOf(), note, () => 0)).observations;
  return aliases.map(({ name, alias }) => `${name} = ${alias}`);
}

test.each([
  ["The user's name is Goran Perić. He lives in Rijeka.", 'Goran Perić'],
  ['User is called Ana Ruiz. User works at Monzo.', 'Ana Ruiz'],
  ['Session notes. The user is named Ana Ruiz, 44.', 'Ana Ruiz'],
  ['User is Ana Ruiz, 44, a surveyor from Lisbon.', 'Ana Ruiz'],
])('"%s" names the user', async (text, name) => {
  expect(await equatedBy(text)).toEqual([`${name} = user`]);
});

test.each([
  "The user is Ana Ruiz's brother.",
  'The user is in Lisbon with Ana Ruiz.',
  "The user's boss is Ana Ruiz.",
  'The user is not Ana Ruiz.',
  'A user is called Ana Ruiz.',
])('"%s" does not', async (text) => {
  expect(await equatedBy(text)).toEqual([]);
});
