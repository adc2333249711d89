import { expect, test } from '@jest/globals';
import type { MemoryRole } from '#contracts/events.js';
import { runPipeline } from '../pipeline.js';
import { stagesOf, type ClassifierModel } from '../stages.js';

const NOON = BigInt(Date.UTC(2026, 5, 15, 12)) * 1_000_000n;
const turn = { speaker: null, eventAtUnixNanos: NOON };

/** Claims of "Mara works at Philips and lives in Delft." of a role, after a turn of another. */
async function claimsOf(role: MemoryRole, before: MemoryRole, names?: readonly string[], model?: ClassifierModel) {
  const input = {
    ...{ ...turn, text: 'Mara works at Philips and lives in Delft.', role },
    before: [{ ...turn, text: 'Where does Mara work?', role: before, memoryId: '7' }],
  };
  const { relations, mentions } = (await runPipeline(stagesOf(names, model), input, () => 0)).observations;
  return { claims: relations.map(({ type }) => type).sort(), names: mentions.map(({ name }) => name) };
}

test.each([
  ['the encoder', undefined, 'encoder'],
  ['the perceptron', undefined, 'perceptron'],
  ['rules', ['pattern'], undefined],
] as const)('a reply of the assistant gives names and no claims, read by %s', async (_what, names, model) => {
  const reply = await claimsOf('assistant', 'user', names, model);
  expect(reply.claims).toEqual([]);
  expect(reply.names).toContain('Mara');
  expect((await claimsOf('user', 'assistant', names, model)).claims).toEqual(['lives_in', 'works_at']);
});

test('what an assistant notes in a session without a user is claimed', async () => {
  expect((await claimsOf('assistant', 'tool')).claims).toEqual(['lives_in', 'works_at']);
});
