import { expect, test } from '@jest/globals';
import type { MemoryRole } from '#contracts/events.js';
import { NO_OBSERVATIONS, type EndObservation, type MentionObservation } from '#contracts/observations.js';
import { Budget } from '../../pipeline/budget.js';
import type { ClaimModel } from './claim-model.js';
import type { FoundBefore } from './end-observations.js';
import { readClaims } from './read-claims.js';
import type { NamedTurn } from './spoken-turn.js';

const NOON = 1_741_003_200_000_000_000n;
const FOUND = { confidence: 0.9, stage: 'classifier' } as const;

function mentionsIn(text: string): MentionObservation[] {
  const named = { Lena: 'person', Acme: 'organization', Emma: 'person' } as const;
  return Object.entries(named).flatMap(([name, type]) => {
    return Array.from(text.matchAll(new RegExp(name, 'g')), ({ index: start }) => ({
      ...{ type, name, start, end: start + name.length },
      ...FOUND,
    }));
  });
}

/**
 * Ends of a memory if the model tells that all candidates have left their job.
 * @param employment probability by which the model reads that they work at Acme
 */
async function endsIn(
  text: string,
  role: MemoryRole = 'user',
  found: FoundBefore['ends'] = [],
  relations: FoundBefore['relations'] = [],
  employment = 0,
) {
  const model: ClaimModel = {
    read: ({ candidates }) => {
      const ends = candidates.map((_, candidate) => ({
        ...{ candidate, predicate: 'works_at' as const, probability: 0.7123 },
      }));
      const to = candidates.findIndex(({ name }) => name === 'Acme');
      const jobs = candidates.map((_, from) => {
        return { from, to, type: 'works_at' as const, ended: false, probability: employment };
      });
      const considered = { relations: employment === 0 ? [] : jobs, statements: [] };
      return Promise.resolve({ ...considered, ends, considered });
    },
  };
  const said = {
    text: 'Emma called from Acme.',
    speaker: 'Ana',
    role: 'user',
    eventAtUnixNanos: NOON,
    memoryId: '7',
  } as const;
  const before: NamedTurn[] = [{ ...said, mentions: mentionsIn(said.text) }];
  const turn = { text, speaker: 'Bo', role, eventAtUnixNanos: NOON, mentions: mentionsIn(text), before };
  const byRules = { ...NO_OBSERVATIONS, ends: found, relations };
  const { observations } = await readClaims(model, turn, before, byRules, new Budget(60_000, () => 0));
  return observations.ends ?? [];
}

async function whoseEnds(text: string, role?: MemoryRole): Promise<string[]> {
  return (await endsIn(text, role)).map(({ subject }) => subject.name);
}

test('ends are of persons of the turn, and of its speaker where the words may be about the speaker', async () => {
  expect(await whoseEnds('Lena cleared her desk at Acme.', 'tool')).toEqual(['Lena']);
  expect(await whoseEnds('My badge is back with Acme.')).toEqual(['Bo']);
  expect(await whoseEnds('Lena has my old desk at Acme now.')).toEqual(['Bo', 'Lena']);
});

test.each([
  'Did Lena clear her desk?',
  'I wish Lena had cleared her desk.',
  'It was not Lena who cleared the desk.',
  'Apparently Lena cleared her desk.',
  'The desk will go to Lena.',
])('nobody named in words that are not so has an end: %s', async (text) => {
  expect(await whoseEnds(`The day was long. ${text}`)).not.toContain('Lena');
});

test('a reply of the assistant tells no ends', async () => {
  expect(await whoseEnds('Lena cleared her desk.', 'assistant')).toEqual([]);
});

test('an end has the probability of the model and the time of the sentence that names its subject', async () => {
  const [end] = await endsIn('Lena cleared her desk on 1 March. Nobody had known.', 'tool');
  expect(end).toEqual({
    ...{ predicate: 'works_at', subject: { type: 'person', name: 'Lena' } },
    ...{ event_at_unix_nanos: 1_740_787_200_000_000_000n, confidence: 0.71, stage: 'classifier' },
  });
  expect(await endsIn('Lena clears her desk on 9 March.', 'tool')).toEqual([]);
});

test('an end that a rule found too is one, the more confident of both, at the time of the rule', async () => {
  const byRule = (confidence: number): EndObservation => ({
    ...{ predicate: 'works_at', subject: { type: 'person', name: 'Lena' } },
    ...{ event_at_unix_nanos: NOON - 5n, confidence, stage: 'pattern' },
  });
  const text = 'Lena handed in her badge.';
  expect(await endsIn(text, 'tool', [byRule(0.8)])).toEqual([byRule(0.8)]);
  expect(await endsIn(text, 'tool', [byRule(0.4)])).toEqual([{ ...byRule(0.71), stage: 'classifier' }]);
});

test('nobody has an end of what a rule gives a value of, new or over', async () => {
  const text = 'Lena handed in her badge, she is at Acme now.';
  const at = (name: string, polarity: 'asserted' | 'ended' | 'retracted'): FoundBefore['relations'] => [
    {
      ...{ type: 'works_at', from: { type: 'person', name }, to: { type: 'organization', name: 'Acme' }, polarity },
      ...{ event_at_unix_nanos: NOON, ...FOUND },
    },
  ];
  const whoseEndsBeside = async (relations: FoundBefore['relations']) =>
    (await endsIn(text, 'tool', [], relations)).map(({ subject }) => subject.name);
  expect(await whoseEndsBeside(at('Lena', 'asserted'))).toEqual([]);
  expect(await whoseEndsBeside(at('Lena', 'ended'))).toEqual([]);
  expect(await whoseEndsBeside(at('Lena', 'retracted'))).toEqual(['Lena']);
  expect(await whoseEndsBeside(at('Emma', 'asserted'))).toEqual(['Lena']);
});

test('an end that two segments of a long memory tell is one', async () => {
  const filler = 'It rained on the long road to the sea and nobody minded at all. '.repeat(40);
  const ends = await endsIn(`Lena cleared her desk on 1 March. ${filler}So Lena was gone.`, 'tool');
  expect(ends.map(({ event_at_unix_nanos: at }) => at)).toEqual([1_740_787_200_000_000_000n]);
});

test('whom a rule finds to report to somebody has not left their job', async () => {
  const boss = {
    type: 'reports_to',
    to: { type: 'person', name: 'Emma' },
    event_at_unix_nanos: NOON,
    ...FOUND,
  } as const;
  const lena = { ...boss, from: { type: 'person', name: 'Lena' }, polarity: 'asserted' } as const;
  const whose = async (found: FoundBefore['relations']) =>
    (await endsIn('Lena reports to Emma.', 'tool', [], found)).map(({ subject }) => subject.name);
  expect(await whose([lena])).toEqual(['Emma']);
  expect(await whose([{ ...lena, polarity: 'ended' }])).toEqual(['Emma', 'Lena']);
});

test('nothing ends of which the model rather reads that it goes on, with a value that an earlier turn names', async () => {
  const ends = (text: string, employment: number) => endsIn(text, 'tool', [], [], employment);
  expect(await ends('Lena reports to Emma.', 0.75)).toEqual([]);
  expect(await ends('Lena reports to Emma.', 0.7)).toHaveLength(2);
  expect(await ends('Lena joins Acme.', 0.75)).toHaveLength(1);
});
