import { expect, test } from '@jest/globals';
import { MISSED_RELATIONS, MISSED_STATEMENTS } from './claimed-and-missed.js';
import { relationsFound, statementsFound, toldIn, type Told } from './expected-claims.js';
import { HOBBIES, MESSAGES, NOTES } from './claims-in-chats.js';
import { NOTHING } from './texts-without-claims.js';
import { PEOPLE, PLACES, THINGS, WORK } from './expected-relations.js';
import { STATEMENTS } from './expected-statements.js';

// Each pattern has an example beside it (libs/extraction/src/rules); these sentences go beyond one pattern.
const RELATIONS = [WORK, PEOPLE, PLACES, THINGS, NOTES, MESSAGES, HOBBIES].flatMap(toldIn);

test.each(RELATIONS)('"$text" claims its relations and no other', expectRelations);

test.each(toldIn(STATEMENTS))('"$text" makes its statements and no other', expectStatements);

test.each(toldIn(NOTHING))('"$text" claims nothing', async ({ text }) => {
  expect([...(await relationsFound(text)), ...(await statementsFound(text))]).toEqual([]);
});

// Each fails once a rule handles it: move it to the tables above.
test.failing.each(toldIn(MISSED_RELATIONS))('"$text" would claim its relations', expectRelations);
test.failing.each(toldIn(MISSED_STATEMENTS))('"$text" would make its statements', expectStatements);

async function expectRelations({ text, must, may }: Told): Promise<void> {
  const found = await relationsFound(text);
  expect(found).toEqual(expect.arrayContaining([...must]));
  expect(found.filter((claim) => !may.includes(claim))).toEqual([]);
}

/** Statements "did" and "plans" are compared only if expected, since nearly every sentence has one. */
async function expectStatements({ text, must, may }: Told): Promise<void> {
  const isEvent = (claim: string) => /^\S+(?: \S+)? (?:did|plans) /.test(claim);
  const found = (await statementsFound(text)).filter((claim) => may.some(isEvent) || !isEvent(claim));
  expect(found).toEqual(expect.arrayContaining([...must]));
  expect(found.filter((claim) => !may.includes(claim))).toEqual([]);
}
