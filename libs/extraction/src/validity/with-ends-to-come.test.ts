import { expect, test } from '@jest/globals';
import { dayOf } from '#contracts/clock.js';
import type { Observations } from '#contracts/observations.js';
import { loadGazetteers } from '../names/gazetteers.js';
import { PatternStage } from '../patterns/pattern-stage.js';
import { runPipeline } from '../pipeline.js';

const STAGE = new PatternStage(loadGazetteers());
const JUNE_10 = BigInt(Date.UTC(2026, 5, 10, 9)) * 1_000_000n;

async function read(text: string, eventAtUnixNanos = JUNE_10): Promise<Observations> {
  const input = { text, speaker: 'Maya', role: 'user', eventAtUnixNanos } as const;
  return (await runPipeline([STAGE], input, () => 0)).observations;
}

/** "predicate value: day of its end" of each statement that is claimed to end later. */
async function endsOf(text: string): Promise<string[]> {
  const { statements } = await read(text);
  return statements
    .filter(({ polarity }) => polarity === 'ended')
    .map(({ predicate, object, event_at_unix_nanos: at }) => {
      const value = object.kind === 'value' ? String(object.value.value) : object.name;
      return `${predicate} ${value}: ${new Date(Number(BigInt(at) / 1_000_000n)).toISOString().slice(0, 10)}`;
    });
}

test.each([
  ["I'm opening a shop in Leeds on 1 August.", ['plans opening a shop in Leeds on 1 August: 2026-09-01']],
  ["I'm on leave until 11 July.", ['status on leave: 2026-07-12']],
  ["I'm pregnant!", ['status pregnant: 2027-03-17']],
  ["I'm on holiday.", ['status on holiday: 2026-07-10']],
  ["I'll phone him tonight.", ['plans phone him tonight: 2026-07-11']],
  ["I'll get my things on the 13th.", ['plans get my things on the 13th: 2026-07-11']],
  ["I'll phone him.", ['plans phone him: 2026-07-11']],
  ['Vela Labs will hire 50 people.', ['plans hire 50 people: 2026-07-11']],
  ["I'm going to open a shop on the 5th floor.", ['plans open a shop on the 5th floor: 2026-07-11']],
  ["I'll phone him when the kids are out.", ['plans phone him: 2027-06-10']],
])('%s ends by its own words', async (text, ends) => {
  expect(await endsOf(text)).toEqual(ends);
});

test.each([
  "I'm a nurse.",
  'I booked the hall until 1 July.',
  "I'm going to open a shop one day.",
  'I plan to open a shop.',
  "I'll join the choir on Wednesdays.",
  "I'm going to live there forever.",
  "I'm retired.",
  "I'm allergic to nuts.",
])('%s lasts until somebody says otherwise', async (text) => {
  const { statements } = await read(text);
  expect(statements.length).toBeGreaterThan(0);
  expect(await endsOf(text)).toEqual([]);
});

test('a memory without a time gives nothing an end', async () => {
  const { statements } = await read("I'm pregnant!", 0n);
  expect(statements.map(({ polarity }) => polarity)).toEqual(['asserted']);
});

test.each([
  ['Bruna Reis is leaving in August.', '2026-08-01'],
  ['Bruna Reis retires in August.', '2026-08-01'],
  ['Tomasz Nowak takes over from Bruna Reis on 1 August.', '2026-08-01'],
])('%s ends the job on that day', async (text, day) => {
  const { ends = [] } = await read(text);
  expect(ends.length).toBeGreaterThan(0);
  for (const { subject, event_at_unix_nanos: at } of ends) {
    expect(subject.name).toBe('Bruna Reis');
    expect(new Date(Number(BigInt(at) / 1_000_000n)).toISOString().slice(0, 10)).toBe(day);
  }
});

test.each([
  ['Bruna Reis, our head chef, is leaving in August.', ['occupation head chef: 2026-08-01']],
  ['Bruna Reis, our head chef for 31 years, retires in August.', ['occupation head chef: 2026-08-01']],
  ['Bruna Reis, our head chef, is leaving the room.', []],
  ['Bruna Reis, our head chef, sings. Maria Silva is leaving in August.', []],
])('%s ends a job of the same memory on its day', async (text, ends) => {
  expect((await endsOf(text)).filter((end) => end.startsWith('occupation'))).toEqual(ends);
});

test.each([
  ["I'm working at Vela Labs until 31 August.", ['works_at Vela Labs: 2026-09-01']],
  ['I work at Vela Labs as a baker until the end of July.', ['works_at Vela Labs: 2026-08-01']],
  ['I live in Oslo until 1 August.', ['lives_in Oslo: 2026-08-02']],
  ['I work at Vela Labs until six.', []],
  ['I work at Vela Labs until tomorrow.', []],
  ['I work at Vela Labs and sing until 31 August.', []],
  ['I work at Vela Labs. The shop is open until 31 August.', []],
])('%s ends a relation on its day', async (text, ends) => {
  const { relations } = await read(text);
  expect(relations.filter(({ polarity }) => polarity === 'asserted').length).toBeGreaterThan(0);
  const found = relations.filter(({ polarity }) => polarity === 'ended');
  expect(found.map(({ type, to, event_at_unix_nanos: at }) => `${type} ${to.name}: ${dayOf(BigInt(at))}`)).toEqual(
    ends,
  );
});
