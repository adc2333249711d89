import { expect, test } from '@jest/globals';
import { parseTimeSpan } from './time-span.js';

/** A Wednesday. */
const NOW = Date.UTC(2024, 7, 14, 12);

function spanOf(question: string): string | null {
  const span = parseTimeSpan(question, NOW);
  return span && `${new Date(span.from).toISOString().slice(0, 10)} ${new Date(span.to).toISOString().slice(0, 10)}`;
}

test.each([
  ['What did Ana do in May 2023?', '2023-05-01 2023-06-01'],
  ['What did Ana do in October?', '2023-10-01 2023-11-01'],
  ['What did Ana do in March?', '2024-03-01 2024-04-01'],
  ['What happened on 3 July 2024?', '2024-07-03 2024-07-04'],
  ['What happened on July 3rd, 2024?', '2024-07-03 2024-07-04'],
  ['Where was Omar yesterday?', '2024-08-13 2024-08-14'],
  ['Who called two days ago?', '2024-08-12 2024-08-13'],
  ['Who came last week?', '2024-08-05 2024-08-12'],
  ['What are we doing this week?', '2024-08-12 2024-08-19'],
  ['Where were they last weekend?', '2024-08-10 2024-08-12'],
  ['What did we buy last month?', '2024-07-01 2024-08-01'],
  ['Which trips were there last year?', '2023-01-01 2024-01-01'],
  ['Where did she go last summer?', '2023-06-01 2023-09-01'],
  ['Where did she go in the summer of 2022?', '2022-06-01 2022-09-01'],
  ['Where does she go this summer?', '2024-06-01 2024-09-01'],
  ['What did they found in 2019?', '2019-01-01 2020-01-01'],
])('%s asks for %s', (question, expected) => {
  expect(spanOf(question)).toBe(expected);
});

test.each(['Where does Ana live?', 'Who likes summer dresses?', 'What may I eat?', 'When did Ana move?', '', '🎉'])(
  '%s names no time span',
  (question) => {
    expect(spanOf(question)).toBeNull();
  },
);
