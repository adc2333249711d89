import { expect, test } from '@jest/globals';
import type { EntityType } from '#contracts/ontology.js';
import { LineForms } from './line-forms.js';
import { recordClaims } from './record-claims.js';
import { recordsOf } from './records.js';

/** Claims of a text's records in words; `types` are those of the names that are known. */
function claimsIn(text: string, types: Record<string, EntityType> = {}): string[] {
  return recordsOf(text, new LineForms(text)).flatMap((record) => {
    const { named, relations, statements } = recordClaims(record, ({ value }) => types[value] ?? null, 0n);
    for (const { cell, name } of named)
      if (cell.start < cell.end) expect(wordsOf(text.slice(cell.start, cell.end))).toEqual(wordsOf(name));
    return [
      ...relations.map(({ type, from, to }) => `${from.name} ${type} ${to.name}`),
      ...statements.map(({ subject, predicate, value }) => `${subject.name} ${predicate} ${value.value}`),
    ];
  });
}

function wordsOf(name: string): string[] {
  return name
    .toLowerCase()
    .split(/[^\p{L}'’\d]+/u)
    .sort();
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

test('rows of what was, of queries, of proposals and of deliveries state nothing', () => {
  expect(claimsIn('{"name":"Ana Roth","field":"org","current":"Acme","proposed":"Globex"}')).toEqual([]);
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
  expect(claimsIn('employee,title,company,city\nRoth,Ana,Engineer,senior,Acme,Ghent')).toEqual([]);
  expect(
    claimsIn(
      '{"employee":"Ana Roth","city":"4","diet":"yes","age":"2010-01-01","children":2,"spouse":"yes","phone":"see card"}',
    ),
  ).toEqual([]);
  expect(
    claimsIn(
      '{"name":"Ana Roth","dob":"1990-05-01","role":"dentist (guessed)","languages":["en-GB"],"address":"4 Quay, 9000"}',
    ),
  ).toEqual(['Ana Roth birthday 1990-05-01']);
  expect(claimsIn('{"candidate":"Ana Roth","company":"Acme","title":"Nurse"}')).toEqual([]);
});

test('keys with values state what the keys say, in other languages too', () => {
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

test.each([
  ['Ana,Roth', 'first,last,dob\nAna,Roth,1990-05-01'],
  ['Roth, Ana', 'employee,dob,ext\n"Roth, Ana",1990-05-01,4'],
  ['ROTH, Ana', 'name\tdob\troom\nROTH, Ana\t1990-05-01\t4'],
  ['a comma without quotes', 'employee,dob,ext\nRoth, Ana,1990-05-01,4'],
  ['name and given name', '{"name":"Roth","vorname":"Ana","geburtsdatum":"1990-05-01"}'],
  ['surname and name', 'Cognome: Roth\nNome: Ana\nData di nascita: 1990-05-01'],
  ['with what she is', '| Name | DOB |\n|---|---|\n| Ana Roth (lead) | 1990-05-01 |'],
])('a person is called by the given name first: %s', (_, text) => {
  expect(claimsIn(text)).toEqual(['Ana Roth birthday 1990-05-01']);
});

test('objects inside say more of whom the object around is about', () => {
  expect(
    claimsIn(
      '{"name":"Ana Roth","born":{"place":"Ghent","year":1981},"contact":{"email":"ana@acme.example"},"employer":{"name":"Acme"},"manager":{"name":"Bo Falk"}}',
      { 'Ana Roth': 'person' },
    ),
  ).toEqual([
    'Ana Roth works_at Acme',
    'Ana Roth reports_to Bo Falk',
    'Ana Roth born_in Ghent',
    'Ana Roth email ana@acme.example',
  ]);
});

test('relatives are named by their key, or by the word behind their name or beside it', () => {
  expect(
    claimsIn(
      'employee: Ana Roth\nspouse: Bo Roth\nkids: Cy (9), Di Roth\nemergency contact: Ed Falk (brother) +44 7700 900356',
    ),
  ).toEqual([
    'Ana Roth spouse_of Bo Roth',
    'Ana Roth parent_of Cy',
    'Ana Roth parent_of Di Roth',
    'Ana Roth sibling_of Ed Falk',
    'Ed Falk phone +44 7700 900356',
  ]);
  expect(claimsIn('student,guardian,guardian_rel\nAna Roth,Bo Roth,mother\nCy Holm,Di Falk,uncle')).toEqual([
    'Bo Roth parent_of Ana Roth',
    'Cy Holm family_of Di Falk',
  ]);
  expect(claimsIn('{"name":"Ana Roth","dob":"1990","emergency":{"name":"Bo","rel":"wife"}}')).toEqual([
    'Ana Roth spouse_of Bo',
    'Ana Roth birthday 1990',
  ]);
  expect(claimsIn('employee: Ana Roth\npartner: Acme Logistics\nemail: -\nex: Cy Holm (ex-husband)')).toEqual([]);
});

test('a town is told from what stands around it', () => {
  const homeOf = (written: string) => claimsIn(`employee: Ana Roth\n${written}`);
  expect(homeOf('lives: Almada, PT')).toEqual(['Ana Roth lives_in Almada']);
  expect(homeOf('city: Porto (Bonfim) since 2026-03')).toEqual(['Ana Roth lives_in Porto']);
  expect(homeOf('home address: 17 Quay Parade, Stonebridge BS1 4ST, France')).toEqual([
    'Ana Roth lives_in Stonebridge',
  ]);
  expect(homeOf('Residenza: Via Pignolo 88, Bergamo')).toEqual(['Ana Roth lives_in Bergamo']);
  expect(homeOf('home address: 4 Quay Parade')).toEqual([]);
  expect(homeOf('born: 14 Feb 1990, Ghent')).toEqual(['Ana Roth born_in Ghent', 'Ana Roth birthday 14 Feb 1990']);
});

test('an office is a status, a founder founded, and a permission is no job', () => {
  expect(claimsIn('| Office | Who | Mail |\n|---|---|---|\n| treasurer | Ana Roth | a@b.example |')).toEqual([
    'Ana Roth status treasurer',
    'Ana Roth email a@b.example',
  ]);
  expect(claimsIn('name;company;role\nAna Roth;Acme;Founder\nBo Falk;Acme;admin')).toEqual([
    'Ana Roth founded Acme',
    'Bo Falk works_at Acme',
  ]);
});

test('elements of XML with attributes or elements are records, pages are none', () => {
  const xml = [
    '<?xml version="1.0"?>',
    '<staff>',
    '  <person id="4"><name>Ana Roth</name><job>nurse</job><phone/></person>',
    '  <employee full-name="Bo Falk" dob="1990-05-01"/>',
    '</staff>',
    'Ana has left.',
  ].join('\n');
  expect(claimsIn(xml)).toEqual(['Ana Roth occupation nurse', 'Bo Falk birthday 1990-05-01']);
  expect(new LineForms(xml).at(xml.length).form).toBe('text');
  expect(claimsIn('<div><name>Ana Roth</name><job>nurse</job></div>')).toEqual([]);
  expect(claimsIn('<person><name>Ana Roth</name><job>nurse</job>')).toEqual([]);
});

test('a record of a change states the value that it has now, from when it takes effect', () => {
  expect(claimsIn('employee,field,old,new\nAna Roth,company,Acme,Globex')).toEqual(['Ana Roth works_at Globex']);
  expect(claimsIn('{"person":"Ana Roth","role_old":"nurse","role_new":"matron"}')).toEqual([
    'Ana Roth occupation matron',
  ]);
  expect(claimsIn('employee: Ana Roth\nmanager: Bo Falk -> Cy Holm')).toEqual(['Ana Roth reports_to Cy Holm']);
  const text = '{"name":"Ana Roth","field":"job","old":"nurse","new":"matron","effective":"2026-01-01"}';
  const claims = recordsOf(text, new LineForms(text)).map((record) => recordClaims(record, () => null, 0n));
  expect(claims.map(({ since }) => since)).toEqual([BigInt(Date.UTC(2026, 0, 1)) * 1_000_000n]);
});
