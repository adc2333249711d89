import { expect, test } from '@jest/globals';
import { runPipeline } from '../../pipeline.js';
import type { PriorTurn } from '../../pipeline/stage.js';
import { stagesOf } from '../../stages.js';

const JUNE_15 = BigInt(Date.UTC(2025, 5, 15, 10)) * 1_000_000n;

/** Subjects of the statements in the last of some turns of Maya. */
async function subjectsIn(...texts: readonly string[]): Promise<string[]> {
  const turn = { speaker: 'Maya', role: null, eventAtUnixNanos: JUNE_15 };
  const before: PriorTurn[] = texts.slice(0, -1).map((text, i) => ({ ...turn, text, memoryId: String(i) }));
  const { statements } = (await runPipeline(stagesOf(), { ...turn, text: texts.at(-1) ?? '', before }, () => 0))
    .observations;
  return statements.map(({ subject, predicate }) => `${subject.name} ${predicate}`).sort();
}

const JONAS = 'My brother Jonas works at Ericsson.';
const PETRA = 'His wife is called Petra.';

test.each([
  [[JONAS, PETRA, 'His birthday is on 3 May.'], ['Jonas birthday']],
  [[JONAS, PETRA, 'He is allergic to peanuts.'], ['Jonas allergic_to']],
  [[JONAS, PETRA, 'She is allergic to peanuts.'], ['Petra allergic_to']],
  [[`${JONAS} ${PETRA} He is allergic to peanuts.`], ['Jonas allergic_to']],
  [['She is allergic to peanuts.'], []],
  [['My sister Petra called. He is allergic to peanuts.'], []],
  [['My sister Petra called. She is allergic to peanuts.'], ['Petra allergic_to']],
  [['Robin called. He is allergic to peanuts.'], ['Robin allergic_to']],
])('%j', async (texts, subjects) => {
  expect((await subjectsIn(...texts)).filter((subject) => !/ (?:did|status) /.test(`${subject} `))).toEqual(subjects);
});
