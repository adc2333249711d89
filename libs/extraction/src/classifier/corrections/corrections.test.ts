import { expect, test } from '@jest/globals';
import { runPipeline } from '../../pipeline.js';
import { stagesOf } from '../../stages.js';

const JUNE_15 = BigInt(Date.UTC(2025, 5, 15, 10)) * 1_000_000n;

test.each([
  ['I live in Bergen.', 'Sorry, I meant Stavanger.', ['lives_in Bergen retracted', 'lives_in Stavanger asserted']],
  ['I live in Bergen.', 'oops not Bergen, Stavanger', ['lives_in Bergen retracted', 'lives_in Stavanger asserted']],
  ['I work at Nokia.', 'Sorry, I meant Ana works at Vaisala.', ['works_at Vaisala asserted']],
  ['I live in Bergen.', 'Sorry, Ana cannot come.', []],
  ['I live in Bergen.', 'I meant to call Ana in Oslo.', []],
  ['I live in Bergen.', 'Sorry, did you mean Stavanger?', []],
])('%s %s corrects an earlier turn of its speaker', async (said, correction, claims) => {
  const turn = { speaker: 'Maya', role: null, eventAtUnixNanos: JUNE_15 };
  const before = [{ ...turn, text: said, memoryId: '7' }];
  const { relations } = (await runPipeline(stagesOf(), { ...turn, text: correction, before }, () => 0)).observations;
  const found = relations.map(({ type, to, polarity }) => `${type} ${to.name} ${polarity}`);
  expect(found.sort()).toEqual(claims);
  expect(relations.every(({ context }) => claims.length < 2 || context?.join() === '7')).toBe(true);
});

test('a corrected date replaces that of the claim, which is retracted', async () => {
  const turn = { speaker: 'Maya', role: null, eventAtUnixNanos: JUNE_15 };
  const before = [{ ...turn, text: 'Lena moved to Turku in May.', memoryId: '7' }];
  const text = 'Sorry, I said May, she actually moved in April.';
  const { relations } = (await runPipeline(stagesOf(), { ...turn, text, before }, () => 0)).observations;
  const monthOf = (nanos: bigint | number) => new Date(Number(BigInt(nanos) / 1_000_000n)).getUTCMonth() + 1;
  expect(relations.map((r) => [r.type, r.to.name, r.polarity, monthOf(r.event_at_unix_nanos)])).toEqual([
    ['lives_in', 'Turku', 'asserted', 4],
    ['lives_in', 'Turku', 'retracted', 5],
  ]);
});

test('a correction within one memory is applied', async () => {
  const turn = { text: 'I live in Bergen. Sorry, I meant Stavanger.', speaker: 'Maya', role: null };
  const { relations } = (await runPipeline(stagesOf(), { ...turn, eventAtUnixNanos: JUNE_15 }, () => 0)).observations;
  expect(relations).toMatchObject([{ type: 'lives_in', to: { name: 'Stavanger' }, polarity: 'asserted' }]);
});

test('a repair has the type of its reparandum', async () => {
  const turn = { speaker: 'Maya', role: null, eventAtUnixNanos: JUNE_15 };
  const before = [{ ...turn, text: 'I live in Bergen.', memoryId: '7' }];
  const correction = { ...turn, text: 'Sorry, I meant Stavanger.', before };
  const { mentions } = (await runPipeline(stagesOf(), correction, () => 0)).observations;
  expect(mentions).toMatchObject([{ type: 'place', name: 'Stavanger', start: 15, end: 24 }]);
});
