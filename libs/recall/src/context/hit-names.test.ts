import { expect, test } from '@jest/globals';
import { namedInHits, unknownNames } from './hit-names.js';
import type { NamedEntity } from './load-entity-names.js';

const PERSONS = ['Mr. Obi', 'Mrs. Hallam', 'Peter Hallam', 'Ewa Kowalik', 'Joy Pike', 'Dr. Sunita Rao'];
const ENTITIES = new Map<string, NamedEntity>([
  ...PERSONS.map((name): [string, NamedEntity] => [name, { name, type: 'person' }]),
  ['Acme Corp.', { name: 'Acme Corp.', type: 'organization' }],
]);

test.each([
  ['What conditions does Mr Obi have?', ['Mr. Obi']],
  ['what does mrs hallam like', ['Mrs. Hallam']],
  ['Where does Hallam live?', ['Mrs. Hallam', 'Peter Hallam']],
  ['Where does Kowalik work?', ['Ewa Kowalik']],
  ["What is Ewa's number?", ['Ewa Kowalik']],
  ['Who is Dr Rao?', ['Dr. Sunita Rao']],
  ['Who works for Acme Corp?', ['Acme Corp.']],
  ['is there joy in a pike', []],
  ['Where does Petra live?', []],
])('a question names entities of the answer by a part of their names: %s', (question, names) => {
  expect(namedInHits(question, ENTITIES, new Set()).map(({ name }) => name)).toEqual(names);
});

test('a word that names an entity already names no other', () => {
  expect(namedInHits('Where does Ewa live?', ENTITIES, new Set(['ewa']))).toEqual([]);
});

test.each([
  ['Where does Petra live?', [], ['petra']],
  ["Where is Ana's mother?", ['Ana'], []],
  ['Who is the CFO? Is it Bo?', [], ['bo']],
  ['Petra is where?', [], []],
  ['Who is Mr Kowalik?', ['Stefan Kowalik'], []],
])('words that look like names and name no entity: %s', (question, known, unknown) => {
  expect(unknownNames(question, known)).toEqual(unknown);
});
