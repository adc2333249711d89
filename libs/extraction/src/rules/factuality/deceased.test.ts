import { expect, test } from '@jest/globals';
import { tokenize } from '../../text/tokenizer.js';
import { endsByDeath, isDeceased } from './deceased.js';

/** Whether the words say that who is named in brackets is dead: "her husband [Ted] (died 2014)". */
function isDead(marked: string): boolean {
  const [before = '', name = ''] = marked.split(/[[\]]/);
  const lower = tokenize(marked.replace(/[[\]]/g, '')).map((token) => token.lower);
  const first = tokenize(before).length;
  return isDeceased(lower, first, first + tokenize(name).length - 1);
}

test.each([
  'asked for her husband [Ted] (died 2014)',
  'her husband [Ted], deceased, was a baker',
  'her husband [Ted Hallam] (d. 2014) was a baker',
  'her husband [Ted] (1931–2014)',
  'her late husband [Ted]',
  'the late [Ted Hallam]',
  'the late Professor [Hallam]',
  'my late neighbour [Ted]',
])('somebody is dead by "%s"', (marked) => {
  expect(isDead(marked)).toBe(true);
});

test.each([
  'her husband [Ted] (born 1950) phoned',
  'her husband [Ted] said that the dog died',
  'he was late, [Ted] was not',
  'her husband [Ted] (D ward)',
  'after the late meeting [Ana] joined',
  'on my late shift [Ana] called',
])('nobody is dead by "%s"', (marked) => {
  expect(isDead(marked)).toBe(false);
});

test('a marriage and a job end by death, kinship and birth do not', () => {
  expect((['spouse_of', 'works_at', 'occupation'] as const).every(endsByDeath)).toBe(true);
  expect((['parent_of', 'born_in', 'founded'] as const).some(endsByDeath)).toBe(false);
});
