import { describe, expect, test } from '@jest/globals';
import { verbalizeClaim } from '#graph/queries/claim-wording.js';
import type { GraphClaim } from '#graph/queries/graph-claims.js';
import type { Anchors } from './fact-anchors.js';
import type { FactHit } from './fact-hit.js';
import type { FactCandidate } from './fact-candidate.js';
import { relevanceOf } from './fact-relevance.js';
import { unknownNames } from './hit-names.js';
import { focusOf } from './question-focus.js';

const TYPES = { Ana: 'person', Bo: 'person', Cleo: 'person', Acme: 'organization', Lisbon: 'place' } as const;
type Name = keyof typeof TYPES;

/** A fact of the memory `m`; its object is an entity if it is one of `TYPES`. */
function fact(subject: Name, predicate: string, object: string, holds = true): FactCandidate {
  const isEntity = Object.hasOwn(TYPES, object);
  const claim: GraphClaim = {
    ...{ id: `${subject} ${predicate} ${object}`, predicate, isRelation: isEntity, subject, object },
    ...{ value: isEntity ? null : { type: 'text', value: object }, confidence: 0.9, validFrom: 1n },
    ...{ validTo: holds ? 0n : 2n, holds, supersededBy: null, memoryIds: ['m'] },
  };
  return { claim, subject, object, words: verbalizeClaim(predicate, subject, object) };
}

function isToThePoint(
  question: string,
  candidate: FactCandidate,
  text = 'Yes.',
  through: readonly Name[] = [],
): boolean {
  const named = (Object.keys(TYPES) as Name[]).filter((name) => question.includes(name));
  const persons = named.filter((name) => TYPES[name] === 'person');
  const anchors: Anchors = {
    entities: new Map(named.map((name) => [name, { name, type: TYPES[name], names: [name] }])),
    leading: new Set<string>(persons.length > 0 ? persons : named),
    ...{ unknown: unknownNames(question, named), isSelfUnknown: /\bI\b/.test(question) },
  };
  const hit: FactHit = { memoryId: 'm', text, speaker: null, role: null, time: 0n, entityIds: named };
  const context = { focus: focusOf(question), anchors, hits: [hit], through: new Set<string>(through) };
  return relevanceOf(candidate, context) > 0;
}

describe('to the point', () => {
  test.each([
    ['Where does Ana live?', fact('Ana', 'lives_in', 'Lisbon')],
    ['Who lives in Lisbon?', fact('Ana', 'lives_in', 'Lisbon')],
    ['Who works for Acme these days?', fact('Bo', 'works_at', 'Acme')],
    ["Who is Ana's boss now?", fact('Ana', 'reports_to', 'Bo')],
    ["Who is Ana's mother?", fact('Bo', 'parent_of', 'Ana')],
    ["What are the names of Ana's children?", fact('Ana', 'parent_of', 'Bo')],
    ['What does Ana do?', fact('Ana', 'occupation', 'teaches history')],
    ['phone number of Ana', fact('Ana', 'phone', '+351 22 555')],
    ['Does Ana own a cat?', fact('Ana', 'has', 'cat')],
    ['Did Ana sell the boat?', fact('Ana', 'did', 'sold the boat in May')],
    ['Who is Ana?', fact('Ana', 'occupation', 'nurse')],
    ['Ana', fact('Ana', 'hobby', 'chess')],
    ['Who has to stay away from gluten?', fact('Bo', 'allergic_to', 'gluten')],
    ['Is anybody allergic?', fact('Bo', 'allergic_to', 'gluten')],
    ['Where did Ana live before?', fact('Ana', 'lives_in', 'Lisbon', false)],
    ['What did Ana do for a living?', fact('Ana', 'occupation', 'nurse', false)],
    ['Does Ana like parties?', fact('Ana', 'dislikes', 'parties')],
    ["What doesn't Ana like?", fact('Ana', 'dislikes', 'pork')],
    ['What does Ana like and dislike?', fact('Ana', 'likes', 'jazz')],
    ["What's wrong with Ana?", fact('Ana', 'has_condition', 'slipped disc')],
    ["Where does Ana's mother-in-law live?", fact('Ana', 'family_of', 'Bo')],
    ['Who is diabetic?', fact('Bo', 'has_condition', 'diabetic')],
    ['Which residents have asthma?', fact('Bo', 'has_condition', 'asthma')],
    ['Who has a sea kayak?', fact('Bo', 'has', 'sea kayak')],
    ['How should dates be written?', fact('Bo', 'instruction', 'always put dates as day month year')],
    ['Where does Ana work?', fact('Ana', 'occupation', 'dental nurse at Bupa')],
    ['Which car does Ana have?', fact('Ana', 'owns', 'Kia EV9')],
    ['Who reports to Ana?', fact('Bo', 'reports_to', 'Ana')],
    ['Is Ana from Lisbon?', fact('Ana', 'born_in', 'Lisbon')],
  ])('%s', (question, candidate) => {
    expect(isToThePoint(question, candidate)).toBe(true);
  });

  test('what a passage of the best memory says of the value', () => {
    const uses = fact('Ana', 'uses', 'pnpm');
    const question = 'Which package manager does the repo use?';
    expect(isToThePoint(question, uses, 'The repo uses pnpm.')).toBe(true);
    expect(isToThePoint(question, uses, 'I like it.')).toBe(false);
  });

  test('whom the question describes by a relation', () => {
    const question = "Where does Ana's boss live?";
    expect(isToThePoint(question, fact('Bo', 'lives_in', 'Lisbon'), 'Yes.', ['Bo'])).toBe(true);
    expect(isToThePoint(question, fact('Ana', 'lives_in', 'Lisbon'), 'Yes.', ['Bo'])).toBe(false);
  });
});

