import { expect, test } from '@jest/globals';
import { statedTime, timeOfClaim } from './event-time.js';

const MARCH_15_2026 = BigInt(Date.UTC(2026, 2, 15, 12)) * 1_000_000n;

function dayOf(clause: string): string | null {
  const time = statedTime(clause, MARCH_15_2026);
  return time === null ? null : new Date(Number(time / 1_000_000n)).toISOString().slice(0, 10);
}

test.each([
  // The tense decides: past tense means the latest, a plan the next.
  ['she moved to Turku in May', '2025-05-01'],
  ['I plan to visit Oslo in July', '2026-07-01'],
  ["we'll visit them in February", '2027-02-01'],
  ["I'm moving to Oslo in January", '2027-01-01'],
  ['she moved in February', '2026-02-01'],
  ['we met in march', '2026-03-01'],
  ['I live in Turku since October', '2025-10-01'],
  ['we left on 3 May', '2025-05-03'],
  ['the race is on 3 May', '2026-05-03'],
  ['I lived there until May', '2025-05-01'],
  // Words beside the month decide.
  ['I was there last May', '2025-05-01'],
  ['the wedding was this past June', '2025-06-01'],
  ['we marry next May', '2026-05-01'],
  ['we met in May last year', '2025-05-01'],
  ['she started in November last year', '2025-11-01'],
  ['I start in February next year', '2027-02-01'],
  ['he moved in May 2019', '2019-05-01'],
  ['his last day at Siemens is on May 15th', '2026-05-15'],
  ['my last day was 3 March', '2026-03-03'],
  ['a baker for 31 years, she retires in May', '2026-05-01'],
  ['he moved to Porto in the autumn', '2025-09-01'],
  // Ends of years and months.
  ['he steps down at the end of the year', '2026-12-31'],
  ['she left at the end of the year', '2025-12-31'],
  ['we move at the end of next year', '2027-12-31'],
  ['they closed at the end of last year', '2025-12-31'],
  ["I'm leaving at the end of the month", '2026-03-31'],
  ['he left at the end of the month', '2026-02-28'],
  ['the lease runs to the end of June', '2026-06-30'],
  ['she left at the end of May', '2025-05-31'],
  ['a trial until the end of February 2028', '2028-02-29'],
  // Days of the week.
  ['we met on Friday', '2026-03-13'],
  ["we'll meet on Friday", '2026-03-20'],
  ['she left on Tuesday', '2026-03-10'],
  ['she leaves on Tuesday', '2026-03-17'],
  ['the talk was last Friday', '2026-03-13'],
])('%s: %s', (clause, day) => {
  expect(dayOf(clause)).toBe(day);
});

test.each(['she swims every Tuesday', 'it may rain', 'they march on', 'I met May', 'I have three cats'])(
  '%s: no date',
  (clause) => {
    expect(dayOf(clause)).toBeNull();
  },
);

test('a winter is the one that has begun', () => {
  const january = BigInt(Date.UTC(2026, 0, 20)) * 1_000_000n;
  expect(statedTime('I live in Oslo this winter', january)).toBe(BigInt(Date.UTC(2025, 11, 1)) * 1_000_000n);
});

test('what begins after the day of the memory is not claimed yet', () => {
  expect(timeOfClaim('from September I work at Acme', 'asserted', MARCH_15_2026)).toBeNull();
  expect(timeOfClaim('my last day at Acme is 20 March', 'ended', MARCH_15_2026)).not.toBeNull();
});

test('what is to end holds since the memory says so', () => {
  expect(timeOfClaim('I work at Acme until 3 July', 'asserted', MARCH_15_2026)).toBe(MARCH_15_2026);
});
