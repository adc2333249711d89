import { expect, test } from '@jest/globals';
import type { EntityType } from '#contracts/ontology.js';
import { LineForms } from './line-forms.js';
import { recordClaims } from './record-claims.js';
import { recordsOf } from './records.js';

/** Claims of a text's records in words; `types` are those of the names that are known. */
function claimsIn(text: string, types: Record<string, EntityType> = {}): string[] {
  return recordsOf(text, new LineForms(text)).flatMap((record) => {
    const { named, relations, statements } = recordClaims(record, ({ value }) => types[value] ?? null);
    for (const { cell } of named) expect(text.slice(cell.start, cell.end)).toBe(cell.value);
    return [
      ...relations.map(({ type, from, to }) => `${from.cell.value} ${type} ${to.cell.value}`),
      ...statements.map(({ subject, predicate, value }) => `${subject.cell.value} ${predicate} ${value.value}`),
    ];
  });
}

test('a row of separated values states what the header says', () => {
  expect(claimsIn('employee,title,company,manager,work_mail\nAna Roth,Engineer,Acme,Bo Falk,ana@acme.example')).toEqual(
    [
      'Ana Roth works_at Acme',
      'Ana Roth reports_to Bo Falk',
      'Ana Roth occupation Engineer',
      'Ana Roth email ana@acme.example',
    ],
  );
});

test('a row of a table states what the header says', () => {
  expect(
    claimsIn('| Name | Role | City |\n|---|---|---|\n| **Ana Roth** | curator | Ghent |\n| – | guard | |'),
  ).toEqual(['Ana Roth lives_in Ghent', 'Ana Roth occupation curator']);
  expect(claimsIn('call_name | breed | owner\n---+---+---\n Tofu | Shiba | Ana Roth | ')).toEqual([
    'Ana Roth owns Tofu',
  ]);
});

test('a JSON object states what its keys say', () => {
  expect(
    claimsIn('{"name":"Ana Roth","dob":"1990-05-01","emergency":{"name":"Bo Falk","tel":"054-555-0119"}}', {
      'Bo Falk': 'person',
    }),
  ).toEqual(['Ana Roth birthday 1990-05-01', 'Bo Falk phone 054-555-0119']);
  expect(claimsIn('{"org":"Acme","buyer":{"name":"Ana Roth","title":"Buyer"}}')).toEqual([
    'Ana Roth works_at Acme',
    'Ana Roth occupation Buyer',
  ]);
  expect(claimsIn('{"player":"Ana Roth","team":"Rovers","mother":"Bo Falk"}')).toEqual([
    'Ana Roth member_of Rovers',
    'Bo Falk parent_of Ana Roth',
  ]);
  expect(claimsIn('{"company":"Acme","founder":"Ana Roth","headquarters":"Ghent"}')).toEqual([
    'Ana Roth founded Acme',
    'Acme located_in Ghent',
  ]);
  expect(claimsIn('{"title":"The Tide","author":"Ana Roth"}')).toEqual(['Ana Roth created The Tide']);
});

test('rows of changes, of what was, of queries and of deliveries state nothing', () => {
  expect(claimsIn('employee,field,old,new\nAna Roth,company,Acme,Globex')).toEqual([]);
  expect(claimsIn('call_name | breed | old_owner\n---+---+---\n Tofu | Shiba | Ana Roth | ')).toEqual([]);
  expect(claimsIn('{"query":"Ana Roth","hits":[]}')).toEqual([]);
  expect(claimsIn('{"ship_to":{"name":"Ana Roth","city":"Ghent"}}', { 'Ana Roth': 'person' })).toEqual([]);
});

test('values that do not fit their key, and keys that are not certain, state nothing', () => {
  expect(claimsIn('{"name":"Ana Roth","age":"old","email":"-","role":"n/a","score":5,"primary":"Bo Falk"}')).toEqual(
    [],
  );
  expect(
    claimsIn('{"name":"Café Roth","address":"Waaigat 3","phone":"054-555-0119"}', { 'Café Roth': 'place' }),
  ).toEqual([]);
  expect(claimsIn('employee,title,company,city\nRoth, Ana,Engineer, senior,Acme,Ghent')).toEqual([]);
});
