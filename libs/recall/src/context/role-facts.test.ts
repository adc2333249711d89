import { expect, test } from '@jest/globals';
import { hitOf, toldFact } from '../../../../test/harness/told-facts.js';
import type { FactCandidate } from './fact-candidate.js';
import { unknownNames } from './hit-names.js';
import { focusOf } from './question-focus.js';
import { roleFacts } from './role-facts.js';

const FACTS = [
  toldFact('Ana Reis', 'occupation', 'head of metering', 'm1', 1n),
  toldFact('Bo', 'status', 'treasurer', 'm1', 1n),
  toldFact('Cleo', 'status', 'treasurer', 'm2', 2n),
  toldFact('Dan', 'occupation', 'head chef', 'm1', 1n),
  toldFact('Eva', 'occupation', 'chief financial officer', 'm1', 1n),
  toldFact('Fay', 'status', 'deputy leader', 'm1', 1n),
  toldFact('Gus', 'occupation', 'finance director', 'm2', 2n),
  toldFact('Hal', 'occupation', 'director', 'm1', 1n),
  toldFact('Ivy', 'status', 'on leave', 'm1', 1n),
];

const HITS = [
  hitOf('m1', 'The list of those who do something.', 1n, { entityIds: ['Acme'] }),
  hitOf('m2', 'Cleo and Gus are new.', 2n),
];

function holdersOf(question: string, overtaken: readonly string[] = []): string[] {
  const named = question.includes('Acme') ? ['Acme'] : [];
  const entities = new Map(named.map((name) => [name, { name, type: 'organization' as const, names: [name] }]));
  const anchors = { entities, leading: new Set(named), unknown: unknownNames(question, named), isSelfUnknown: false };
  const context = { focus: focusOf(question), anchors, hits: HITS, through: new Set<string>() };
  return roleFacts(FACTS, context, ({ subject }: FactCandidate) => overtaken.includes(subject)).map(
    ({ candidate }) => candidate.subject,
  );
}

test.each([
  ['Who is the head of metering?', ['Ana Reis']],
  ['Who is the treasurer now?', ['Cleo']],
  ['Who are the treasurers?', ['Bo', 'Cleo']],
  ['Who is the chef?', ['Dan']],
  ['What is the name of the head chef?', ['Dan']],
  ['Who is CFO?', ['Eva']],
  ['Who is the leader?', []],
  ['Who is the deputy leader?', ['Fay']],
  ['Who is the director?', ['Hal']],
  ['Who is the finance director?', ['Gus']],
  ['Who is the sales director?', []],
  ['Who is on leave?', ['Ivy']],
  ['Who is the chef at Acme?', ['Dan']],
  ['Who is the finance director of Acme?', []],
  ['Who is the chef at Galp?', []],
  ['What does the head chef earn?', []],
  ['Is the treasurer here?', []],
])('who has a role: %s', (question, holders) => {
  expect(holdersOf(question)).toEqual(holders);
});

test('whose role a newer memory says is over gives way to the one before', () => {
  expect(holdersOf('Who is the treasurer now?', ['Cleo'])).toEqual(['Bo']);
});
