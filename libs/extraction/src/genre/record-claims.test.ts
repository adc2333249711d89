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

test('keys with values state what the keys say, in any of four languages', () => {
  expect(
    claimsIn('name: Ana Roth\nrole: nurse\nemployer: Acme\nborn: 14 Feb 1990\nlanguages: German, English'),
  ).toEqual([
    'Ana Roth works_at Acme',
    'Ana Roth occupation nurse',
    'Ana Roth birthday 14 Feb 1990',
    'Ana Roth speaks German',
    'Ana Roth speaks English',
  ]);
  expect(claimsIn('**Vollständiger Name:** Ana Roth\n**Wohnort:** Gent\n**Beruf:** Lehrerin')).toEqual([
    'Ana Roth lives_in Gent',
    'Ana Roth occupation Lehrerin',
  ]);
  expect(claimsIn('- Nombre completo: Ana Roth\n- Teléfono: +34 600 123 456\n- Puesto: jefa de ventas')).toEqual([
    'Ana Roth phone +34 600 123 456',
    'Ana Roth occupation jefa de ventas',
  ]);
  expect(claimsIn('Nom complet : Ana Roth\nCourriel : ana@acme.example\nLieu de naissance : Gand')).toEqual([
    'Ana Roth born_in Gand',
    'Ana Roth email ana@acme.example',
  ]);
});

test('each item of a list of pairs, and each object in braces, is a record of its own', () => {
  const yaml = [
    'crew:',
    '  - name: Ana Roth',
    '    role: nurse   # nights',
    '    phone: 054-555-0119',
    '  - {name: Bo Falk, post: second engineer, on: 2024-01-15, cabin: 412}',
    '  - name: Cy Holm',
    '    role: cook',
  ].join('\n');
  expect(claimsIn(yaml).sort()).toEqual([
    'Ana Roth occupation nurse',
    'Ana Roth phone 054-555-0119',
    'Bo Falk occupation second engineer',
    'Cy Holm occupation cook',
  ]);
});

test('pairs below a name are about it, and a repeated key begins the next record', () => {
  expect(claimsIn('## Ana Roth\nRole: nurse\nEmail: ana@acme.example')).toEqual([
    'Ana Roth occupation nurse',
    'Ana Roth email ana@acme.example',
  ]);
  expect(claimsIn('Employee: Ana Roth\nRole: nurse\nEmployee: Bo Falk\nRole: cook')).toEqual([
    'Ana Roth occupation nurse',
    'Bo Falk occupation cook',
  ]);
});

test('a vCard states what its properties say', () => {
  const card = [
    'BEGIN:VCARD',
    'FN:Ana Roth',
    'ORG:Acme;Sales',
    'TITLE:Foreman',
    'TEL;TYPE=CELL:+254 700 555 812',
    'RELATED;TYPE=spouse:Bo Falk',
    'ADR:;;;Ghent;;',
    'END:VCARD',
  ].join('\n');
  expect(claimsIn(`${card}\n${card.replaceAll('Ana Roth', 'Cy Holm').replace('Bo Falk', '')}`).sort()).toEqual(
    ['Ana Roth', 'Cy Holm']
      .flatMap((name) => [
        `${name} works_at Acme`,
        ...(name === 'Ana Roth' ? ['Ana Roth spouse_of Bo Falk'] : []),
        `${name} lives_in Ghent`,
        `${name} phone +254 700 555 812`,
        `${name} occupation Foreman`,
      ])
      .sort(),
  );
});

test('what is said after a name, source code and a single pair are no records', () => {
  expect(claimsIn('Ana: I am late\nBo: no problem\nAna: thanks')).toEqual([]);
  expect(claimsIn("```ts\nconst ana = {\n  name: 'Ana Roth',\n  role: 'nurse',\n};\n```")).toEqual([]);
  expect(claimsIn('Name: Ana Roth')).toEqual([]);
  expect(claimsIn('Name: Ana Roth\nAllergies: none known\nDiagnosis: suspected gout')).toEqual([]);
});