test.each([
  ['Where does Petra live?', fact('Ana', 'lives_in', 'Lisbon'), 'Petra says Ana lives in Lisbon.'],
  ['Where do I live?', fact('Ana', 'lives_in', 'Lisbon'), 'I live in Lisbon.'],
  ['Which languages do I speak?', fact('Ana', 'speaks', 'Twi'), 'I speak Twi.'],
])('of somebody else than a question names, who is no entity: %s', (question, candidate, text) => {
  expect(isToThePoint(question, candidate, text)).toBe(false);
});

describe('beside the point', () => {
  test.each([
    ['Where does Ana live?', fact('Ana', 'works_at', 'Acme')],
    ['Where does Ana live?', fact('Bo', 'lives_in', 'Lisbon')],
    ["Who is Ana's boss now?", fact('Bo', 'reports_to', 'Ana')],
    ["Who is Ana's mother?", fact('Ana', 'parent_of', 'Bo')],
    ["When was Ana's baby born?", fact('Ana', 'birthday', '12 May')],
    ["How old is Ana's dog?", fact('Ana', 'age', '34')],
    ["What does Ana's wife do?", fact('Ana', 'occupation', 'nurse')],
    ['Does Ana own a cat?', fact('Ana', 'has', 'car')],
    ['Did Ana sell the boat?', fact('Ana', 'did', 'bought a horse')],
    ['Which ORM should a new module use?', fact('Ana', 'uses', 'pnpm')],
    ['What does Ana earn?', fact('Ana', 'works_at', 'Acme')],
    ['How many days will Ana work?', fact('Ana', 'occupation', 'nurse')],
    ['Who lives with Ana?', fact('Ana', 'lives_in', 'Lisbon')],
    ['Where did Ana live before?', fact('Ana', 'lives_in', 'Lisbon')],
    ['What caused the outage?', fact('Bo', 'allergic_to', 'gluten')],
    ['Why did Ana not buy the boat?', fact('Ana', 'plans', 'buying the boat')],
    ['What did Ana say about the boat?', fact('Ana', 'did', 'sold the boat')],
    ['When did Ana start at Acme?', fact('Ana', 'did', 'signed with Acme')],
    ['How old is Ana?', fact('Ana', 'likes', 'old maps')],
    ['What does Ana like?', fact('Ana', 'dislikes', 'pork')],
    ["What doesn't Ana like?", fact('Ana', 'likes', 'jazz')],
    ['What does Ana do?', fact('Ana', 'phone', '+351 22 555')],
    ['What does Ana do in her free time?', fact('Ana', 'occupation', 'nurse')],
    ['Where does Ana work?', fact('Ana', 'occupation', 'nurse')],
    ["Where does Ana's mother-in-law live?", fact('Bo', 'parent_of', 'Ana')],
    ['Who is our account manager?', fact('Bo', 'reports_to', 'Cleo')],
    ['Who reports to Ana?', fact('Ana', 'reports_to', 'Bo')],
    ["What is Ana's favourite food?", fact('Ana', 'allergic_to', 'feathers')],
  ])('%s', (question, candidate) => {
    expect(isToThePoint(question, candidate)).toBe(false);
  });
});
