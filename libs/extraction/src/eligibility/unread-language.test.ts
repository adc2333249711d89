import { expect, test } from '@jest/globals';
import { NO_OBSERVATIONS } from '#contracts/observations.js';
import { wantsLlm } from '../llm/policy.js';
import { runPipeline } from '../pipeline.js';
import { stagesOf } from '../stages.js';

const GERMAN =
  'Termin bei Dr. Anan Srisai am Montag, die Müller Heizungsbau GmbH schickt den Techniker. Anna wohnt jetzt in Husum.';

const run = (text: string) =>
  runPipeline(stagesOf(), { text, speaker: 'Maya', role: 'user', eventAtUnixNanos: 0n }, () => 0);

test('of a text in another language only names are found that any language marks', async () => {
  const { observations } = await run(GERMAN);
  expect(observations.mentions.map(({ type, name }) => `${type} ${name}`)).toEqual([
    'person Dr. Anan Srisai',
    'organization Müller Heizungsbau GmbH',
    'place Husum',
  ]);
  expect({ ...observations, mentions: [] }).toEqual(NO_OBSERVATIONS);
});

test('the classifier says which language it skipped', async () => {
  const { reports } = await run(GERMAN);
  expect(reports.map(({ stage, state, error }) => [stage, state, error])).toEqual([
    ['pattern', 'done', undefined],
    ['classifier', 'skipped', 'language de is not read'],
  ]);
});

test('an English text with foreign names is read', async () => {
  const { observations, reports } = await run('My sister Aïssatou Thiès works at Boulangerie Ferrand in Besançon.');
  expect(reports.map(({ state }) => state)).toEqual(['done', 'done']);
  expect(observations.relations.map(({ type }) => type)).toContain('works_at');
});

test('the LLM reads what the other stages do not', () => {
  const band = { candidate: 0.2, fact: 0.5 };
  const result = { text: 'ich weiß nicht, wann er kommt und ob sie dann noch da ist', observations: NO_OBSERVATIONS };
  expect(wantsLlm('uncertain', result, band)).toBe(true);
  expect(wantsLlm('uncertain', { ...result, text: 'it rained again' }, band)).toBe(false);
  expect(wantsLlm('never', result, band)).toBe(false);
});
