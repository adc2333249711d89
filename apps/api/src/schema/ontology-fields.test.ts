import { expect, test } from '@jest/globals';
import { entityTypeHint, relationType, relationTypeOfName, statementPredicateOfName } from './ontology-fields.js';

test.each([
  ['live_in', 'there is no such relation type; did you mean core:lives_in? There are core:works_at,'],
  ['core:works_att', 'did you mean core:works_at?'],
  ['Lives in', 'did you mean core:lives_in?'],
  ['lives-in', 'did you mean core:lives_in?'],
  ['member', 'did you mean core:member_of?'],
  ['adores', 'there is no such relation type; there are core:works_at,'],
  ['likes', 'likes is a predicate of statements, and no relation type'],
])('relation type %s', (name, message) => {
  expect(() => relationTypeOfName(name)).toThrow(message);
  expect(relationType().safeParse(name).error?.issues[0]?.message).toContain(message);
});

test.each([
  ['like', 'there is no such predicate; did you mean core:likes? There are core:likes,'],
  ['core:alergic_to', 'did you mean core:allergic_to?'],
  ['favorite', 'did you mean core:favourite?'],
  ['enjoys', 'there is no such predicate; there are core:likes,'],
  ['core:lives_in', 'lives_in is a relation type, and no predicate of statements'],
])('predicate %s', (name, message) => {
  expect(() => statementPredicateOfName(name)).toThrow(message);
});

test.each([
  ['persons', 'animal; did you mean core:person?'],
  ['core:organisation', 'animal; did you mean core:organization?'],
  ['thing', 'must be the id or the name of an entity type: person, organization,'],
  [11, 'must be the id or the name of an entity type: person, organization,'],
])('entity type %p', (hint, message) => {
  expect(entityTypeHint('A type.').safeParse(hint).error?.issues[0]?.message).toContain(message);
});
