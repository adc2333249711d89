import { describe, expect, test } from '@jest/globals';
import { verbalizeClaim } from '#graph/queries/claim-wording.js';
import type { GraphClaim } from '#graph/queries/graph-claims.js';
import type { Anchors } from './fact-anchors.js';
import type { FactHit } from './fact-hit.js';
import { relevanceOf, type FactCandidate } from './fact-relevance.js';
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
  return { claim, object, words: verbalizeClaim(predicate, subject, object) };
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
  };
  const hit: FactHit = { memoryId: 'm', text, speaker: null, role: null, entityIds: named };
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
  ])('%s', (question, candidate) => {
    expect(isToThePoint(question, candidate)).toBe(false);
  });
});
