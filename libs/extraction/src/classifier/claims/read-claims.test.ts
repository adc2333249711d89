import { expect, test } from '@jest/globals';
import type { MemoryRole } from '#contracts/events.js';
import { NO_OBSERVATIONS } from '#contracts/observations.js';
import { Budget } from '../../pipeline/budget.js';
import type { PriorTurn } from '../../pipeline/stage.js';
import type { ClaimModel, ScoredClaims } from './claim-model.js';
import { readClaims } from './read-claims.js';

const TEXT = 'Ana Roth leads Acme.';
const MENTIONS = [
  { type: 'person', name: 'Ana Roth', start: 0, end: 8, confidence: 0.9, stage: 'classifier' },
  { type: 'organization', name: 'Acme', start: 15, end: 19, confidence: 0.9, stage: 'classifier' },
] as const;

/** Relations of the memory if the model relates each candidate of its window to the organization. */
async function relationsIn(
  text: string,
  role: MemoryRole,
  before: readonly PriorTurn[] = [],
  speaker: string | null = null,
): Promise<string[]> {
  const model: ClaimModel = {
    read: ({ candidates }) => {
      const to = candidates.findIndex(({ name }) => name === 'Acme');
      const relations = candidates.flatMap(({ type }, from) =>
        type === 'person' ? [{ from, to, type: 'works_at' as const, ended: false, probability: 0.9 }] : [],
      );
      const scored: Pick<ScoredClaims, 'relations' | 'statements'> = { relations, statements: [] };
      return Promise.resolve({ ...scored, ends: [], considered: scored });
    },
  };
  const mentions = MENTIONS.flatMap((mention) => {
    const start = text.indexOf(mention.name);
    return start < 0 ? [] : [{ ...mention, start, end: start + mention.name.length }];
  });
  const turn = { text, speaker, role, eventAtUnixNanos: 0n, mentions, before };
  const { observations } = await readClaims(model, turn, [], NO_OBSERVATIONS, new Budget(60_000, () => 0));
  return observations.relations.map(({ from, type, to }) => `${from.name} ${type} ${to.name}`);
}

test('the model reads what the system or a tool says, but only of those whom it names', async () => {
  for (const role of ['system', 'tool'] as const) {
    expect(await relationsIn(TEXT, role)).toEqual(['Ana Roth works_at Acme']);
    expect(await relationsIn(`${TEXT} I like my job.`, role)).toEqual(['Ana Roth works_at Acme']);
  }
});

test('the model reads what the assistant notes, not what it replies', async () => {
  const asked = { text: 'Who is Ana?', speaker: null, role: 'user', eventAtUnixNanos: 0n, memoryId: '7' } as const;
  expect(await relationsIn(TEXT, 'assistant', [asked])).toEqual([]);
  expect(await relationsIn(`${TEXT} I like my job.`, 'assistant')).toEqual(['Ana Roth works_at Acme']);
});

test('what a signed message says of its author is said of the signer', async () => {
  expect(await relationsIn('Ana Roth leads Acme as I do.\n\nRegards,\nBo Falk', 'user')).toEqual([
    'Ana Roth works_at Acme',
    'Bo Falk works_at Acme',
  ]);
});

test('"we" includes the "I" of a text that nobody signed', async () => {
  const page = (says: string) => `# Notes\n\n${says} At Acme we make lamps.`;
  expect(await relationsIn(page('My desk is here.'), 'user')).toContain('user works_at Acme');
  expect(await relationsIn(page('The desk is here.'), 'user')).not.toContain('user works_at Acme');
});

test('a sentence that names its speaker is about them', async () => {
  const note = (who: string) => `${who} here, new cook at Acme since May.`;
  const before = 'Shift log. ';
  expect(await relationsIn(before + note('Ana Roth'), 'user', [], 'Ana Roth')).toContain('Ana Roth works_at Acme');
  expect(await relationsIn(before + note('Bo'), 'user', [], 'Ana Roth')).not.toContain('Ana Roth works_at Acme');
});

test('who is asked about in one sentence and told of in the next is told of', async () => {
  expect(await relationsIn('Who is Ana Roth? Ana Roth leads Acme.', 'tool')).toEqual(['Ana Roth works_at Acme']);
  expect(await relationsIn('Does Ana Roth lead Acme?', 'tool')).toEqual([]);
});
